// What the rules decide needs no person, and stands above whatever Claude Code itself allows.
import { quoted } from '../../src/core/texts/sentence';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Judge } from '../../src/core/call/judgement';
import { isBookkeeping } from '../../src/core/rules/tables/bookkeeping';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

/** Denies what says "forbidden", allows what says "fine", asks for the rest. */
const judge: Judge = ({ tool, input }) => {
  const text = JSON.stringify(input);
  const by = (rule: string) => ({ kind: 'rule' as const, rule, reason: quoted('The test says so.') });
  const rest = { risk: 'low' as const, riskSentence: quoted(''), because: [] };
  if (text.includes('forbidden'))
    return {
      ...rest,
      verdict: { decision: 'deny', by: by('Bash(forbidden:*)'), message: 'That is forbidden here.', readOnly: false },
    };
  if (text.includes('fine'))
    return { ...rest, verdict: { decision: 'allow', by: by('Bash(fine:*)'), readOnly: false } };
  return {
    ...rest,
    verdict: isBookkeeping(tool) ? { decision: 'pass' } : { decision: 'ask', readOnly: false, always: true },
  };
};

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test.each(['default', 'bypassPermissions'] as const)(
    'in the mode %s a deny is told to the model, an allow runs, and the rest waits, over the allow rules of Claude Code',
    async mode => {
      const stage = await openStage({
        cli,
        mode,
        judge,
        turns: [
          [
            bash('no', 'echo forbidden > no.txt'),
            bash('yes', 'echo fine > yes.txt'),
            bash('ask', 'echo ask > ask.txt'),
          ],
          [{ text: 'Done.' }],
        ],
        prepare: (_, home) =>
          writeFileSync(join(home, 'settings.json'), JSON.stringify({ permissions: { allow: ['Bash'] } })),
      });
      await stage.send();
      await stage.card('ask', 'waiting');
      expect(stage.cards.get('yes')?.state).toBe('decided');
      expect(existsSync(join(stage.workspace, 'yes.txt'))).toBe(false);
      stage.allow('ask');
      await stage.idle();
      expect(stage.cards.get('no')).toMatchObject({
        state: 'denied',
        outcome: { choice: 'deny', by: 'rule', detail: 'Bash(forbidden:*)' },
      });
      expect(stage.cards.get('yes')).toMatchObject({ state: 'done', outcome: { by: 'rule', detail: 'Bash(fine:*)' } });
      expect(stage.cards.get('ask')).toMatchObject({ state: 'done', outcome: { by: 'person' } });
      expect(stage.toolResults()['no']).toBe(
        version === '2.1.197' ? 'That is forbidden here.' : 'PreToolUse:Bash hook error: That is forbidden here.',
      );
      for (const [name, is] of [
        ['no', false],
        ['yes', true],
        ['ask', true],
      ] as const)
        expect(existsSync(join(stage.workspace, `${name}.txt`)), name).toBe(is);
      const decisions = (await stage.journal()).flatMap(({ record }) =>
        record.type === 'interaction_response' ? [`${record.toolCallId} ${record.choice} ${record.by.kind}`] : [],
      );
      expect(decisions.toSorted()).toEqual(['ask allow person', 'no deny rule', 'yes allow rule']);
    },
  );

  test('a tool that only keeps the books of the agent is written down, and neither shown nor held', async () => {
    const todo =
      version === '2.1.197'
        ? {
            tool: 'TaskCreate',
            id: 'todo',
            input: { subject: 'Look', description: 'Look around', activeForm: 'Looking' },
          }
        : { tool: 'ToolSearch', id: 'todo', input: { query: 'select:WebFetch', max_results: 1 } };
    const stage = await openStage({ cli, judge, turns: [[todo], [{ text: 'Done.' }]] });
    await stage.send();
    await stage.idle();
    expect(stage.history).toEqual([]);
    expect(stage.toolResults()['todo']).toBeDefined();
    const records = (await stage.journal()).map(line => line.record);
    expect(records).toContainEqual(expect.objectContaining({ type: 'proposed', toolCallId: 'todo' }));
  });
});
