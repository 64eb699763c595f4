// With full mediation no call of any kind runs, in any permission mode of Claude Code, before the channel answered it.
import { quoted } from '../../src/core/texts/sentence';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { PermissionMode } from '../../src/core/call/mode';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'];

/** Calls of one message, in the order in which they are allowed one by one. */
const calls = [
  { id: 'read', tool: 'Read', input: { file_path: '$WORKSPACE/a.txt' } },
  { id: 'read_notebook', tool: 'Read', input: { file_path: '$WORKSPACE/n.ipynb' } },
  { id: 'bash_reads', tool: 'Bash', input: { command: 'ls', description: 'List' } },
  { id: 'bash_writes', tool: 'Bash', input: { command: 'echo x > bash.txt', description: 'Write' } },
  { id: 'edit', tool: 'Edit', input: { file_path: '$WORKSPACE/a.txt', old_string: 'one', new_string: 'two' } },
  { id: 'write', tool: 'Write', input: { file_path: '$WORKSPACE/w.txt', content: 'w\n' } },
  {
    id: 'notebook',
    tool: 'NotebookEdit',
    input: { notebook_path: '$WORKSPACE/n.ipynb', cell_id: 'c1', new_source: 'print(2)' },
  },
  { id: 'fetch', tool: 'WebFetch', input: { url: 'http://127.0.0.1:9/', prompt: 'What is it?' } },
  { id: 'mcp_reads', tool: 'mcp__toy__find_ticket', input: { number: 1 } },
  { id: 'mcp_writes', tool: 'mcp__toy__close_ticket', input: { number: 1, comment: 'Done' } },
  { id: 'skill', tool: 'Skill', input: { skill: 'release-notes' } },
  {
    id: 'agent',
    tool: 'Agent',
    input: { description: 'Look', prompt: 'Look around.', subagent_type: 'general-purpose', run_in_background: false },
  },
];
const inside = { id: 'inside', tool: 'Bash', input: { command: 'echo x > inside.txt', description: 'Inside' } };

const notebook = {
  cells: [{ cell_type: 'code', id: 'c1', source: ['print(1)'], metadata: {}, outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
};

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  let stage: Stage;
  test.each(modes)('in the mode %s every kind of call waits for the channel', async mode => {
    stage = await openStage({
      cli,
      mode,
      gate: 'off',
      turns: [calls, [{ text: 'Done.' }]],
      agents: { 'Look around.': [[inside], [{ text: 'Seen.' }]] },
      prepare(workspace) {
        writeFileSync(join(workspace, 'a.txt'), 'one\n');
        writeFileSync(join(workspace, 'n.ipynb'), JSON.stringify(notebook));
      },
    });
    await stage.send();
    for (const { id } of [...calls, inside]) {
      await stage.asked(id);
      expect(stage.session.view.mode).toBe(mode);
      // The asks of calls that may run side by side come together; what was not allowed has not run.
      expect(ranBefore(id)).toEqual([]);
      stage.allow(id);
    }
    await stage.idle();
    const ended = [...stage.cards.values()].map(card => `${card.toolCallId} ${card.state}`);
    expect(ended.toSorted()).toEqual(
      [...calls, inside].map(({ id }) => `${id} ${id === 'fetch' ? 'failed' : 'done'}`).toSorted(),
    );
    const records = (await stage.journal()).map(line => line.record);
    for (const { id } of [...calls, inside]) {
      // What some tools give back in fields is noted after the result, and is no step of the call.
      const order = records.flatMap(record =>
        'toolCallId' in record && record.toolCallId === id && record.type !== 'returned' ? [record.type] : [],
      );
      expect(order, id).toEqual([
        'proposed',
        'interaction_request',
        'execution_suspended',
        'interaction_response',
        'execution_resumed',
        'result',
      ]);
    }
  });

  /** Whatever a call leaves behind, seen before that call is allowed. */
  function ranBefore(id: string): string[] {
    const traces: Record<string, () => boolean> = {
      bash_writes: () => existsSync(join(stage.workspace, 'bash.txt')),
      edit: () => readFileSync(join(stage.workspace, 'a.txt'), 'utf8') !== 'one\n',
      write: () => existsSync(join(stage.workspace, 'w.txt')),
      notebook: () => readFileSync(join(stage.workspace, 'n.ipynb'), 'utf8').includes('print(2)'),
      inside: () => existsSync(join(stage.workspace, 'inside.txt')),
    };
    const ids = [...calls, inside].map(call => call.id);
    return ids
      .slice(ids.indexOf(id))
      .filter(later => traces[later]?.() === true || stage.cards.get(later)?.result !== undefined);
  }

  test('with native mediation Claude Code itself lets a reading call run, and asks for a writing one', async () => {
    stage = await openStage({
      cli,
      mediation: 'native',
      judge: () => ({
        verdict: { decision: 'ask', readOnly: false, always: false },
        risk: 'low',
        riskSentence: quoted(''),
        because: [],
      }),
      turns: [[calls[2], calls[3]], [{ text: 'Done.' }]],
    });
    await stage.send();
    await stage.asked('bash_writes');
    expect(stage.history).toEqual(['bash_writes waiting']);
    stage.deny('bash_writes');
    await stage.idle();
    expect(stage.toolResults()['bash_reads']).not.toContain('denied');
    expect(existsSync(join(stage.workspace, 'bash.txt'))).toBe(false);
  });
});
