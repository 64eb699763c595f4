import { expect, test } from 'vitest';
import { readConfirm } from '../../../src/core/protocol/readRequest';
import {
  readAddRules,
  readPreviewRules,
  readRuleNames,
  readUpdateRule,
} from '../../../src/core/protocol/readRuleRequest';

const rule = { action: 'allow', patterns: ['Bash(a)'], scope: 'session' };
const confirm = (options: object, confirmed = true): object => ({
  sessionId: 's',
  toolCallId: 't',
  revision: 1,
  confirmed,
  options,
});

test.each([
  [readConfirm, confirm({ rule })],
  [readConfirm, confirm({ rule: { ...rule, action: 'deny' } }, false)],
  [readConfirm, confirm({ rule: { ...rule, life: { kind: 'minutes', minutes: 30 } } })],
  [readAddRules, { scope: 'project', rules: [{ action: 'deny', pattern: 'Bash(a)', description: 'why' }] }],
  [readUpdateRule, { scope: 'user', id: 'x', changes: { action: 'ask', expires: null }, moveTo: 'project' }],
  [readPreviewRules, { scope: 'user', action: 'allow', patterns: [], instead: { scope: 'user', id: 'x' } }],
])('%o takes %j as it is', (read, params) => {
  expect(read(params)).toMatchObject({ ok: true, value: params });
});

test('rules are named in a list', () => {
  const rules = [{ scope: 'session', sessionId: 's', id: 'x' }];
  expect(readRuleNames({ rules })).toEqual({ ok: true, value: rules });
});

test.each([
  [readConfirm, confirm({ rule }, false), 'An allow rule goes with an allow'],
  [readConfirm, confirm({ rule: { ...rule, action: 'deny' } }), 'An allow rule goes with an allow'],
  [readConfirm, confirm({ rule: { ...rule, action: 'ask' } }), 'rule: A card makes a rule'],
  [readConfirm, confirm({ rule: { ...rule, patterns: [] } }), 'rule: patterns is empty'],
  [readConfirm, confirm({ rule: { ...rule, patterns: 'Bash(a)' } }), 'rule: patterns must be a list'],
  [readConfirm, confirm({ rule: { ...rule, patterns: [1] } }), 'rule: patterns must be texts'],
  [readConfirm, confirm({ rule: { ...rule, scope: 'team' } }), 'rule: scope must be'],
  [readConfirm, confirm({ rule: { ...rule, scope: 'claude' } }), 'rule: scope must be'],
  [readConfirm, confirm({ rule: { ...rule, life: { kind: 'minutes', minutes: -1 } } }), 'rule: life must be'],
  [readConfirm, confirm({ rule: { ...rule, life: { kind: 'minutes', minutes: Number.NaN } } }), 'rule: life must be'],
  [readConfirm, confirm({ rule: 'Bash(a)' }), 'rule: The parameters must be an object'],
  [readAddRules, { scope: 'user', rules: [{ action: 'yes', pattern: 'x' }] }, 'action must be'],
  [
    readAddRules,
    { scope: 'user', rules: Array.from({ length: 5001 }, () => rule) },
    'rules must be a list of at most 5000',
  ],
  [readUpdateRule, { scope: 'user', id: '', changes: {} }, 'id must be a text'],
  [readUpdateRule, { scope: 'user', id: 'x', changes: { expires: Number.POSITIVE_INFINITY } }, 'expires must be'],
  [readUpdateRule, { scope: 'user', id: 'x', changes: {}, moveTo: 'builtin' }, 'moveTo must be'],
  [readRuleNames, undefined, 'The parameters must be an object'],
])('%o refuses %j', (read, params, problem) => {
  expect(read(params)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});
