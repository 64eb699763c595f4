import { quoted } from '../../../src/core/texts/sentence';
import { describe, expect, it } from 'vitest';
import { type SessionUpdate, sessionUpdate, type Snapshot } from '../../../src/core/protocol/updates';
import type { TranscriptItem } from '../../../src/core/transcript/items';
import {
  applyUpdate,
  type ChatState,
  dockedCards,
  emptyChat,
  waitingElsewhere,
  withEarlier,
} from '../../../webview-ui/state/chatState';
import { createUpdateQueue } from '../../../webview-ui/link/updateQueue';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';
import type { Card } from '../../../src/core/card/card';

const bash = (id: string, over: Partial<Card> = {}): Card => ({
  ...cardFrom(id, { kind: 'bash', tool: 'Bash', input: { command: 'ls' } }),
  ...over,
});
const snapshot = (cards: readonly Card[]): SessionUpdate => ({
  type: 'snapshot',
  snapshot: {
    sessions: [],
    activeSessionId: 'session-1',
    transcript: [],
    earlier: 0,
    cards,
    language: 'en',
    trusted: true,
  },
});
const after = (...updates: readonly SessionUpdate[]) =>
  updates.reduce((state, update) => applyUpdate(state, update, 1000), emptyChat);
const card = (content: Card): SessionUpdate => ({ type: 'card', sessionId: content.sessionId, content });

describe('what the webview keeps', () => {
  it('is one card per call, the newest revision, in order of arrival', () => {
    const state = after(
      snapshot([bash('a'), bash('b')]),
      card(bash('a', { revision: 2, input: { command: 'new' } })),
      card(bash('a', { revision: 1, input: { command: 'late' } })),
      card(bash('b')),
    );
    expect([...state.cards.values()].map(shown => [shown.card.toolCallId, shown.card.input])).toEqual([
      ['toolu_a', { command: 'new' }],
      ['toolu_b', { command: 'ls' }],
    ]);
  });

  it('counts time from the arrival, and not while it stands still', () => {
    const state = after(snapshot([bash('a', { remainingMs: 5000 }), bash('b', { remainingMs: 5000, paused: true })]));
    expect([...state.cards.values()].map(shown => shown.deadline)).toEqual([6000, undefined]);
  });

  it('docks a batch for as long as one of it waits', () => {
    const two = [bash('a', { state: 'decided' }), bash('b'), bash('c', { batchId: 'other', state: 'running' })];
    expect(dockedCards(after(snapshot(two))).map(shown => shown.card.toolCallId)).toEqual(['toolu_a', 'toolu_b']);
    const decided = after(snapshot(two), card(bash('b', { state: 'decided' })));
    expect(dockedCards(decided)).toEqual([]);
  });

  it('keeps the cards of another session off the dock, and counts those that wait there', () => {
    const shield = { state: 'open', why: quoted('') } as const;
    const view = {
      cwd: '/w',
      model: quoted(''),
      mode: 'default',
      shield,
      status: { state: 'waiting_permission' },
    } as const;
    const state = after(
      snapshot([bash('a')]),
      { type: 'session', session: { ...view, sessionId: 'session-1', title: 'Here' } },
      { type: 'session', session: { ...view, sessionId: 'session-2', title: 'There' } },
      { type: 'session', session: { ...view, sessionId: 'session-3', title: 'Quiet' } },
      card(bash('b', { sessionId: 'session-2' })),
      card(bash('c', { sessionId: 'session-2', state: 'running' })),
      card(bash('d', { sessionId: 'session-3', state: 'denied' })),
    );
    expect(dockedCards(state).map(shown => shown.card.toolCallId)).toEqual(['toolu_a']);
    expect(
      waitingElsewhere(state).map(other => [other.session.title, other.waiting.map(one => one.card.toolCallId)]),
    ).toEqual([['There', ['toolu_b']]]);
  });

  it('appends to the text that streams and leaves every other item as it is', () => {
    const settled = { kind: 'text', id: 't1', text: 'done', settled: true } as const;
    const change = (
      seq: number,
      changes: Extract<SessionUpdate, { type: 'transcript' }>['changes'],
    ): SessionUpdate => ({
      type: 'transcript',
      sessionId: 'session-1',
      seq,
      changes,
    });
    const state = after(
      snapshot([]),
      change(1, [
        { type: 'put', item: settled },
        { type: 'put', item: { kind: 'text', id: 't2', text: 'Hel', settled: false } },
      ]),
      change(2, [
        { type: 'append', id: 't2', text: 'lo' },
        { type: 'append', id: 'unknown', text: '!' },
      ]),
    );
    expect(state.order).toEqual(['t1', 't2']);
    expect(state.items.get('t2')).toMatchObject({ text: 'Hello' });
    expect(state.items.get('t1')).toBe(settled);
  });
});

