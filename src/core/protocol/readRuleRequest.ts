import type { RuleInput } from '../call/ruleInput';
import { isObject, type JsonObject } from '../base/json';
import type { Read } from './read';
import type { RuleRef, Action, Scope } from '../call/ruleRef';
import type { ConfirmRule, ScopePlace, TestCall } from './ruleMessages';
import type { PreviewRules } from '../ruleAdmin/preview';
import type { RuleFilter } from '../ruleAdmin/row';
import type { AddRules, MoveRules, RuleChange, RuleLife, UpdateRule } from '../ruleAdmin/changes';
import { type RuleOrigin, type WritableScope, writableScopes } from '../ruleAdmin/storedRule';

/** What is wrong with a request; caught where the request is read, and told to its sender. */
class Bad extends Error {
  override readonly name = 'Bad';
}

/** Reads requests about rules. Whatever is not exactly of its form is an error to the sender and goes no further. */
function reader<T>(read: (params: JsonObject) => T): (params: unknown) => Read<T> {
  return params => {
    try {
      if (!isObject(params)) throw new Bad('The parameters must be an object.');
      return { ok: true, value: read(params) };
    } catch (error) {
      if (error instanceof Bad) return { ok: false, problem: error.message };
      throw error;
    }
  };
}

export const readRuleFilter = reader<RuleFilter>(params => ({
  ...optional('sessionId', text(params, 'sessionId')),
  ...optional('toolName', text(params, 'toolName')),
  ...optional('text', text(params, 'text')),
  ...optional('scope', params['scope'] === undefined ? undefined : scope(params)),
}));

export const readRuleName = reader<RuleRef>(ruleName);

export const readRuleNames = reader<readonly RuleRef[]>(params => list(params, 'rules', mostRules).map(ruleNameOf));

export const readAddRules = reader<AddRules>(params => ({
  scope: writableScope(params['scope'], 'scope'),
  rules: list(params, 'rules', mostRules).map(ruleInput),
  ...optional('sessionId', text(params, 'sessionId')),
  ...optional('life', life(params['life'])),
  ...optional('by', origin(params['by'])),
  ...optional('draft', text(params, 'draft')),
}));

export const readMoveRules = reader<MoveRules>(params => ({
  rules: list(params, 'rules', mostRules).map(ruleNameOf),
  to: writableScope(params['to'], 'to'),
  ...optional('sessionId', text(params, 'sessionId')),
  ...optional('draft', text(params, 'draft')),
}));

/** A change of rules, told by what kind it is. */
export function readRuleChange(params: unknown): Read<RuleChange> {
  const { type, add, update, move }: JsonObject = isObject(params) ? params : {};
  switch (type) {
    case 'add':
      return readAs(readAddRules(add), value => ({ type, add: value }));
    case 'update':
      return readAs(readUpdateRule(update), value => ({ type, update: value }));
    case 'move':
      return readAs(readMoveRules(move), value => ({ type, move: value }));
    default:
      return { ok: false, problem: 'type must be add, update or move.' };
  }
}

function readAs<T>(read: Read<T>, changeOf: (value: T) => RuleChange): Read<RuleChange> {
  return read.ok ? { ok: true, value: changeOf(read.value) } : read;
}

export const readUpdateRule = reader<UpdateRule>(params => ({
  ...ruleName(params),
  ...optional('draft', text(params, 'draft')),
  changes: changes(params['changes']),
  ...optional('moveTo', params['moveTo'] === undefined ? undefined : writableScope(params['moveTo'], 'moveTo')),
}));

export const readConfirmRule = reader<ConfirmRule>(params => {
  const given = action(params);
  if (given === 'ask') throw new Bad('A card makes a rule that allows or one that denies.');
  return {
    action: given,
    patterns: patterns(params, 1),
    scope: writableScope(params['scope'], 'scope'),
    ...optional('life', life(params['life'])),
    ...optional('draft', text(params, 'draft')),
  };
});

export const readPreviewRules = reader<PreviewRules>(params => ({
  scope: writableScope(params['scope'], 'scope'),
  action: action(params),
  patterns: patterns(params, 0),
  ...optional('sessionId', text(params, 'sessionId')),
  ...optional('toolCallId', text(params, 'toolCallId')),
  ...optional('instead', params['instead'] === undefined ? undefined : ruleNameOf(params['instead'])),
}));

export const readTestCall = reader<TestCall>(params => {
  const { input } = params;
  if (!isObject(input)) throw new Bad('input must be an object.');
  return { tool: needed(params, 'tool'), input, ...optional('sessionId', text(params, 'sessionId')) };
});

