import type { SendWith } from '../../src/core/protocol/updates';

/** What a key means where a person writes. */
type Meant = 'send' | 'stop' | 'earlier' | 'later';

interface Pressed {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly nativeEvent: { readonly isComposing: boolean };
}

/** Undefined: it is for the text. */
export function keyIn(
  { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: Pressed,
  { sendWith, busy }: { readonly sendWith: SendWith; readonly busy: boolean },
): Meant | undefined {
  // 229 is the key of a running composition in browsers that end it before they tell us.
  if (nativeEvent.isComposing || keyCode === 229 || shiftKey || altKey) return undefined;
  const withCtrl = ctrlKey || metaKey;
  switch (key) {
    case 'Enter':
      return withCtrl || sendWith === 'enter' ? 'send' : undefined;
    case 'Escape':
      return busy && !withCtrl ? 'stop' : undefined;
    case 'ArrowUp':
      return withCtrl ? undefined : 'earlier';
    case 'ArrowDown':
      return withCtrl ? undefined : 'later';
    default:
      return undefined;
  }
}

/** What a key means in the list that is open; undefined: it is for the text. */
export function listKey({
  key,
  keyCode,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
  nativeEvent,
}: Pressed): 'choose' | 'close' | 1 | -1 | undefined {
  if (nativeEvent.isComposing || keyCode === 229 || shiftKey || ctrlKey || metaKey || altKey) return undefined;
  switch (key) {
    case 'Enter':
    case 'Tab':
      return 'choose';
    case 'Escape':
      return 'close';
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    default:
      return undefined;
  }
}
