import type { SessionUpdate } from '../src/core/rpc';
import { LatchContext } from './context';
import { readUpdate } from './readUpdate';
import { createLatch, type Latch } from './store';
import { vsCodeTransport, type WebviewTransport } from './transport';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** Draws a page of Latch into an element and tells the host that it is there. */
export function mount(
  element: HTMLElement,
  transport: WebviewTransport,
  initial: SessionUpdate | undefined,
  page: ReactNode,
): { readonly latch: Latch; readonly root: Root } {
  const latch = createLatch(transport, initial);
  const root = createRoot(element);
  root.render(<LatchContext value={latch}>{page}</LatchContext>);
  latch.host.notify('ui/ready', {});
  return { latch, root };
}

/** The snapshot that the host put into the page for the first paint. */
function initialUpdate(): SessionUpdate | undefined {
  const text = document.getElementById('initial')?.textContent;
  if (text === undefined || text === null || text === '') return undefined;
  return readUpdate({ type: 'snapshot', snapshot: JSON.parse(text) });
}

/** Draws a page in the webview that the editor gave us. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  mount(root, vsCodeTransport(), initialUpdate(), page);
}
