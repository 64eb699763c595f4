// What a page gets that draws itself from nothing.
import { quoted } from '../../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import { noFactsYet } from '../../../src/core/call/agentFacts';
import type { Card } from '../../../src/core/card/card';
import type { RulesState } from '../../../src/core/protocol/updates';
import { snapshotOf } from '../../../src/vscode/window/snapshot';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

type ShownSession = Parameters<typeof snapshotOf>[0]['sessions'][number];

const rules: RulesState = { revision: 3, problems: [], trustAll: [] };
const window = {
  language: 'en',
  trusted: true,
  noFolder: false,
  windowFocused: false,
  elsewhere: [],
  rules,
  review: undefined,
};
const plain = (it: Card): Card => it;

function card(sessionId: string, toolCallId: string, state: Card['state']): Card {
  const made = cardFrom(toolCallId, { kind: 'bash', tool: 'Bash', input: {} });
  return { ...made, sessionId, toolCallId, batchId: toolCallId, state };
}

function session(id: string, states: readonly Card['state'][]): ShownSession {
  const cards = states.map((state, at) => card(id, `call${at}`, state));
  return {
    id,
    view: {
      sessionId: id,
      title: id,
      status: { state: 'idle' },
      cwd: '/',
      model: quoted('Claude'),
      mode: 'default',
      shield: { state: 'open', why: quoted('') },
    },
    about: { facts: noFactsYet },
    unread: 0,
    transcript: cards.map(({ toolCallId }) => ({ kind: 'call', id: toolCallId, toolCallId })),
    cards,
  };
}

test('a window without a session shows none, and what it knows beside them', () => {
  expect(snapshotOf({ ...window, sessions: [], active: undefined, decorated: plain })).toEqual({
    sessions: [],
    elsewhere: [],
    transcript: [],
    earlier: 0,
    cards: [],
    capabilities: { rules: true, openDiff: true },
    language: 'en',
    trusted: true,
    noFolder: false,
    windowFocused: false,
    rules,
  });
});

test('the session that is shown brings its conversation and all its calls, one behind it only what waits', () => {
  const [behind, active] = [session('behind', ['done', 'waiting']), session('active', ['done', 'waiting'])];
  const snapshot = snapshotOf({ ...window, sessions: [behind, active], active, decorated: plain });
  expect(snapshot.activeSessionId).toBe('active');
  expect(snapshot.sessions).toEqual([behind.view, active.view]);
  expect(snapshot.transcript).toEqual(active.transcript);
  expect(snapshot.cards.map(({ sessionId, toolCallId }) => `${sessionId} ${toolCallId}`)).toEqual([
    'behind call1',
    'active call0',
    'active call1',
  ]);
});

test('each card comes with what belongs to it', () => {
  const active = session('active', ['waiting']);
  const decorated = (it: Card): Card => ({ ...it, problem: quoted('decorated') });
  const snapshot = snapshotOf({ ...window, sessions: [active], active, decorated });
  expect(snapshot.cards.map(({ problem }) => problem?.text)).toEqual(['decorated']);
});

test('what the repository brings is there where it brings anything', () => {
  const review = { findings: [], hash: 'h', choice: 'none', chosen: false } as const;
  expect(snapshotOf({ ...window, sessions: [], active: undefined, decorated: plain, review }).review).toEqual(review);
});
