import { quoted } from '../../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import type { CardOutcome } from '../../../src/core/card/card';
import type { CardReason } from '../../../src/core/call/judgement';
import { rulesBehind } from '../../../src/core/card/rulesBehind';

const byRule: CardOutcome = { choice: 'allow', by: 'rule', detail: 'Bash(git push:*)', edited: false, stop: false };
const reason = (verdict: CardReason['verdict'], rule: string, where: string): CardReason => ({
  verdict,
  rule,
  where,
  ref: { scope: 'user', id: rule },
  reason: quoted(''),
});
const push = reason('allow', 'Bash(git push:*)', 'user /home/me/.latch/rules.json:4');

test.each<[string, CardOutcome, readonly CardReason[], readonly object[]]>([
  ['the one that decided', byRule, [push], [{ rule: 'Bash(git push:*)', where: push.where, ref: push.ref }]],
  ['each only once', byRule, [push, push], [{ rule: 'Bash(git push:*)' }]],
  [
    'one for each command of a chain',
    byRule,
    [push, reason('allow', 'Bash(make:*)', 'session')],
    [{ rule: 'Bash(git push:*)' }, { rule: 'Bash(make:*)' }],
  ],
  ['not those that said otherwise', byRule, [push, reason('ask', 'Bash(make:*)', 'session')], [{ rule: push.rule }]],
  ['none where a person decided', { ...byRule, by: 'person' }, [push], []],
  ['none where no rule did', byRule, [{ verdict: 'allow', reason: quoted('Everything is trusted for now.') }], []],
  [
    'what the journal says, where nothing else is known',
    { ...byRule, where: 'project /work/.latch/rules.json:7' },
    [],
    [{ rule: 'Bash(git push:*)', where: 'project /work/.latch/rules.json:7' }],
  ],
])('%s', (_, outcome, because, expected) => {
  const found = rulesBehind({ outcome, because });
  expect(found).toHaveLength(expected.length);
  expect(found).toMatchObject(expected);
});
