// What each answer to a plan makes of the mode, of the plan file and of the next request.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

const plan = '# My plan\n\n1. Do it\n';
const exit = (id: string): object => ({ tool: 'ExitPlanMode', id, input: { plan } });
const write = { tool: 'Write', id: 'write', input: { file_path: '$PLAN_FILE', content: plan } };

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  async function planned(turns: readonly unknown[]): Promise<Stage> {
    const stage = await openStage({ cli, mode: 'plan', turns: [[write], ...turns] });
    await stage.send('Secret of the old conversation. Plan something.');
    await stage.asked('write');
    stage.allow('write');
    return stage;
  }

  test('keep planning, approve an edited plan, approve with accepted edits', async () => {
    const stage = await planned([
      [exit('keep')],
      [exit('manual')],
      [{ text: 'Started.' }],
      [exit('edits')],
      [{ text: 'Again.' }],
    ]);
    const card = await stage.asked('keep');
    expect(card).toMatchObject({
      kind: 'plan',
      input: { plan, planFilePath: expect.stringMatching(/\/plans\/.+\.md$/) },
    });
    stage.deny('keep', { note: 'Add tests to the plan.' });

    const second = await stage.asked('manual');
    expect(stage.session.view.mode).toBe('plan');
    expect(stage.toolResults()['keep']).toBe('Add tests to the plan.');
    const edited = `${plan}2. Test it\n`;
    stage.allow('manual', { plan: 'manual', updatedInput: { ...second.input, plan: edited } });
    await stage.idle();
    expect(stage.session.view.mode).toBe('default');
    expect(stage.toolResults()['manual']).toContain(`## Approved Plan (edited by user):\n${edited}`);
    const [file = ''] = readdirSync(join(stage.home, 'plans'));
    expect(readFileSync(join(stage.home, 'plans', file), 'utf8')).toBe(edited);

    await stage.session.setMode('plan');
    await stage.send('Plan again.');
    await stage.asked('edits');
    stage.allow('edits', { plan: 'acceptEdits' });
    await stage.idle();
    expect(stage.session.view.mode).toBe('acceptEdits');
    expect(stage.toolResults()['edits']).toMatch(/^User has approved your plan/);
  });

  test('a plan that is approved with a clear conversation begins one in which the old text is gone', async () => {
    const stage = await planned([[exit('clear')], [{ text: 'Implemented.' }]]);
    await stage.asked('clear');
    const { id } = stage.session;
    const before = stage.model.requests.length;
    stage.allow('clear', { plan: 'clear' });
    await stage.until('the plan to be carried out', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Implemented.'),
    );
    await stage.idle();
    const request = stage.lastRequest();
    expect(stage.model.requests.length).toBeGreaterThan(before);
    expect(request).toContain(JSON.stringify(`Implement the following plan:\n\n${plan}`).slice(1, -1));
    expect(request).not.toContain('Secret of the old conversation');
    expect(stage.session.view.mode).toBe('default');
    expect(stage.session.id).toBe(id);
    const conversations = stage.model.requests
      .filter(it => it.speaker === 'main')
      .map(it => JSON.stringify(it.body.metadata));
    expect(new Set(conversations).size).toBe(2);
    const kinds = stage.transcript.map(item => item.kind);
    expect(kinds).toEqual(['user', 'call', 'call', 'notice', 'divider', 'user', 'text']);
  });
});