describe('a message of the host', () => {
  it.each([
    ['a card without an input', { type: 'card', sessionId: 's', content: { ...bash('a'), input: 'ls' } }],
    ['a card without a revision', { type: 'card', sessionId: 's', content: { ...bash('a'), revision: undefined } }],
    ['a snapshot with such a card', { type: 'snapshot', snapshot: { ...emptySnapshot(), cards: [{}] } }],
    ['a type of another version', { type: 'hologram' }],
    ['something else', 'card'],
  ])('with %s is left out', (_, value) => {
    expect(sessionUpdate(value)).toMatchObject({ ok: false });
  });

  it('that is whole is taken', () => {
    expect(sessionUpdate(card(bash('a')))).toEqual({ ok: true, value: card(bash('a')) });
    expect(sessionUpdate(snapshot([bash('a')]))).toEqual({ ok: true, value: snapshot([bash('a')]) });
  });
});

/** A queue with its tasks and frames in the hand of the test. Each applying takes 5 ms. */
function queueInHand() {
  let clock = 0;
  const tasks: (() => void)[] = [];
  const frames: (() => void)[] = [];
  const applied: string[] = [];
  const acknowledged: number[] = [];
  const enqueue = createUpdateQueue({
    now: () => clock,
    soon: run => tasks.push(run),
    nextFrame: run => frames.push(run),
    apply: updates => {
      applied.push(...updates.map(update => update.type));
      clock += 5;
    },
    acknowledge: seq => acknowledged.push(seq),
  });
  return { enqueue, tasks, frames, applied, acknowledged };
}

const words = (seq: number): SessionUpdate => ({ type: 'transcript', sessionId: 's', seq, changes: [] });

describe('the queue of updates', () => {
  it('applies nothing inside a handler, cards before text and without waiting for a frame', () => {
    const { enqueue, tasks, frames, applied } = queueInHand();
    enqueue(words(1));
    enqueue(card(bash('a')));
    enqueue(card(bash('b')));
    expect(applied).toEqual([]);
    expect([tasks.length, frames.length]).toEqual([1, 1]);
    tasks[0]?.();
    expect(applied).toEqual(['card', 'card']);
    frames[0]?.();
    expect(applied).toEqual(['card', 'card', 'transcript']);
  });

  it('gives text at most 8 ms of a frame, and acknowledges what was applied', () => {
    const { enqueue, frames, applied, acknowledged } = queueInHand();
    for (let seq = 0; seq < 40; seq++) enqueue(words(seq));
    frames.shift()?.();
    expect(applied).toHaveLength(32);
    expect(acknowledged).toHaveLength(32);
    frames.shift()?.();
    expect(acknowledged).toEqual(Array.from({ length: 40 }, (_, seq) => seq));
    expect(frames).toEqual([]);
  });

  it('drops text that a snapshot holds already, and acknowledges it', () => {
    const { enqueue, tasks, frames, applied, acknowledged } = queueInHand();
    enqueue(words(7));
    enqueue(snapshot([]));
    for (const run of [...tasks, ...frames]) run();
    expect(applied).toEqual(['snapshot']);
    expect(acknowledged).toEqual([7]);
  });
});

