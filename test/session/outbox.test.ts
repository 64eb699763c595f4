import { expect, test } from 'vitest';
import type { Message } from '../../src/core/message/message';
import { quoted } from '../../src/core/texts/sentence';
import { Told } from '../../src/core/texts/told';
import { type KeptQueue, Outbox } from '../../src/session/outbox';

interface Played {
  readonly outbox: Outbox;
  readonly did: string[];
  busy: boolean;
  /** Answers what a person was asked about. */
  answer: (vetted: Message | undefined) => void;
  /** The time has come that was waited for. */
  theTimeComes: () => void;
  texts(): string;
}

/** `?` in a text asks a person first; `begun` is what the agent does not give back any more. */
function play({ kept, begun = [] }: { readonly kept?: KeptQueue; readonly begun?: readonly string[] } = {}): Played {
  const did: string[] = [];
  let count = 0;
  const outbox = new Outbox({
    newId: () => String((count += 1)),
    isBusy: () => played.busy,
    vet: message =>
      message.text.includes('?')
        ? new Promise(resolve => {
            played.answer = resolve;
          })
        : message,
    begin: ({ text }) => {
      did.push(`begin ${text}`);
      played.busy = true;
      return Promise.resolve();
    },
    unsent: () => [],
    give: ({ text }) => {
      did.push(`give ${text}`);
      return Promise.resolve();
    },
    begun: ({ text }) => did.push(`begun ${text}`),
    takeBack: id => Promise.resolve(!begun.includes(id)),
    withdraw: () => {},
    withheld: () => did.push('withheld'),
    at: (time, then) => {
      did.push(`at ${time}`);
      played.theTimeComes = then;
      return () => did.push('called off');
    },
    onChange: () => {},
    ...(kept ? { kept } : {}),
    unread: why => did.push(`unread ${why.text}`),
    log: { info() {}, warn() {}, error: text => did.push(text) },
  });
  const played: Played = {
    outbox,
    did,
    busy: false,
    answer: () => {},
    theTimeComes: () => {},
    texts: () => (outbox.view?.rows ?? []).map(({ text, standing }) => `${text} ${standing}`).join(', '),
  };
  return played;
}

const ended = { type: 'turnEnded', ok: true, interrupted: false, errors: [] } as const;

test('a message begins a turn where none runs, and else waits for its end', async () => {
  const it = play();
  await it.outbox.post({ text: 'a' });
  await it.outbox.post({ text: 'b' });
  await it.outbox.post({ text: 'c' });
  expect([it.did, it.texts()]).toEqual([['begin a'], 'b waits, c waits']);
  it.busy = false;
  await it.outbox.turnEnded(ended);
  expect([it.did, it.texts()]).toEqual([['begin a', 'begin b'], 'c waits']);
});

test.each([
  [{ ...ended, ok: false, interrupted: true }, 'stopped'],
  [{ ...ended, ok: false }, 'failed'],
])('after a turn that ended as %j what waits is held', async (end, held) => {
  const it = play();
  it.busy = true;
  await it.outbox.post({ text: 'a' });
  it.busy = false;
  await it.outbox.turnEnded(end);
  await it.outbox.turnEnded(ended);
  expect([it.did, it.outbox.view?.held]).toEqual([[], held]);
  await it.outbox.change({ type: 'goOn' });
  expect(it.did).toEqual(['begin a']);
});

test('a stop takes back what the agent has not begun with', async () => {
  const it = play({ begun: ['1'] });
  it.busy = true;
  await it.outbox.post({ text: 'a' });
  await it.outbox.post({ text: 'b' });
  await it.outbox.change({ type: 'now', id: '1' });
  await it.outbox.change({ type: 'now', id: '2' });
  await it.outbox.hold('stopped');
  expect(it.texts()).toBe('a given, b waits');
  it.outbox.begun({ type: 'begun', id: '1' });
  expect([it.did, it.texts()]).toEqual([['give a', 'give b', 'begun a'], 'b waits']);
});

test('while the agent has one that it will begin with by itself, no other one is begun', async () => {
  const it = play();
  it.busy = true;
  await it.outbox.post({ text: 'a' });
  await it.outbox.post({ text: 'b' });
  await it.outbox.change({ type: 'now', id: '1' });
  it.busy = false;
  await it.outbox.turnEnded(ended);
  expect(it.did).toEqual(['give a']);
});

