import { isTextField } from '../base/textField';
import type { KeyboardEvent } from 'react';

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
