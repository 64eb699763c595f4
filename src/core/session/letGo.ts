import type { SessionStatus } from './view';

/**
 * When a window ends a session so that it goes on in another one: when nothing of it is under way and nobody is at that
 * window any more; also when somebody is, but does not see it; or at once, because a person wants it so.
 */
export const letGo = ['ifAway', 'ifUnseen', 'now'] as const;
export type LetGo = (typeof letGo)[number];

/** Whether nothing is lost when the agent is ended: it neither works nor waits. */
export function atRest({ state }: SessionStatus): boolean {
  return state === 'new' || state === 'idle' || state === 'ended' || state === 'failed';
}

/** Whether the window that has it lets go. */
export function letsGo(
  when: LetGo,
  status: SessionStatus,
  seen: { readonly away: boolean; readonly shown: boolean },
): boolean {
  if (when === 'now') return true;
  return atRest(status) && (seen.away || (when === 'ifUnseen' && !seen.shown));
}
