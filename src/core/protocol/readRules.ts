import type { RuleInput } from '../call/ruleInput';
import type { Action, RuleRef, Scope } from '../call/ruleRef';
import type { AddRules, MoveRules, RemoveRules, RuleChange, RuleLife, UpdateRule } from '../ruleAdmin/changes';
import type { PreviewRules } from '../ruleAdmin/preview';
import type { RuleFilter } from '../ruleAdmin/row';
import type { RuleOrigin } from '../ruleAdmin/storedRule';
import { writableScopes } from '../ruleAdmin/writableScopes';
import {
  exactly,
  finite,
  list,
  name,
  nullable,
  object,
  oneOf,
  optional,
  text,
  type TypeOf,
  union,
  where,
} from './read';

const mostRules = 5000;
const mostPatterns = 20;
const longestLife = 7 * 24 * 60;

const action = exactly<Action>()(oneOf('allow', 'ask', 'deny'));
export const scope = exactly<Scope>()(oneOf(...writableScopes, 'claude', 'builtin', 'mode'));
const writableScope = oneOf(...writableScopes);
const origin = exactly<RuleOrigin>()(oneOf('card', 'panel', 'import', 'preset', 'offer'));
const life = exactly<RuleLife>()(
  union('kind', {
    turn: {},
    minutes: {
      minutes: where(finite, it => it > 0 && it <= longestLife, `must be more than 0 and at most ${longestLife}`),
    },
    until: { at: finite },
  }),
);

const refFields = { scope, id: name, sessionId: optional(name) };
export const ruleRef = exactly<RuleRef>()(object(refFields));
const ruleRefs = list(ruleRef, { most: mostRules });
const ruleInput = exactly<RuleInput>()(
  object({ action, pattern: name, description: optional(text), expires: optional(finite) }),
);

export const addRules = exactly<AddRules>()(
  object({
    scope: writableScope,
    sessionId: optional(name),
    rules: list(ruleInput, { most: mostRules }),
    life: optional(life),
    by: optional(origin),
    draft: optional(text),
  }),
);

export const moveRules = exactly<MoveRules>()(
  object({
    rules: ruleRefs,
    to: writableScope,
    sessionId: optional(name),
    draft: optional(text),
  }),
);

export const updateRule = exactly<UpdateRule>()(
  object({
    ...refFields,
    changes: object({
      action: optional(action),
      pattern: optional(name),
      description: optional(nullable(text)),
      expires: optional(nullable(finite)),
    }),
    moveTo: optional(writableScope),
    draft: optional(text),
  }),
);

export const removeRules = exactly<RemoveRules>()(object({ rules: ruleRefs, draft: optional(text) }));

/** A change of rules, told by what kind it is. */
export const ruleChange = exactly<RuleChange>()(
  union('type', {
    add: { add: addRules },
    update: { update: updateRule },
    move: { move: moveRules },
    remove: { remove: removeRules },
  }),
);

export const previewRules = exactly<PreviewRules>()(
  object({
    sessionId: optional(name),
    toolCallId: optional(name),
    scope: writableScope,
    action,
    patterns: list(text, { most: mostPatterns }),
    instead: optional(ruleRef),
  }),
);

export const ruleFilter = exactly<RuleFilter>()(
  object({ sessionId: optional(name), scope: optional(scope), toolName: optional(text), text: optional(text) }),
);

/** A rule that a confirmation makes with it: both happen, or neither. */
export type ConfirmRule = TypeOf<typeof confirmRule>;

export const confirmRule = object({
  action: oneOf('allow', 'deny'),
  /** One for each command of the call that needs a rule of its own. */
  patterns: list(text, { least: 1, most: mostPatterns }),
  scope: writableScope,
  life: optional(life),
  draft: optional(text),
});
