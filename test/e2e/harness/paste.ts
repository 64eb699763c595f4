import type { Locator } from 'playwright-core';

/** One dot, as base64. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Pastes a picture, `dot.png`, where the person writes. */
export function pasteDot(composer: Locator): Promise<void> {
  return composer.evaluate((box, data) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, dot);
}
