import type { SessionUpdate } from '../src/core/rpc';
import { App } from './app';
import { LatchContext } from './context';
import { createLatch, type Latch } from './store';
import type { WebviewTransport } from './transport';
import { createRoot, type Root } from 'react-dom/client';

/** Draws Latch into an element and tells the host that it is there. */
export function mount(
  element: HTMLElement,
  transport: WebviewTransport,
  initial: SessionUpdate | undefined,
): { readonly latch: Latch; readonly root: Root } {
  const latch = createLatch(transport, initial);
  const root = createRoot(element);
  root.render(
    <LatchContext value={latch}>
      <App />
    </LatchContext>,
  );
  latch.host.notify('ui/ready', {});
  return { latch, root };
}
