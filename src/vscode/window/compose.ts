import type { LatchWindow } from './window';

/** Brings the chat to the front with this text where the person goes on writing. Nothing is sent by that. */
export async function compose({ chat }: LatchWindow, text: string): Promise<void> {
  const page = await chat.places.front();
  page?.send({ type: 'compose', text });
}
