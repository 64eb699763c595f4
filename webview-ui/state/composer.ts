/** Where a person writes, of which a page has one. */
export const composerId = 'composer';

/** Puts the cursor where a person goes on writing. */
export function focusComposer(): void {
  document.getElementById(composerId)?.focus();
}
