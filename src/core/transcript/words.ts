import type { AgentEvent } from '../call/events';
import type { PlanLimits } from '../call/use';
import { quoted, say, type Sentence } from '../texts/sentence';
import type { Task } from './items';

type Event<T extends AgentEvent['type']> = AgentEvent & { readonly type: T };

/** One line, which counts. */
export function retryText({ attempt, most, reason, status }: Event<'retrying'>): Sentence {
  const why = status === undefined ? quoted(reason) : quoted(`${reason}, ${status}`);
  return say('The model did not answer ({reason}). Trying again: {attempt} of {most}.', { reason: why, attempt, most });
}

/** Undefined as long as there is nothing to say. The clock is that of the whole world, for the record has readers too. */
export function limitText({ status, resetsAt, windows, kind }: PlanLimits): Sentence | undefined {
  if (status === 'allowed' || resetsAt === undefined) return undefined;
  const time = clockOf(resetsAt);
  if (status === 'rejected')
    return say('The limit of your plan is reached. It is reset at {time} (UTC); go on then.', { time });
  const used = windows.find(limit => limit.kind === kind)?.used;
  if (used === undefined) return say('The limit of your plan is near. It is reset at {time} (UTC).', { time });
  const percent = Math.round(used * 100);
  return say('{percent} % of the limit of your plan is used. It is reset at {time} (UTC).', { percent, time });
}

/** Hours and minutes of a moment in milliseconds since 1970. */
function clockOf(moment: number): string {
  const minutes = Math.floor(moment / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

export function brokenText(broken: Sentence): Sentence {
  return say(
    'The record of this session is damaged, so the chat may lack something, or show what was changed. {broken}',
    {
      broken,
    },
  );
}

export function compactedText({ before, after, bySelf }: Event<'compacted'>): Sentence {
  const sizes = { before: thousands(before), after: thousands(after) };
  return bySelf
    ? say('Claude shortened the conversation by itself, from {before} to {after} tokens', sizes)
    : say('Conversation shortened from {before} to {after} tokens', sizes);
}

function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}

export function taskEndText({ state, summary, doing, taskId }: Task): Sentence {
  const task = quoted(summary ?? doing ?? taskId);
  switch (state) {
    case 'done':
    case 'running':
      return say('Ended in the background: {task}', { task });
    case 'failed':
      return say('Failed in the background: {task}', { task });
    case 'stopped':
      return say('Stopped in the background: {task}', { task });
    default:
      return state satisfies never;
  }
}
