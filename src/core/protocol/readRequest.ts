import type { InteractionResponse } from '../card/interaction';
import { asBoolean, asString, isObject, type JsonObject } from '../base/json';
import { readConfirmRule } from './readRuleRequest';
import type { RepositoryChoice } from '../session/repository';
import {
  type ConfirmRequest,
  type ConfirmRequestOptions,
  type UiCommand,
  uiCommands,
  type WebviewNotifications,
  type WebviewRequests,
} from './messages';
import type { Read } from './read';

function bad(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

export function readConfirm(params: unknown): Read<ConfirmRequest> {
  if (!isObject(params)) return bad('The parameters must be an object.');
  const { sessionId, toolCallId, confirmed, revision } = params;
  if (typeof sessionId !== 'string' || sessionId === '') return bad('sessionId must be a text.');
  if (typeof toolCallId !== 'string' || toolCallId === '') return bad('toolCallId must be a text.');
  if (typeof confirmed !== 'boolean') return bad('confirmed must be true or false.');
  if (typeof revision !== 'number' || !Number.isInteger(revision)) return bad('revision must be a whole number.');
  const options = readOptions(params['options']);
  if (!options.ok) return options;
  const { rule } = options.value;
  if (rule && (rule.action === 'allow') !== confirmed)
    return bad('An allow rule goes with an allow, and a deny rule with a deny.');
  return { ok: true, value: { sessionId, toolCallId, confirmed, revision, options: options.value } };
}

const plans: readonly string[] = ['manual', 'acceptEdits', 'clear'];

function readOptions(options: unknown): Read<ConfirmRequestOptions> {
  if (options === undefined) return { ok: true, value: {} };
  if (!isObject(options)) return bad('options must be an object.');
  const { updatedInput, response, plan, suggestions, note, stop } = options;
  if (updatedInput !== undefined && !isObject(updatedInput)) return bad('updatedInput must be an object.');
  if (plan !== undefined && !(typeof plan === 'string' && plans.includes(plan)))
    return bad('plan must be manual, acceptEdits or clear.');
  if (suggestions !== undefined && !(Array.isArray(suggestions) && suggestions.every(isObject)))
    return bad('suggestions must be a list of objects.');
  if (note !== undefined && typeof note !== 'string') return bad('note must be a text.');
  if (stop !== undefined && typeof stop !== 'boolean') return bad('stop must be true or false.');
  const rule = options['rule'] === undefined ? undefined : readConfirmRule(options['rule']);
  if (rule && !rule.ok) return bad(`rule: ${rule.problem}`);
  const answer = response === undefined ? undefined : readResponse(response, 0);
  if (response !== undefined && !answer) return bad('response is not an answer to a question.');
  return {
    ok: true,
    value: {
      ...(isObject(updatedInput) ? { updatedInput } : {}),
      ...(answer ? { response: answer } : {}),
      ...(plan === 'manual' || plan === 'acceptEdits' || plan === 'clear' ? { plan } : {}),
      ...(Array.isArray(suggestions) ? { suggestions: suggestions.filter(isObject) } : {}),
      ...(rule ? { rule: rule.value } : {}),
      ...(typeof note === 'string' ? { note } : {}),
      ...(typeof stop === 'boolean' ? { stop } : {}),
    },
  };
}

const deepestAnswer = 8;

function readResponse(value: unknown, depth: number): InteractionResponse | undefined {
  if (!isObject(value) || depth > deepestAnswer) return undefined;
  const id = asString(value['id']);
  if (id === undefined) return undefined;
  const { text, selectedValues, confirmed, notes, responses } = value;
  if (text !== undefined && asString(text) === undefined) return undefined;
  if (notes !== undefined && asString(notes) === undefined) return undefined;
  if (confirmed !== undefined && asBoolean(confirmed) === undefined) return undefined;
  if (
    selectedValues !== undefined &&
    !(Array.isArray(selectedValues) && selectedValues.every(it => typeof it === 'string'))
  )
    return undefined;
  if (responses !== undefined && !Array.isArray(responses)) return undefined;
  const nested = Array.isArray(responses) ? responses.map(it => readResponse(it, depth + 1)) : undefined;
  if (nested && !nested.every(it => it !== undefined)) return undefined;
  return {
    id,
    ...(typeof text === 'string' ? { text } : {}),
    ...(Array.isArray(selectedValues) ? { selectedValues: selectedValues.filter(it => typeof it === 'string') } : {}),
    ...(typeof confirmed === 'boolean' ? { confirmed } : {}),
    ...(typeof notes === 'string' ? { notes } : {}),
    ...(nested ? { responses: nested } : {}),
  };
}

/** A session and, where it names one, a call. */
export function readTarget(params: unknown): Read<{ readonly sessionId: string; readonly toolCallId: string }> {
  if (!isObject(params) || typeof params['sessionId'] !== 'string') return bad('sessionId must be a text.');
  const { sessionId, toolCallId } = params;
  return { ok: true, value: { sessionId, toolCallId: asString(toolCallId) ?? '' } };
}

export function readEarlier(params: unknown): Read<WebviewRequests['session/earlier']['params']> {
  const target = readTarget(params);
  if (!target.ok) return target;
  const before = isObject(params) ? asString(params['before']) : undefined;
  return before === undefined
    ? bad('before must be a text.')
    : { ok: true, value: { sessionId: target.value.sessionId, before } };
}

/** A call, and the input that its card shows where it is not what was proposed. */
export function readOpenDiff(
  params: unknown,
): Read<{ readonly sessionId: string; readonly toolCallId: string; readonly input?: JsonObject }> {
  const target = readTarget(params);
  const input = isObject(params) ? params['input'] : undefined;
  if (!target.ok || input === undefined) return target;
  return isObject(input) ? { ok: true, value: { ...target.value, input } } : bad('input must be an object.');
}

const longestMessage = 1_000_000;

export function readSend(params: unknown): Read<{ readonly sessionId?: string; readonly text: string }> {
  if (!isObject(params)) return bad('The parameters must be an object.');
  const { sessionId, text } = params;
  if (typeof text !== 'string' || text.trim() === '') return bad('The message is empty.');
  if (text.length > longestMessage) return bad(`The message is longer than ${longestMessage} characters.`);
  if (sessionId !== undefined && typeof sessionId !== 'string') return bad('sessionId must be a text.');
  return { ok: true, value: { text, ...(typeof sessionId === 'string' ? { sessionId } : {}) } };
}

export function readCommand(params: unknown): Read<UiCommand> {
  const command = isObject(params) ? uiCommands.find(it => it === params['command']) : undefined;
  return command ? { ok: true, value: command } : bad('There is no such command.');
}

export function readDrafting(params: unknown): Read<WebviewNotifications['ui/drafting']> {
  const target = readTarget(params);
  if (!target.ok) return target;
  const active = isObject(params) ? params['active'] : undefined;
  return typeof active === 'boolean'
    ? { ok: true, value: { ...target.value, active } }
    : bad('active must be true or false.');
}

const choices: readonly RepositoryChoice[] = ['none', 'instructions', 'all'];

export function readChoice(params: unknown): Read<{ readonly hash: string; readonly choice: RepositoryChoice }> {
  if (!isObject(params) || typeof params['hash'] !== 'string') return bad('hash must be a text.');
  const choice = choices.find(it => it === params['choice']);
  return choice
    ? { ok: true, value: { hash: params['hash'], choice } }
    : bad('choice must be none, instructions or all.');
}

export function readPlace(params: unknown): Read<{ readonly file: string; readonly line: number }> {
  if (!isObject(params) || typeof params['file'] !== 'string') return bad('file must be a text.');
  const { file, line } = params;
  return { ok: true, value: { file, line: typeof line === 'number' && line >= 1 ? Math.floor(line) : 1 } };
}

/** One of the rules behind a call. */
export function readRuleOfCall(
  params: unknown,
): Read<{ readonly sessionId: string; readonly toolCallId: string; readonly at: number }> {
  const target = readTarget(params);
  if (!target.ok) return target;
  const at = isObject(params) ? params['at'] : undefined;
  return typeof at === 'number' ? { ok: true, value: { ...target.value, at } } : bad('at must be a number.');
}

export function readPainted(params: unknown): Read<WebviewNotifications['ui/painted']> {
  const target = readTarget(params);
  if (!target.ok) return target;
  const revision = isObject(params) ? params['revision'] : undefined;
  return typeof revision === 'number'
    ? { ok: true, value: { ...target.value, revision } }
    : bad('revision must be a number.');
}
