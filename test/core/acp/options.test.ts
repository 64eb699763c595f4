import { describe, expect, test } from 'vitest';
import { offeredIn, type Option, outcomeOf, readOptions } from '../../../src/core/acp/options';
import type { Decision } from '../../../src/core/call/call';
import { quoted } from '../../../src/core/texts/sentence';

const person = { kind: 'person' } as const;
const rule = { kind: 'rule', rule: 'Bash', reason: quoted('') } as const;
const allow: Decision = { choice: 'allow', by: person };
const byRule: Decision = { choice: 'allow', by: rule };
const always: Decision = { choice: 'allow', by: person, option: 'yes-9' };
const deny: Decision = { choice: 'deny', by: person, message: 'No', stop: false };
const stop: Decision = { choice: 'deny', by: person, message: 'No', stop: true };
const timeout: Decision = { choice: 'deny', by: { kind: 'timeout' }, message: 'Late', stop: false };

const option = (kind: Option['kind'], id: string): Option => ({ id, name: id.toUpperCase(), kind });
const all = [
  option('allow_always', 'yes-9'),
  option('allow_once', 'yes-1'),
  option('reject_always', 'no-9'),
  option('reject_once', 'no-1'),
];
const only = (...kinds: readonly Option['kind'][]): readonly Option[] => all.filter(({ kind }) => kinds.includes(kind));
const selected = (optionId: string) => ({ outcome: 'selected', optionId }) as const;
const cancelled = { outcome: 'cancelled' } as const;

describe('the answer, by the kinds that an agent offers', () => {
  test.each<[string, Decision, readonly Option[], ReturnType<typeof outcomeOf>]>([
    ['allow once', allow, all, selected('yes-1')],
    ['allow once, by a rule', byRule, all, selected('yes-1')],
    ['allow once where only always is offered', allow, only('allow_always', 'reject_once'), undefined],
    ['a rule where only always is offered', byRule, only('allow_always', 'reject_once'), undefined],
    ['allow where nothing is offered', allow, [], undefined],
    ['always, by a person', always, all, selected('yes-9')],
    ['always, by a rule', { ...byRule, option: 'yes-9' }, all, undefined],
    ['always, that is not offered', always, only('allow_once'), undefined],
    ['an option that is no allow', { ...always, option: 'no-9' }, all, undefined],
    ['deny', deny, all, selected('no-1')],
    ['deny where only always is offered', deny, only('allow_once', 'reject_always'), cancelled],
    ['deny where nothing is offered', deny, [], cancelled],
    ['deny and stop', stop, all, cancelled],
    ['the time limit', timeout, all, selected('no-1')],
    ['the time limit without reject once', timeout, only('allow_once', 'reject_always'), cancelled],
  ])('%s', (_, decision, options, outcome) => {
    expect(outcomeOf(decision, options)).toEqual(outcome);
  });

  test('is the id of the real agents, in whatever order they offer them', () => {
    const real: readonly (readonly [readonly Option[], string, string])[] = [
      [
        [
          option('allow_once', 'allow-once'),
          option('allow_always', 'allow-with-updates'),
          option('reject_once', 'reject'),
        ],
        'allow-once',
        'reject',
      ],
      [
        [
          option('allow_always', 'proceed_always'),
          option('allow_once', 'proceed_once'),
          option('reject_once', 'cancel'),
        ],
        'proceed_once',
        'cancel',
      ],
      [
        [option('allow_once', 'once'), option('allow_always', 'always'), option('reject_once', 'reject')],
        'once',
        'reject',
      ],
      [
        [option('allow_always', 'acceptEdits'), option('allow_once', 'default'), option('reject_once', 'plan')],
        'default',
        'plan',
      ],
    ];
    for (const [options, yes, no] of real) {
      expect(outcomeOf(allow, options)).toEqual(selected(yes));
      expect(outcomeOf(deny, options)).toEqual(selected(no));
    }
  });
});

test('what a card may offer: the names of once, and what lasts apart from them', () => {
  expect(offeredIn(all, 'Strange')).toEqual({
    agent: 'Strange',
    allow: 'YES-1',
    deny: 'NO-1',
    lasting: [{ id: 'yes-9', name: 'YES-9' }],
  });
  expect(offeredIn([], 'Strange')).toEqual({ agent: 'Strange', lasting: [] });
});

test.each<[string, unknown]>([
  ['no list', undefined],
  ['an option without an id', [{ name: 'Yes', kind: 'allow_once' }]],
  ['an option without a name', [{ optionId: 'a', kind: 'allow_once' }]],
  ['a kind that the protocol does not know', [{ optionId: 'a', name: 'Yes', kind: 'allow_forever' }]],
  [
    'one id for two options',
    [
      { optionId: 'a', name: 'Yes', kind: 'allow_once' },
      { optionId: 'a', name: 'No', kind: 'reject_once' },
    ],
  ],
])('options that break the protocol: %s', (_, options) => {
  expect(readOptions(options)).toBeUndefined();
});
