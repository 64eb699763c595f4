/** Where a person writes, of which a page has one. */
export const composerId = 'composer';

function box(): HTMLTextAreaElement | undefined {
  const element = document.getElementById(composerId);
  return element instanceof HTMLTextAreaElement ? element : undefined;
}

/** Puts the cursor where a person goes on writing; `at`: as soon as what was written stands there. */
export function focusComposer(at?: number): void {
  box()?.focus();
  if (at !== undefined) requestAnimationFrame(() => box()?.setSelectionRange(at, at));
}

/** Where in the text the cursor stands. */
export function composerCursor(): number | undefined {
  return box()?.selectionEnd;
}
