import { expect, test, vi } from 'vitest';

vi.mock('vscode-languageclient/node', () => ({
  CloseAction: { DoNotRestart: 'stays ended', Restart: 'starts again' },
  ErrorAction: { Continue: 'goes on' },
}));

const { Deaths } = await import('../../src/languageServer/client/deaths');
const minute = 60_000;

test.each([
  ['twice', [0, 1000], ['starts again', 'starts again'], 0],
  ['three times at once', [0, 1000, 2000], ['starts again', 'starts again', 'stays ended'], 1],
  ['three times over a day', [0, 10 * minute, 20 * minute], ['starts again', 'starts again', 'starts again'], 0],
  [
    'again, once a person had it started',
    [0, 1, 2, 3, 4],
    ['starts again', 'starts again', 'stays ended', 'starts again', 'starts again'],
    1,
  ],
] as const)('a server that dies %s', async (_, times, expected, notices) => {
  let now = 0;
  let told = 0;
  const handler = new Deaths(() => now).handler(() => {
    told += 1;
  });
  const actions = [];
  for (const at of times) {
    now = at;
    actions.push((await handler.closed()).action);
  }
  expect(actions).toEqual(expected);
  expect(told).toBe(notices);
});
