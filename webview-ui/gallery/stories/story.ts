import type { Card, CardState } from '../../../src/core/card/card';
import type { Suggestion } from '../../../src/core/message/suggestion';
import type { Snapshot } from '../../../src/core/protocol/updates';
import type { SessionStatus, SessionView } from '../../../src/core/session/view';
import type { TranscriptItem } from '../../../src/core/transcript/items';
import type { FixtureRules } from '../host/storyRules';
import { samples } from '../samples/all';
import { cardFrom, sessionId } from '../samples/sample';
import { say, quoted } from '../../../src/core/texts/sentence';

/** A screen by its name. */
export interface Story {
  readonly name: string;
  readonly group: string;
  readonly snapshot: Snapshot;
  /** Which page of the webview it is; the chat unless it is said. */
  readonly page?: 'chat' | 'rules';
  /** The rules behind it; none unless they are said. */
  readonly rules?: FixtureRules;
  /** What can be mentioned, whatever is typed. */
  readonly suggestions?: readonly Suggestion[];
  /** What an earlier life of the page has kept. */
  readonly saved?: object;
}

export function session(status: SessionStatus): SessionView {
  return {
    sessionId,
    title: 'Move to the new payment API',
    status,
    cwd: '/home/ana/shop',
    model: quoted('Scripted model'),
    mode: 'default',
    shield: { state: 'held', counts: { reads: 2, writes: 5, hosts: 1 }, gaps: [] },
  };
}

export const talk: readonly TranscriptItem[] = [
  { kind: 'user', id: 'u1', text: 'The dev server should use port 8080.' },
  { kind: 'text', id: 't1', text: 'I will look at the configuration and change the port.', settled: true },
];

export function screen(cards: readonly Card[], transcript: readonly TranscriptItem[] = talk): Snapshot {
  const asks = cards.some(card => card.state === 'waiting');
  return {
    sessions: [session({ state: asks ? 'waiting_permission' : 'running' })],
    activeSessionId: sessionId,
    transcript: [
      ...transcript,
      ...cards.map(card => ({ kind: 'call', id: `call-${card.toolCallId}`, toolCallId: card.toolCallId }) as const),
    ],
    earlier: 0,
    cards,
    language: 'en',
    trusted: true,
    capabilities: { rules: true, openDiff: true },
  };
}

/** What a card of this state carries beside what it carried while it waited. */
export function inState(card: Card, state: CardState): Card {
  const person = { by: 'person', edited: false, stop: false } as const;
  switch (state) {
    case 'waiting':
      return card;
    case 'decided':
    case 'running':
      return { ...card, state, outcome: { choice: 'allow', ...person } };
    case 'done':
      return {
        ...card,
        state,
        outcome: {
          choice: 'allow',
          by: 'rule',
          detail: 'Bash(npm run:*)',
          where: 'workspace',
          edited: false,
          stop: false,
        },
        result: { ok: true, text: 'added 12 packages in 3s' },
        durationMs: 3210,
      };
    case 'failed':
      return {
        ...card,
        state,
        outcome: { choice: 'allow', ...person, edited: true },
        result: { ok: false, text: 'npm error code E404' },
        durationMs: 640,
      };
    case 'denied':
      return { ...card, state, outcome: { choice: 'deny', ...person, note: 'Use pnpm here.' } };
    case 'expired':
      return { ...card, state, outcome: { choice: 'deny', by: 'timeout', edited: false, stop: false } };
    case 'cancelled':
      return { ...card, state, problem: say('The agent withdrew the request: it was answered elsewhere.') };
    case 'lost':
      return { ...card, state, problem: say('The agent that asked has ended.') };
    default:
      return state satisfies never;
  }
}

export function waiting(name: string): Card {
  const found = samples[name];
  if (found === undefined) throw new Error(`There is no sample "${name}".`);
  return cardFrom(name, found);
}
