import { asString } from '../base/json';
import type { Wanted } from '../call/call';
import type { Card, CardOutcome } from '../card/card';
import { deciderOf, looksOf } from '../card/cardOf';
import type { Piece, SoFar } from '../transcript/tail';
import type { History } from './history';
import type { Journal } from './journal';
import { lostCall, type RecordedCall, type RecordedDecision } from './recordedCall';
import type { SessionFacts } from './sessionFacts';
import { say } from '../texts/sentence';

/** A session as its journal tells it: what the sidebar shows after the window was closed and opened again. */
export interface RestoredSession extends SessionFacts, Piece {}

/** The journal of a session whose conversation is shown. */
export interface SessionJournal extends Journal {
  /** The conversation up to the last line by now; nothing, where it could not all be read from here again. */
  soFar(session: OfSession): SoFar | undefined;
}

export type OfSession = Pick<SessionFacts, 'sessionId' | 'cwd'>;

/** Nothing in a journal is an authority: what was still open when it ended is lost. */
export function restoredSession(history: History, facts: SessionFacts = history.facts): RestoredSession | undefined {
  return facts.sessionId === '' ? undefined : { ...facts, ...restoredPiece(history, facts) };
}

export function restoredPiece(history: History, facts: OfSession): Piece {
  const shown = history.calls.filter(call => !call.passes);
  const cards = shown.map(call => restoredCard(call, facts, history.resultOf(call.toolCallId)));
  return { transcript: history.transcript, cards };
}

/** A call that nobody can answer any more, as the card it had. */
export function restoredCard(recorded: RecordedCall, { sessionId, cwd }: OfSession, text: string): Card {
  const call = lostCall(recorded, say('The agent that asked has ended.'));
  const { toolCallId, batchId, tool, input, state, details, risk = 'medium', riskSentence, because } = call;
  const { result, decision, subagent, problem } = call;
  return {
    sessionId,
    toolCallId,
    batchId,
    ...looksOf(wantedIn(call), details),
    state,
    revision: 1,
    tool,
    input,
    cwd,
    details: { ...details, suggestions: [] },
    risk,
    riskSentence,
    because,
    paused: false,
    ...(subagent ? { subagent } : {}),
    ...(decision ? { outcome: outcomeOf(decision) } : {}),
    ...(problem === undefined ? {} : { problem }),
    ...(result ? { result: { ok: result.ok, text } } : {}),
    ...(result?.durationMs === undefined ? {} : { durationMs: result.durationMs }),
  };
}

function wantedIn({ kind, tool, input }: RecordedCall): Wanted {
  return kind === 'elicitation'
    ? { kind, server: asString(input['mcp_server_name']) ?? 'unknown server', input }
    : { kind: 'tool', tool, input };
}

function outcomeOf({ choice, by, edited, stop, note }: RecordedDecision): CardOutcome {
  return { choice, ...deciderOf(by), edited, stop, ...(note === undefined ? {} : { note }) };
}
