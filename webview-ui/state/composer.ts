import { flushSync } from 'react-dom';

/** Where a person writes, of which a page has one. */
export const composerId = 'composer';

function box(): HTMLTextAreaElement | undefined {
  const element = document.getElementById(composerId);
  return element instanceof HTMLTextAreaElement ? element : undefined;
}

/** Puts the cursor where a person goes on writing. */
export function focusComposer(): void {
  box()?.focus();
}

/** Writes, and puts the cursor there at once: in the frame after it, letters typed meanwhile would stand behind it. */
export function writeTo(cursor: number, write: () => void): void {
  flushSync(write);
  box()?.setSelectionRange(cursor, cursor);
}

/** Where in the text the cursor stands. */
export function composerCursor(): number | undefined {
  return box()?.selectionEnd;
}
