import type { Attachment } from '../../core/message/message';
import type { LatchWindow } from './window';

/** Brings the chat to the front with this text, and these files, where the person goes on writing. Nothing is sent by that. */
export async function compose(
  { chat }: LatchWindow,
  text: string,
  attachments: readonly Attachment[] = [],
): Promise<void> {
  const page = await chat.places.front();
  page?.send({ type: 'compose', text, ...(attachments.length > 0 ? { attachments } : {}) });
}
