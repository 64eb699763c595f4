import { entryOf } from '../base/entryOf';
import { asString, type JsonObject } from '../base/json';
import type { AgentEvent } from '../call/events';
import { quoted, say, type Sentence } from '../texts/sentence';

/** What to do now, by the name that the agent gives an error. */
const advice: Readonly<Record<string, Sentence>> = {
  rate_limit: say('Go on when the limit is reset, or choose another model.'),
  server_error: say('Send the message again in a moment.'),
  overloaded: say('Send the message again in a moment.'),
  billing_error: say('Look at the billing of your account, then send the message again.'),
  authentication_failed: say('Sign in again, or check the API key, then restart the session.'),
  model_not_found: say('Choose another model, then send the message again.'),
  invalid_request: say('Shorten the conversation with /compact, or begin a new one.'),
};

/** Of the errors that are called so, those of a file are told apart by their words: what it was comes with the end of the turn. */
const ofFile = /\bimages?\b|\bPDF\b|^Request too large\b/i;
const smaller = say('Send it again with a smaller file or without it, or shorten the conversation with /compact.');

/** An error of the model in the agent's words, with what a person can do about it. */
function errorText(error: string, told: string | undefined): Sentence {
  const what = told ? quoted(told) : say('The model could not be reached: {error}', { error });
  const isOfFile = error === 'invalid_request' && told !== undefined && ofFile.test(told);
  const now = error === 'unknown' ? undefined : isOfFile ? smaller : entryOf(advice, error);
  return now === undefined ? what : say('{what} · {now}', { what, now });
}

/** The model is asked once more. One line counts how often. */
export function retrying(message: JsonObject): AgentEvent[] {
  const status = message['error_status'];
  const reason = asString(message['error']) ?? 'unknown';
  if (reason === 'authentication_failed') return refused(reason, undefined, true);
  const again = { attempt: numberIn(message['attempt']), most: numberIn(message['max_retries']), reason };
  return typeof status === 'number'
    ? [{ type: 'retrying', ...again, status }]
    : [
        { type: 'retrying', ...again },
        { type: 'unreached', why: 'network', inVain: false },
      ];
}

/** A message that the model does not answer. An account that is not taken is not taken a moment later either. */
export function refused(error: string, told: string | undefined, again: boolean): AgentEvent[] {
  const notice: AgentEvent = { type: 'notice', level: 'error', text: errorText(error, told) };
  return error === 'authentication_failed' ? [notice, { type: 'unreached', why: 'account', inVain: again }] : [notice];
}

function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