function emptySnapshot(): Snapshot {
  return { sessions: [], transcript: [], earlier: 0, cards: [], language: 'en', trusted: true };
}

describe('a conversation longer than a page', () => {
  const item = (place: number) => ({ kind: 'user', id: `${place}`, text: '' }) as const;
  const said = (from: number, to: number): SessionUpdate => ({
    type: 'transcript',
    sessionId: 'session-1',
    seq: 1,
    changes: Array.from({ length: to - from }, (_, at) => ({ type: 'put', item: item(from + at) })),
  });
  const at = { sessionId: 'session-1', before: '100' };
  const page = { items: [item(98), item(99)], earlier: 98, cards: [bash('old', { state: 'done' })] };

  it('keeps the last thousand lines, and says how many the host has before them', () => {
    const state = after(snapshot([]), said(0, 1250));
    expect([state.order.length, state.order[0], state.earlier, state.items.copied().size]).toEqual([
      1000,
      '250',
      250,
      1000,
    ]);
  });

  it('lets go of the card of a line that went, but never of one that waits', () => {
    const call = (id: string): SessionUpdate => ({
      type: 'transcript',
      sessionId: 'session-1',
      seq: 1,
      changes: [{ type: 'put', item: { kind: 'call', id: `call:toolu_${id}`, toolCallId: `toolu_${id}` } }],
    });
    const cards = [bash('done', { state: 'done', batchId: 'm1' }), bash('asks', { batchId: 'm2' })];
    const state = after(snapshot(cards), call('done'), call('asks'), said(0, 1250));
    expect([...state.cards.values()].map(shown => shown.card.toolCallId)).toEqual(['toolu_asks']);
  });

  it('puts an earlier page before the first line, and keeps that much more from then on', () => {
    const state = withEarlier(after(snapshot([]), said(100, 1100)), at, page, 1000);
    expect([state.order[0], state.order[2], state.earlier, state.order.length]).toEqual(['98', '100', 98, 1002]);
    expect(applyUpdate(state, said(1100, 1150), 1000).order[0]).toBe('98');
    expect([...state.cards.keys()]).toEqual(['session-1:toolu_old']);
  });

  it('does nothing with a page that comes too late: another session, or lines that went', () => {
    const state = after(snapshot([]), said(101, 200));
    expect(withEarlier(state, at, page, 1000)).toBe(state);
    expect(withEarlier(state, { ...at, sessionId: 'other', before: '101' }, page, 1000)).toBe(state);
  });

  it('a card that changed since is not painted over by its page', () => {
    const shown = after(snapshot([bash('old', { state: 'running' })]), said(100, 200));
    const [only] = [...withEarlier(shown, at, page, 1000).cards.values()];
    expect(only?.card.state).toBe('running');
  });
});

describe('what a subagent says and does', () => {
  const at = (changes: readonly TranscriptItem[]): ChatState =>
    applyUpdate(
      { ...emptyChat, activeSessionId: 's' },
      { type: 'transcript', sessionId: 's', seq: 1, changes: changes.map(item => ({ type: 'put', item })) },
      0,
    );
  const agent: TranscriptItem = { kind: 'call', id: 'call:a', toolCallId: 'a' };
  const said: TranscriptItem = { kind: 'text', id: 't', text: 'Hi', settled: true, parent: 'a' };

  it('stands under the call that started it', () => {
    const chat = at([agent, said, { kind: 'call', id: 'call:b', toolCallId: 'b', parent: 'a' }]);
    expect(chat.order).toEqual(['call:a']);
    expect(chat.nested.get('a')).toEqual(['t', 'call:b']);
  });

  it('stands for itself where that call is not here', () => {
    expect(at([said]).order).toEqual(['t']);
  });

  it('a list of what is to be done stands in no line', () => {
    const chat = at([{ kind: 'todos', id: 'todos', todos: [{ id: '1', text: 'Try it', state: 'open' }] }]);
    expect(chat.order).toEqual([]);
    expect(chat.todos).toEqual([{ id: '1', text: 'Try it', state: 'open' }]);
  });
});
