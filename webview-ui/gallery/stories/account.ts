import type { Unreached } from '../../../src/core/call/use';
import { noFactsYet } from '../../../src/core/call/agentFacts';
import type { SessionView } from '../../../src/core/session/view';
import { quoted } from '../../../src/core/texts/sentence';
import { screen, session, type Story } from './story';

const used: SessionView = {
  ...session({ state: 'running' }),
  use: {
    model: 'claude-opus-5-5',
    effort: 'medium',
    cost: 1.25,
    context: { tokens: 870_000, window: 1_000_000 },
    limits: {
      status: 'warning',
      kind: 'five_hour',
      resetsAt: Date.UTC(2026, 9, 1, 19, 38),
      windows: [{ kind: 'five_hour', used: 0.93 }],
    },
  },
};
const reached: SessionView = {
  ...used,
  status: { state: 'idle' },
  model: quoted('Claude'),
  use: {
    ...used.use,
    limits: { status: 'rejected', kind: 'seven_day', resetsAt: Date.UTC(2026, 9, 3, 19, 38), windows: [] },
  },
};

const waitsForIt: SessionView = {
  ...reached,
  queue: {
    rows: [{ id: 'later', text: 'Go on.', attachments: 0, standing: 'waits' }],
    held: 'limited',
    until: Date.UTC(2026, 9, 3, 19, 38),
  },
};

const without = (unreached: Unreached): SessionView => ({ ...used, use: { ...used.use, unreached } });

/** Which model answers, what keeps it from answering, and where nothing can. */
export function accountStories(): readonly Story[] {
  const empty = { ...screen([], []), sessions: [session({ state: 'new' })] };
  return [
    { name: 'model', group: 'account', snapshot: { ...screen([]), sessions: [used] } },
    { name: 'limit-reached', group: 'account', snapshot: { ...screen([]), sessions: [reached] } },
    { name: 'limit-waits', group: 'account', snapshot: { ...screen([]), sessions: [waitsForIt] } },
    { name: 'not-accepted', group: 'account', snapshot: { ...screen([]), sessions: [without('account')] } },
    { name: 'offline', group: 'account', snapshot: { ...screen([]), sessions: [without('network')] } },
    {
      name: 'signed-out',
      group: 'account',
      snapshot: { ...empty, facts: { ...noFactsYet, account: { provider: 'firstParty' } } },
    },
    { name: 'no-folder', group: 'account', snapshot: { ...empty, sessions: [], noFolder: true } },
  ];
}
