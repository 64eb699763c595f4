import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash, write } from './calls';
import { clis } from './clis';
import { openStage, type Stage, type StageOptions } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  let stage: Stage;

  async function open(options: StageOptions): Promise<Stage> {
    stage = await openStage({ cli, ...options });
    return stage;
  }

  test('an allowed command runs, once, after its decision is on disk', async () => {
    await open({ turns: [[bash('toolu_a', 'echo ran >> ran.txt')], [{ text: 'Fine.' }]] });
    await stage.send();
    await stage.card('toolu_a', 'waiting');
    expect(existsSync(join(stage.workspace, 'ran.txt'))).toBe(false);
    stage.allow('toolu_a');
    await stage.idle();
    expect(readFileSync(join(stage.workspace, 'ran.txt'), 'utf8')).toBe('ran\n');
    expect(stage.history).toEqual(['toolu_a waiting', 'toolu_a decided', 'toolu_a running', 'toolu_a done']);
    const types = (await stage.journal()).map(line => line.record.type);
    expect(types.indexOf('interaction_response')).toBeGreaterThan(types.indexOf('proposed'));
    expect(types.indexOf('execution_resumed')).toBeGreaterThan(types.indexOf('interaction_response'));
  });

  test('a denied command does not run, and the turn goes on with the text of the denial', async () => {
    await open({ turns: [[bash('toolu_a', 'echo ran >> ran.txt')], [{ text: 'I will not.' }]] });
    await stage.send();
    await stage.card('toolu_a', 'waiting');
    stage.deny('toolu_a');
    await stage.idle();
    expect(existsSync(join(stage.workspace, 'ran.txt'))).toBe(false);
    expect(stage.toolResults()['toolu_a']).toMatch(/^The user denied this call/);
    expect(stage.cards.get('toolu_a')?.state).toBe('denied');
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'I will not.' });
  });

  test('a note reaches the model word for word', async () => {
    await open({ turns: [[bash('toolu_a', 'rm notes.txt')], [{ text: 'Understood.' }]] });
    await stage.send();
    await stage.card('toolu_a', 'waiting');
    stage.deny('toolu_a', { note: 'Use "json", 不要用 yaml.\nSecond line.' });
    await stage.idle();
    expect(stage.toolResults()['toolu_a']).toBe('Use "json", 不要用 yaml.\nSecond line.');
  });

  test('deny and stop ends the turn, and the session takes the next message', async () => {
    await open({
      turns: [[bash('toolu_a', 'echo a > a.txt'), bash('toolu_b', 'echo b > b.txt')], [{ text: 'Hello again.' }]],
    });
    await stage.send();
    await stage.card('toolu_b', 'waiting');
    const { pid } = stage.session;
    stage.deny('toolu_a', { stop: true });
    await stage.idle();
    expect(stage.cards.get('toolu_a')?.state).toBe('denied');
    expect(stage.cards.get('toolu_b')?.state).toBe('denied');
    await stage.send('Are you there?');
    await stage.idle();
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'Hello again.' });
    expect(stage.session.pid).toBe(pid);
    expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(false);
    expect(existsSync(join(stage.workspace, 'b.txt'))).toBe(false);
  });

  test('nothing of a message runs before all of it is decided; then it runs in order', async () => {
    const read = { tool: 'Read', id: 'toolu_r', input: { file_path: '$WORKSPACE/here.txt' } };
    await open({
      turns: [[read, bash('toolu_b', 'echo b >> order.txt'), write('toolu_w', 'w.txt')], [{ text: 'All three.' }]],
      prepare: workspace => writeFileSync(join(workspace, 'here.txt'), 'here\n'),
    });
    await stage.send();
    await stage.card('toolu_w', 'waiting');
    // The first one is allowed: Claude Code is serial, so any other would have to wait for it in any case.
    stage.allow('toolu_r');
    stage.allow('toolu_b');
    await new Promise(resolve => setTimeout(resolve, 2000));
    expect(stage.history.filter(entry => / (running|done|failed)$/.test(entry))).toEqual([]);
    expect(existsSync(join(stage.workspace, 'order.txt'))).toBe(false);
    stage.deny('toolu_w');
    await stage.idle();
    expect(stage.history.filter(entry => entry.endsWith(' done'))).toEqual(['toolu_r done', 'toolu_b done']);
    expect(Object.keys(stage.toolResults()).toSorted()).toEqual(['toolu_b', 'toolu_r', 'toolu_w']);
    expect(existsSync(join(stage.workspace, 'w.txt'))).toBe(false);
  });

  test('with the gate open the first call of a message runs while the rest waits: the test above can fail', async () => {
    await open({ gate: 'off', turns: [[bash('toolu_b', 'echo b >> order.txt'), write('toolu_w', 'w.txt')], []] });
    await stage.send();
    await stage.card('toolu_w', 'waiting');
    stage.allow('toolu_b');
    await stage.card('toolu_b', 'done');
    expect(existsSync(join(stage.workspace, 'order.txt'))).toBe(true);
    expect(stage.cards.get('toolu_w')?.state).toBe('waiting');
  });

  test('an edited command runs as edited, the journal keeps both, and the model is told', async () => {
    await open({ turns: [[bash('toolu_a', 'echo proposed > which.txt')], [{ text: 'Fine.' }]] });
    await stage.send();
    const card = await stage.card('toolu_a', 'waiting');
    stage.allow('toolu_a', { updatedInput: { ...card.input, command: 'echo edited > which.txt' } });
    await stage.idle();
    expect(readFileSync(join(stage.workspace, 'which.txt'), 'utf8')).toBe('edited\n');
    const records = (await stage.journal()).map(line => line.record);
    expect(records.find(record => record.type === 'proposed')).toMatchObject({
      input: { value: { command: 'echo proposed > which.txt' } },
    });
    expect(records.find(record => record.type === 'interaction_response')).toMatchObject({
      edited: true,
      updatedInput: { value: { command: 'echo edited > which.txt' } },
    });
    expect(stage.lastRequest()).toContain('The user edited this call before allowing it.');
  });

  test('what a person says with an approval reaches the model with the result, and stands in the record', async () => {
    await open({ turns: [[bash('toolu_a', 'echo ran > ran.txt')], [{ text: 'Understood.' }]] });
    await stage.send();
    await stage.card('toolu_a', 'waiting');
    stage.allow('toolu_a', { note: 'Only this once, and tidy up after it.' });
    await stage.idle();
    expect(existsSync(join(stage.workspace, 'ran.txt'))).toBe(true);
    expect(stage.lastRequest()).toContain('The user said, allowing this call: Only this once, and tidy up after it.');
    const records = (await stage.journal()).map(line => line.record);
    expect(records.find(record => record.type === 'interaction_response')).toMatchObject({
      choice: 'allow',
      note: 'Only this once, and tidy up after it.',
    });
  });

  test('one process answers the asks of five turns, one of them stopped', async () => {
    const turns = Array.from({ length: 5 }, (_, turn) =>
      turn % 2 === 0
        ? [[bash(`toolu_${turn}`, `echo ${turn} >> turns.txt`)], ...(turn === 2 ? [] : [[{ text: `Turn ${turn}.` }]])]
        : [[{ text: `Turn ${turn}.` }]],
    ).flat();
    await open({ turns });
    const pids = new Set<number | undefined>();
    for (let turn = 0; turn < 5; turn += 1) {
      await stage.send(`Turn ${turn}`);
      if (turn % 2 === 0) {
        await stage.card(`toolu_${turn}`, 'waiting');
        if (turn === 2) stage.deny(`toolu_${turn}`, { stop: true });
        else stage.allow(`toolu_${turn}`);
      }
      await stage.idle();
      pids.add(stage.session.pid);
    }
    expect(pids.size).toBe(1);
    expect(readFileSync(join(stage.workspace, 'turns.txt'), 'utf8')).toBe('0\n4\n');
    expect(stage.transcript.flatMap(item => (item.kind === 'text' ? [item.text] : []))).toEqual([
      'Turn 0.',
      'Turn 1.',
      'Turn 3.',
      'Turn 4.',
    ]);
  });
});
