import { expect, test } from 'vitest';
import { keyIn } from '../../../webview-ui/composer/keys';

const no = {
  keyCode: 0,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  nativeEvent: { isComposing: false },
};
const idle = { sendWith: 'enter', busy: false } as const;
const working = { sendWith: 'enter', busy: true } as const;
const withCtrl = { sendWith: 'ctrlEnter', busy: false } as const;

test.each([
  [{ key: 'Enter' }, idle, 'send'],
  [{ key: 'Enter', shiftKey: true }, idle, undefined],
  [{ key: 'Enter', ctrlKey: true }, idle, 'send'],
  [{ key: 'Enter' }, withCtrl, undefined],
  [{ key: 'Enter', ctrlKey: true }, withCtrl, 'send'],
  [{ key: 'Enter', metaKey: true }, withCtrl, 'send'],
  [{ key: 'Enter', nativeEvent: { isComposing: true } }, idle, undefined],
  [{ key: 'Enter', keyCode: 229 }, idle, undefined],
  [{ key: 'Escape' }, working, 'stop'],
  [{ key: 'Escape' }, idle, undefined],
  [{ key: 'Escape', nativeEvent: { isComposing: true } }, working, undefined],
  [{ key: 'Escape', keyCode: 229 }, working, undefined],
  [{ key: 'ArrowUp' }, idle, 'earlier'],
  [{ key: 'ArrowUp', shiftKey: true }, idle, undefined],
  [{ key: 'ArrowDown' }, idle, 'later'],
  [{ key: 'a' }, idle, undefined],
])('%j in %j: %s', (pressed, state, meant) => {
  expect(keyIn({ ...no, ...pressed }, state)).toBe(meant);
});
