import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import { readSuggestion, type Suggestion } from '../../../src/core/card/suggestions';

const lint = { toolName: 'Bash', ruleContent: 'npm run lint' };
const addRules = { type: 'addRules', behavior: 'allow', rules: [lint], destination: 'localSettings' };

describe('what Claude Code suggests', () => {
  it.each<[string, JsonObject, Suggestion]>([
    ['a rule', addRules, { kind: 'allow', what: ['Bash(npm run lint)'], file: '.claude/settings.local.json' }],
    [
      'rules for a tool as a whole and for a part of it',
      { ...addRules, rules: [lint, { toolName: 'WebSearch' }], destination: 'projectSettings' },
      { kind: 'allow', what: ['Bash(npm run lint)', 'WebSearch'], file: '.claude/settings.json' },
    ],
    [
      'a rule for everywhere',
      { ...addRules, destination: 'userSettings' },
      { kind: 'allow', what: ['Bash(npm run lint)'], file: 'own' },
    ],
    [
      'a mode',
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      { kind: 'mode', what: ['acceptEdits'], file: undefined, asks: 'less' },
    ],
    [
      'a mode in which nothing is asked',
      { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
      { kind: 'mode', what: ['bypassPermissions'], file: undefined, asks: 'nothing' },
    ],
    [
      'a mode of a newer version',
      { type: 'setMode', mode: 'yolo', destination: 'session' },
      { kind: 'mode', what: ['yolo'], file: undefined, asks: 'less' },
    ],
    [
      'a mode that asks as before',
      { type: 'setMode', mode: 'plan', destination: 'session' },
      { kind: 'mode', what: ['plan'], file: undefined, asks: 'asBefore' },
    ],
    [
      'folders',
      { type: 'addDirectories', directories: ['/home/ana', '/srv'], destination: 'session' },
      { kind: 'folders', what: ['/home/ana', '/srv'], file: undefined },
    ],
  ])('can be %s', (_, suggestion, expected) => expect(readSuggestion(suggestion)).toEqual(expected));

  it.each<[string, JsonObject]>([
    ['a change that is not known', { ...addRules, type: 'replaceRules' }],
    ['a place that is not known', { ...addRules, destination: 'cliArg' }],
    ['a place by a name that every object has', { ...addRules, destination: 'toString' }],
    ['rules that deny', { ...addRules, behavior: 'deny' }],
    ['rules of which one cannot be read', { ...addRules, rules: [lint, { ruleContent: 'ls' }] }],
    ['a rule whose content is no text', { ...addRules, rules: [{ toolName: 'Bash', ruleContent: 1 }] }],
    ['no rule at all', { ...addRules, rules: [] }],
    ['no mode', { type: 'setMode', destination: 'session' }],
  ])('is shown as it is where it is %s', (_, suggestion) =>
    expect(readSuggestion(suggestion)).toEqual({ kind: 'other', what: [JSON.stringify(suggestion)] }),
  );
});
