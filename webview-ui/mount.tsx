import { type SessionUpdate, sessionUpdate } from '../src/core/protocol/updates';
import { ChatContext } from './state/context';
import type { Chat } from './state/chat';
import { createChat } from './state/chatStore';
import { vsCodeTransport, type WebviewTransport } from './link/transport';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** Draws a page of Latch into an element and tells the host that it is there. */
export function mount(
  element: HTMLElement,
  transport: WebviewTransport,
  initial: SessionUpdate | undefined,
  page: ReactNode,
): { readonly chat: Chat; readonly root: Root } {
  const chat = createChat(transport, initial);
  const root = createRoot(element);
  root.render(<ChatContext value={chat}>{page}</ChatContext>);
  chat.host.notify('ui/ready', {});
  const entered = (): void => chat.host.notify('ui/entered', {});
  window.addEventListener('focus', entered);
  // After a reload the editor gives a tab its focus back before this page can hear of it.
  if (document.hasFocus()) entered();
  return { chat, root };
}

/** The snapshot that the host put into the page for the first paint. */
function initialUpdate(): SessionUpdate | undefined {
  const text = document.getElementById('initial')?.textContent;
  if (text === undefined || text === null || text === '') return undefined;
  const read = sessionUpdate({ type: 'snapshot', snapshot: JSON.parse(text) });
  return read.ok ? read.value : undefined;
}

/** Draws a page in the webview that the editor gave us. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  mount(root, vsCodeTransport(), initialUpdate(), page);
}
