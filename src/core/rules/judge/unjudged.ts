import { messageOf } from '../../base/messageOf';
import { say } from '../../texts/sentence';
import { TooBig } from '../language/budget';
import type { Because } from '../language/verdict';
import { effect, type Effect } from '../risk/effects';

/** What is to be said of a call that could not be judged to its end. */
export function unjudged(error: unknown): { readonly because: Because; readonly gap: Effect } {
  const isTooBig = error instanceof TooBig;
  const reason = isTooBig
    ? say('It is too big to be judged.')
    : say('The rules could not be applied ({error}).', { error: messageOf(error) });
  return { because: { verdict: 'ask', reason }, gap: effect(isTooBig ? 'very-long' : 'unparseable') };
}
