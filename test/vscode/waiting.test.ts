import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CalledOff, unlessCalledOff, type Waiting } from '../../src/stores/waiting';

interface Shown {
  readonly title: string;
  readonly increments: number[];
  readonly over: Promise<void>;
  readonly cancel: () => void;
}
const shown: Shown[] = [];

vi.mock('vscode', () => ({
  ProgressLocation: { Notification: 15 },
  window: {
    withProgress: (
      { title }: { title: string },
      work: (progress: object, token: object) => Promise<void>,
    ): Promise<void> => {
      const increments: number[] = [];
      let cancel = (): void => {};
      const over = work(
        { report: ({ increment }: { increment: number }) => increments.push(Math.round(increment)) },
        { onCancellationRequested: (listener: () => void) => (cancel = listener) },
      );
      shown.push({ title, increments, over, cancel: () => cancel() });
      return over;
    },
  },
}));
const { waitFor } = await import('../../src/vscode/waiting');

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Something long, in steps of this test. */
function long(): { work: (waiting: Waiting) => Promise<string>; waiting: () => Waiting; end: (text: string) => void } {
  let end: (text: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  let given: Waiting | undefined;
  return {
    work: waiting => {
      given = waiting;
      waiting.signal.addEventListener('abort', () => fail(new Error('aborted')));
      return promise;
    },
    waiting: () => {
      if (!given) throw new Error('It has not begun.');
      return given;
    },
    end,
  };
}

test('what is quick is not shown', async () => {
  const { work, end } = long();
  const working = waitFor('Reading', work);
  await vi.advanceTimersByTimeAsync(900);
  end('read');
  expect(await working).toBe('read');
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown).toEqual([]);
});

test('after a second it is shown, with what was done before, and goes when it is over', async () => {
  const { work, waiting, end } = long();
  const working = waitFor('Reading', work);
  waiting().onProgress(0.25);
  await vi.advanceTimersByTimeAsync(1000);
  waiting().onProgress(0.001);
  waiting().onProgress(0.25);
  expect(shown).toMatchObject([{ title: 'Reading', increments: [25, 25] }]);
  end('read');
  expect(await working).toBe('read');
  await shown[0]?.over;
});

test('called off it fails as that, and only that is passed over', async () => {
  const { work } = long();
  const working = waitFor('Reading', work);
  working.catch(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  shown[0]?.cancel();
  await expect(working).rejects.toBeInstanceOf(CalledOff);
  expect(await unlessCalledOff(working)).toBeUndefined();
  const failing = waitFor('Reading', () => Promise.reject(new Error('no disk')));
  await expect(unlessCalledOff(failing)).rejects.toThrow('no disk');
});
