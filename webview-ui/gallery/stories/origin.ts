import type { Card } from '../../../src/core/card/card';
import type { SessionView } from '../../../src/core/session/view';
import { inState, screen, session, type Story, talk, waiting } from './story';

/** Who asks, where it is not the conversation in front. */
export function originStories(): readonly Story[] {
  const elsewhere = (name: string, other: string): Card => ({ ...waiting(name), sessionId: other });
  const others: readonly SessionView[] = [
    { ...session({ state: 'waiting_permission' }), sessionId: 'session-2', title: 'Write the release notes' },
    { ...session({ state: 'running' }), sessionId: 'session-3', title: '' },
  ];
  const here = screen([waiting('bash')]);
  const cards = [...here.cards, elsewhere('fetch', 'session-2'), elsewhere('mcp', 'session-2')];
  const agent = inState(waiting('agent'), 'running');
  const since = Array.from({ length: 700 }, (_, line) => ({
    kind: 'text' as const,
    id: `since-${line}`,
    text: `Line ${line} since then.`,
    settled: true,
  }));
  const call = { kind: 'call', id: 'call-agent', toolCallId: agent.toolCallId } as const;
  const far = { ...screen([agent, waiting('subagent')]), transcript: [...talk, call, ...since] };
  return [
    { name: 'other-sessions', group: 'origin', snapshot: { ...here, sessions: [...here.sessions, ...others], cards } },
    { name: 'subagent-far', group: 'origin', snapshot: far },
  ];
}