test('a message that is asked about waits, and so does what is sent after it', async () => {
  const it = play();
  const posted = it.outbox.post({ text: 'a?' });
  await it.outbox.post({ text: 'b' });
  expect([it.did, it.texts()]).toEqual([[], 'a? asks, b waits']);
  it.answer({ id: '1', text: 'a, without it' });
  await posted;
  expect([it.did, it.texts()]).toEqual([['begin a, without it'], 'b waits']);
});

test('one that is withdrawn while it is asked about stays in the queue', async () => {
  const it = play();
  const posted = it.outbox.post({ text: 'a?' });
  await it.outbox.hold('stopped');
  it.answer(undefined);
  await posted;
  expect([it.did, it.texts(), it.outbox.view?.held]).toEqual([['withheld'], 'a? waits', 'stopped']);
});

test('what waits is kept for the next window, which holds it until a person goes on', async () => {
  let kept: readonly Message[] = [];
  const file: KeptQueue = {
    load: () => Promise.resolve(kept),
    save: messages => {
      kept = messages;
      return Promise.resolve();
    },
  };
  const before = play({ kept: file });
  before.busy = true;
  await before.outbox.post({ text: 'a' });
  await before.outbox.post({ text: 'b' });
  await before.outbox.change({ type: 'now', id: '1' });
  await before.outbox.close();
  const after = play({ kept: file });
  await expect.poll(() => after.texts()).toBe('a waits, b waits');
  expect([after.did, after.outbox.view?.held]).toEqual([[], 'restored']);
  await after.outbox.change({ type: 'take' });
  await after.outbox.close();
  expect(kept).toEqual([]);
});

test('what is said later waits visibly, and goes first when the time has come', async () => {
  const it = play();
  it.busy = true;
  await it.outbox.post({ text: 'b' });
  it.busy = false;
  await it.outbox.turnEnded({ ...ended, ok: false });
  await it.outbox.change({ type: 'later', text: 'Go on.', at: 1000 });
  expect([it.did, it.outbox.view]).toMatchObject([
    ['at 1000'],
    { held: 'limited', until: 1000, rows: [{ text: 'Go on.' }, { text: 'b' }] },
  ]);
  it.theTimeComes();
  expect(it.did).toEqual(['at 1000', 'begin Go on.']);
  expect([it.texts(), it.outbox.view?.held]).toEqual(['b waits', undefined]);
});

test.each([
  ['is taken out of the queue', { type: 'take' }, []],
  ['goes on before', { type: 'goOn' }, ['begin Go on.']],
] as const)('nothing happens at the time of what %s', async (_, change, done) => {
  const it = play();
  await it.outbox.change({ type: 'later', text: 'Go on.', at: 1000 });
  await it.outbox.change(change);
  it.busy = false;
  it.theTimeComes();
  expect(it.did).toEqual(['at 1000', ...done]);
});

test('the time of what is said later ends with its window, and the message is kept', async () => {
  const saved: (readonly Message[])[] = [];
  const it = play({ kept: { load: () => Promise.resolve([]), save: async all => void saved.push(all) } });
  await it.outbox.change({ type: 'later', text: 'Go on.', at: 1000 });
  await it.outbox.close();
  expect([it.did, saved.at(-1)]).toEqual([['at 1000', 'called off'], [{ id: '1', text: 'Go on.' }]]);
});

test('what was kept and cannot be read is said, and what comes is kept', async () => {
  const saved: (readonly Message[])[] = [];
  const load = (): Promise<never> => Promise.reject(new Told(quoted('It is damaged.')));
  const it = play({ kept: { load, save: async all => void saved.push(all) } });
  it.busy = true;
  await it.outbox.post({ text: 'new' });
  await it.outbox.close();
  expect([it.did, saved.at(-1)]).toEqual([['unread It is damaged.'], [{ id: '1', text: 'new' }]]);
});

test('what was kept is read before anything is written over it, also where a person is faster', async () => {
  let kept: readonly Message[] = [{ id: 'x', text: 'old' }];
  const saved: string[] = [];
  let read = (): void => {};
  const it = play({
    kept: {
      load: () =>
        new Promise(resolve => {
          read = () => resolve(kept);
        }),
      save: async messages => {
        kept = messages;
        saved.push(messages.map(({ text }) => text).join(' '));
      },
    },
  });
  it.busy = true;
  await it.outbox.post({ text: 'new' });
  expect(saved).toEqual([]);
  read();
  await it.outbox.close();
  expect(saved.at(-1)).toBe('new old');
});
