import { isTextField } from '../base/textField';
import type { KeyboardEvent } from 'react';

const mac = 'navigator' in globalThis && navigator.platform.startsWith('Mac');

/** The chords of the two answers, as they stand on the buttons and as they are named. */
export const allowKeys = { drawn: mac ? '⌘⏎' : 'Ctrl+⏎', named: mac ? 'Meta+Enter' : 'Control+Enter' };
export const denyKeys = { drawn: mac ? '⌘⌫' : 'Ctrl+⌫', named: mac ? 'Meta+Backspace' : 'Control+Backspace' };

/** Keys of the card that holds the focus. Nothing here is a single key: typing never decides. */
type CardKey = 'allow' | 'deny' | 'back';

export function cardKey(event: KeyboardEvent): CardKey | undefined {
  // A key that is held down, or that belongs to a composition, was not pressed for us.
  if (event.repeat || event.nativeEvent.isComposing) return undefined;
  const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (chord && event.key === 'Enter') return 'allow';
  // In a text this chord deletes a word.
  if (chord && event.key === 'Backspace' && !isTextField(event.target)) return 'deny';
  return event.key === 'Escape' ? 'back' : undefined;
}
