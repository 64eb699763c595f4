// A card that a page in sight does not draw in time is asked about in a dialog of the editor.
import { quoted } from '../../../src/core/texts/sentence';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/core/card/card';
import type { Confirmed } from '../../../src/core/card/confirm';
import { PaintWatch } from '../../../src/vscode/chat/paintWatch';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

const dialog = vi.hoisted(() => {
  const told: string[] = [];
  return { asked: 0, told, answer: () => Promise.resolve<string | undefined>('') };
});
vi.mock('vscode', () => ({
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
  window: {
    showWarningMessage: () => dialog.answer(),
    showErrorMessage: (text: string) => void dialog.told.push(text),
  },
}));

const card: Card = { ...cardFrom('one', { kind: 'bash', tool: 'Bash', input: {} }), state: 'waiting', revision: 1 };
const paintedWithinMs = 3000;
let visible = true;
let confirmed: boolean[] = [];
let reply: Confirmed = { ok: true };

function watch(): PaintWatch {
  const log = { info() {}, warn() {}, error() {} };
  return new PaintWatch({
    agentOf: () => 'Strange',
    isVisible: () => visible,
    confirm(params) {
      confirmed.push(params.confirmed);
      return reply;
    },
    log,
  });
}

/** A dialog that a person answers after so long, each time with the next of these. */
function answering(afterMs: number, ...answers: readonly string[]): void {
  const left = [...answers];
  dialog.asked = 0;
  dialog.answer = async () => {
    dialog.asked += 1;
    await new Promise(resolve => setTimeout(resolve, afterMs));
    return left.shift();
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  visible = true;
  confirmed = [];
  answering(1000, 'Allow once');
});
afterEach(() => vi.useRealTimers());

test('what was not drawn is asked about once, and the answer counts', async () => {
  watch().appeared(card);
  await vi.advanceTimersByTimeAsync(paintedWithinMs - 1);
  expect(dialog.asked).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dialog.asked).toBe(1);
  expect(confirmed).toEqual([true]);
});

test.each([
  ['was drawn', (it: PaintWatch) => it.painted(card.sessionId, card.toolCallId, 1), 0],
  ['was drawn as it was before', (it: PaintWatch) => it.painted(card.sessionId, card.toolCallId, 0), 1],
  ['waits no more', (it: PaintWatch) => it.gone(card), 0],
  ['has other figures now', (it: PaintWatch) => it.changed({ ...card, paused: true }), 1],
])('a card that %s', async (_, happens, asked) => {
  const paint = watch();
  paint.appeared(card);
  happens(paint);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dialog.asked).toBe(asked);
});

test('the time begins when a page is on screen, and nothing is asked while none is', async () => {
  visible = false;
  const paint = watch();
  paint.appeared(card);
  await vi.advanceTimersByTimeAsync(60_000);
  visible = true;
  paint.shown();
  await vi.advanceTimersByTimeAsync(paintedWithinMs - 1);
  expect(dialog.asked).toBe(0);
  visible = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dialog.asked).toBe(0);
  visible = true;
  paint.shown();
  await vi.advanceTimersByTimeAsync(paintedWithinMs);
  expect(dialog.asked).toBe(1);
});

test('an answer that comes too soon for a person to have meant it is asked for again', async () => {
  answering(499, 'Allow once', 'Deny');
  watch().appeared(card);
  await vi.advanceTimersByTimeAsync(paintedWithinMs + 600);
  expect(dialog.asked).toBe(2);
  expect(confirmed).toEqual([]);
  answering(500, 'Deny');
  watch().appeared(card);
  await vi.advanceTimersByTimeAsync(paintedWithinMs + 600);
  expect(confirmed).toEqual([false]);
});

test('a dialog that is closed decides nothing', async () => {
  answering(1000);
  watch().appeared(card);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dialog.asked).toBe(1);
  expect(confirmed).toEqual([]);
});

test('an answer that is not taken is told with its reason', async () => {
  reply = { ok: false, reason: quoted('This call is already decided.') };
  watch().appeared(card);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dialog.told).toEqual(['This call is already decided.']);
});
