import type { Card, CardOutcome, CardState } from '../card/card';
import { deciderOf } from '../card/cardOf';
import type { JournalLine, JournalRecord } from './journal';
import { isObject } from '../base/json';
import type { TranscriptItem } from '../transcript/items';

/** A session as its journal tells it: what the sidebar shows after the window was closed and opened again. */
export interface PastSession {
  readonly sessionId: string;
  readonly cliSessionId: string;
  readonly cwd: string;
  readonly title: string;
  readonly startedAt: string;
  readonly turns: number;
  readonly transcript: readonly TranscriptItem[];
  readonly cards: readonly Card[];
}

interface Draft {
  sessionId: string;
  cliSessionId: string;
  cwd: string;
  title: string;
  startedAt: string;
  turns: number;
  readonly items: Map<string, TranscriptItem>;
  readonly cards: Map<string, Card>;
}

/** Folds the lines of one journal. Nothing in it is an authority: what was still open when it ended is lost. */
export function foldJournal(lines: readonly JournalLine[]): PastSession | undefined {
  const draft: Draft = {
    sessionId: '',
    cliSessionId: '',
    cwd: '',
    title: '',
    startedAt: '',
    turns: 0,
    items: new Map(),
    cards: new Map(),
  };
  for (const line of lines) apply(draft, line.record, line.at);
  if (draft.sessionId === '') return undefined;
  const { items, cards, ...session } = draft;
  return { ...session, transcript: [...items.values()], cards: [...cards.values()].map(ended) };
}

/** The process that asked is gone, and with it whatever it was waiting for. */
function ended(card: Card): Card {
  const open: readonly CardState[] = ['waiting', 'decided', 'running'];
  return open.includes(card.state) ? { ...card, state: 'lost', problem: 'The agent that asked has ended.' } : card;
}

function apply(draft: Draft, record: JournalRecord, at: string): void {
  const put = (item: TranscriptItem): void => void draft.items.set(item.id, item);
  switch (record.type) {
    case 'session_started':
      Object.assign(draft, {
        sessionId: record.sessionId,
        cliSessionId: record.cliSessionId,
        cwd: record.cwd,
        title: record.title,
        startedAt: at,
      });
      return;
    case 'agent_session':
      draft.cliSessionId = record.cliSessionId;
      return;
    case 'renamed':
      draft.title = record.title;
      return;
    case 'user_message':
      draft.turns += 1;
      draft.title ||= record.text.slice(0, 80);
      put({ kind: 'user', id: record.id, text: record.text });
      return;
    case 'agent_message':
      put({ kind: record.kind, id: record.id, text: record.text, settled: true });
      return;
    case 'notice':
      put({ kind: 'notice', id: `notice:${draft.items.size}`, level: record.level, text: record.text });
      return;
    case 'divider':
      put({ kind: 'divider', id: `divider:${draft.items.size}`, text: record.text });
      return;
    case 'proposed':
      draft.cards.set(record.toolCallId, cardOf(draft, record));
      put({ kind: 'call', id: `call:${record.toolCallId}`, toolCallId: record.toolCallId });
      return;
    case 'interaction_response':
      change(draft, record.toolCallId, card => decided(card, record));
      return;
    case 'execution_resumed':
      change(draft, record.toolCallId, card => (card.state === 'decided' ? { ...card, state: 'running' } : card));
      return;
    case 'withdrawn':
      change(draft, record.toolCallId, card => ({ ...card, state: 'cancelled', problem: record.reason }));
      return;
    case 'result':
      change(draft, record.toolCallId, card => finished(card, record));
      return;
    case 'agent_lost':
      for (const [id, card] of draft.cards) draft.cards.set(id, ended(card));
      return;
    case 'agent_started':
    case 'interaction_request':
    case 'execution_suspended':
    case 'not_delivered':
    case 'ran_unasked':
    case 'turn_ended':
      return;
    default:
      // A journal of a newer version may have records that this one does not know.
      record satisfies never;
  }
}

function change(draft: Draft, toolCallId: string, how: (card: Card) => Card): void {
  const card = draft.cards.get(toolCallId);
  if (card) draft.cards.set(toolCallId, how(card));
}

function cardOf(draft: Draft, record: JournalRecord & { type: 'proposed' }): Card {
  const { toolCallId, batchId, kind, tool, subagent } = record;
  const input = isObject(record.input.value) ? record.input.value : {};
  const base = { sessionId: draft.sessionId, toolCallId, batchId, kind, tool, input, cwd: draft.cwd };
  return {
    ...base,
    state: 'waiting',
    revision: 1,
    details: { suggestions: [] },
    risk: record.risk ?? 'medium',
    riskSentence: '',
    because: [],
    paused: false,
    ...(subagent ? { subagent } : {}),
  };
}

function decided(card: Card, record: JournalRecord & { type: 'interaction_response' }): Card {
  const denied: CardState = record.by.kind === 'timeout' ? 'expired' : 'denied';
  const outcome: CardOutcome = {
    choice: record.choice,
    ...deciderOf(record.by),
    edited: record.edited === true,
    stop: record.stop === true,
  };
  return { ...card, state: record.choice === 'allow' ? 'decided' : denied, outcome };
}

function finished(card: Card, record: JournalRecord & { type: 'result' }): Card {
  // What an agent says of a call that was not answered in time changes nothing any more.
  const over: readonly CardState[] = ['denied', 'expired', 'cancelled', 'lost'];
  if (over.includes(card.state)) return card;
  const durationMs = record.durationMs === undefined ? {} : { durationMs: record.durationMs };
  return { ...card, state: record.ok ? 'done' : 'failed', result: { ok: record.ok, text: record.text }, ...durationMs };
}
