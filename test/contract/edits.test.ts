// What a person makes of a call is what runs; the model is told, the journal keeps both, and a deny stands above it.
import { quoted } from '../../src/core/texts/sentence';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Judge } from '../../src/core/call/judgement';
import { bash, write } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

const noRemoving: Judge = ({ input }) => ({
  verdict: JSON.stringify(input).includes('rm ')
    ? {
        decision: 'deny',
        by: { kind: 'rule', rule: 'Bash(rm:*)', reason: quoted('') },
        message: 'No rm.',
        readOnly: false,
      }
    : { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: quoted(''),
  because: [],
});

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a command, a file, a change and the input of a server run as edited', async () => {
    const stage = await openStage({
      cli,
      judge: noRemoving,
      turns: [
        [
          { tool: 'Read', id: 'read', input: { file_path: '$WORKSPACE/a.txt' } },
          bash('command', 'echo proposed > b.txt'),
          write('file', 'w.txt'),
          {
            tool: 'Edit',
            id: 'change',
            input: { file_path: '$WORKSPACE/a.txt', old_string: 'one', new_string: 'two' },
          },
          { tool: 'mcp__toy__close_ticket', id: 'server', input: { number: 1, comment: 'Proposed' } },
          bash('fails', 'true'),
        ],
        [{ text: 'Done.' }],
      ],
      prepare: workspace => writeFileSync(join(workspace, 'a.txt'), 'one\n'),
    });
    const edits: Record<string, object> = {
      command: { command: 'echo "edited 编辑" > b.txt' },
      file: { content: 'edited\r\n' },
      change: { new_string: 'edited' },
      server: { number: 2, comment: 'Edited' },
      fails: { command: 'echo edited; exit 3' },
    };
    await stage.send();
    await stage.card('fails', 'waiting');
    expect(() =>
      stage.allow('command', { updatedInput: { ...stage.cards.get('command')?.input, command: 'ls; rm -rf x' } }),
    ).toThrow('The edited call is denied: No rm.');
    stage.allow('read');
    for (const [id, edit] of Object.entries(edits))
      stage.allow(id, { updatedInput: { ...stage.cards.get(id)?.input, ...edit } });
    await stage.idle();
    const at = (name: string): string => readFileSync(join(stage.workspace, name), 'utf8');
    expect(at('b.txt')).toBe('edited 编辑\n');
    expect(at('w.txt')).toBe('edited\r\n');
    expect(at('a.txt')).toBe('edited\n');
    expect(stage.cards.get('server')?.result?.text).toBe('Ticket 2 is closed: Edited');
    expect(stage.cards.get('fails')).toMatchObject({ state: 'failed', outcome: { edited: true } });
    const records = (await stage.journal()).map(line => line.record);
    for (const [id, edit] of Object.entries(edits)) {
      const proposed = records.find(record => record.type === 'proposed' && record.toolCallId === id);
      const decided = records.find(record => record.type === 'interaction_response' && record.toolCallId === id);
      expect(proposed, id).toMatchObject({ input: { value: stage.cards.get(id)?.input } });
      expect(decided, id).toMatchObject({ choice: 'allow', edited: true, updatedInput: { value: edit } });
    }
    const told = stage.lastRequest().split('The user edited this call before allowing it.').length - 1;
    expect(told).toBe(Object.keys(edits).length);
  });

  test('one allowed, one denied: both results go back at once, with their times, and neither is asked again', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('yes', 'sleep 0.3; echo yes > yes.txt'), bash('no', 'echo no > no.txt')], [{ text: 'Done.' }]],
    });
    await stage.send();
    await stage.card('no', 'waiting');
    stage.allow('yes');
    stage.deny('no');
    expect(stage.cards.get('no')?.state).toBe('denied');
    await stage.idle();
    expect(Object.keys(stage.toolResults()).toSorted()).toEqual(['no', 'yes']);
    expect(Object.values(stage.toolResults()).filter(text => /ZodError|invalid permission result/.test(text))).toEqual(
      [],
    );
    expect(stage.cards.get('yes')?.durationMs).toBeGreaterThanOrEqual(300);
    expect(stage.history).toEqual(['yes waiting', 'no waiting', 'yes decided', 'no denied', 'yes running', 'yes done']);
    const events = (await stage.journal()).map(line => line.record);
    for (const id of ['yes', 'no'])
      expect(
        events.flatMap(record => ('toolCallId' in record && record.toolCallId === id ? [record.type] : [])),
      ).toEqual(
        expect.arrayContaining([
          'interaction_request',
          'execution_suspended',
          'interaction_response',
          'execution_resumed',
        ]),
      );
    expect(events.filter(record => record.type === 'interaction_request')).toHaveLength(2);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'result',
        toolCallId: 'yes',
        ok: true,
        durationMs: stage.cards.get('yes')?.durationMs,
      }),
    );
    expect(existsSync(join(stage.workspace, 'no.txt'))).toBe(false);
  });
});