export const readScopePlace = reader<ScopePlace>(params => {
  const { line } = params;
  if (line !== undefined && !(typeof line === 'number' && Number.isInteger(line) && line > 0))
    throw new Bad('line must be the number of a line.');
  return { scope: scope(params), ...optional('file', text(params, 'file')), ...optional('line', line) };
});

export const readShownRule = reader<{ readonly rule?: RuleRef }>(params =>
  optional('rule', params['rule'] === undefined ? undefined : ruleNameOf(params['rule'])),
);

export const readOfferKey = reader<string>(params => needed(params, 'key'));

const mostRules = 5000;
const mostPatterns = 20;
const longestLife = 7 * 24 * 60;

function optional<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  const empty: { readonly [P in K]?: T } = {};
  return value === undefined ? empty : { ...empty, [key]: value };
}

function text(params: JsonObject, key: string): string | undefined {
  const value = params[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Bad(`${key} must be a text.`);
  return value;
}

function needed(params: JsonObject, key: string): string {
  const value = text(params, key);
  if (value === undefined || value === '') throw new Bad(`${key} must be a text.`);
  return value;
}

function list(params: JsonObject, key: string, most: number): readonly unknown[] {
  const value = params[key];
  if (!Array.isArray(value) || value.length > most) throw new Bad(`${key} must be a list of at most ${most}.`);
  return value;
}

const actions: readonly Action[] = ['allow', 'ask', 'deny'];

function action(params: JsonObject): Action {
  const found = actions.find(it => it === params['action']);
  if (!found) throw new Bad('action must be allow, ask or deny.');
  return found;
}

const scopes: readonly Scope[] = [...writableScopes, 'team', 'claude', 'builtin', 'mode'];

function scope(params: JsonObject): Scope {
  const found = scopes.find(it => it === params['scope']);
  if (!found) throw new Bad('scope must be one of the scopes.');
  return found;
}

function writableScope(value: unknown, key: string): WritableScope {
  const found = writableScopes.find(it => it === value);
  if (!found) throw new Bad(`${key} must be ${writableScopes.join(', ')}.`);
  return found;
}

function ruleName(params: JsonObject): RuleRef {
  return { scope: scope(params), id: needed(params, 'id'), ...optional('sessionId', text(params, 'sessionId')) };
}

function ruleNameOf(value: unknown): RuleRef {
  if (!isObject(value)) throw new Bad('A rule is named by its scope and its id.');
  return ruleName(value);
}

function ruleInput(value: unknown): RuleInput {
  if (!isObject(value)) throw new Bad('A rule is an object with action and pattern.');
  return {
    action: action(value),
    pattern: needed(value, 'pattern'),
    ...optional('description', text(value, 'description')),
  };
}

function patterns(params: JsonObject, least: number): readonly string[] {
  const found = list(params, 'patterns', mostPatterns);
  if (found.length < least) throw new Bad('patterns is empty.');
  return found.map(it => {
    if (typeof it !== 'string') throw new Bad('patterns must be texts.');
    return it;
  });
}

function life(value: unknown): RuleLife | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw new Bad('life must be an object.');
  const { kind, minutes, at } = value;
  if (kind === 'turn') return { kind };
  if (kind === 'minutes' && typeof minutes === 'number' && minutes > 0 && minutes <= longestLife)
    return { kind, minutes };
  if (kind === 'until' && typeof at === 'number' && Number.isFinite(at)) return { kind, at };
  throw new Bad('life must be a turn, a number of minutes, or until a time.');
}

const origins: readonly RuleOrigin[] = ['card', 'panel', 'import', 'preset', 'offer'];

function origin(value: unknown): RuleOrigin | undefined {
  if (value === undefined) return undefined;
  const found = origins.find(it => it === value);
  if (!found) throw new Bad('by must be a place in which rules are made.');
  return found;
}

function changes(value: unknown): UpdateRule['changes'] {
  if (!isObject(value)) throw new Bad('changes must be an object.');
  const { description, expires } = value;
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw new Bad('description must be a text or null.');
  if (expires !== undefined && expires !== null && !(typeof expires === 'number' && Number.isFinite(expires)))
    throw new Bad('expires must be a time or null.');
  return {
    ...optional('action', value['action'] === undefined ? undefined : action(value)),
    ...optional('pattern', value['pattern'] === undefined ? undefined : needed(value, 'pattern')),
    ...optional('description', description),
    ...optional('expires', typeof expires === 'number' || expires === null ? expires : undefined),
  };
}
