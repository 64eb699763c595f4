// Messages that are sent while Claude works wait in Latch. After a stop nothing of them starts, and none of them is lost.
import { describe, expect, test } from 'vitest';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

const slow = [{ tool: 'Bash', id: 'toolu_1', input: { command: 'tail -f /dev/null', description: 'Wait' } }];
const rows = ({ session }: Stage): readonly string[] =>
  (session.view.queue?.rows ?? []).map(({ text, standing }) => `${text}: ${standing}`);
const idOf = ({ session }: Stage, place: number): string => session.view.queue?.rows[place]?.id ?? '';
/** The texts of a person that the model was told in any request. */
const heard = ({ model }: Stage, text: string): boolean =>
  model.requests.some(({ body }) => JSON.stringify(body['messages']).includes(text));

describe.each(clis)('$version', ({ path }) => {
  test('what waits goes out when the turn is over, one message after the other, in the order it was put in', async () => {
    const stage = await openStage({
      cli: path,
      turns: [
        [{ tool: 'Bash', id: 'toolu_1', input: { command: 'true' } }],
        [{ text: 'One.' }],
        [{ text: 'Two.' }],
        [{ text: 'Three.' }],
      ],
    });
    await stage.send('First');
    await stage.asked('toolu_1');
    await stage.session.send('Second');
    await stage.session.send('Third');
    await stage.session.send('Never');
    await stage.session.changeQueue({ type: 'move', id: idOf(stage, 1), by: -1 });
    const taken = await stage.session.changeQueue({ type: 'take', id: idOf(stage, 2) });
    expect(taken).toEqual([{ text: 'Never' }]);
    expect(rows(stage)).toEqual(['Third: waits', 'Second: waits']);
    stage.allow('toolu_1');
    await stage.until('all to be said', () => heard(stage, 'Second') && stage.session.view.status.state === 'idle');
    const users = stage.transcript.flatMap(item => (item.kind === 'user' ? [item.text] : []));
    expect(users).toEqual(['First', 'Third', 'Second']);
    expect(heard(stage, 'Never')).toBe(false);
  });

  test('after a stop nothing starts, and what waits comes back: also what the agent was given already', async () => {
    const stage = await openStage({ cli: path, turns: [slow, [{ text: 'This must not be said.' }]] });
    await stage.send('First');
    await stage.asked('toolu_1');
    stage.allow('toolu_1');
    await stage.card('toolu_1', 'running');
    await stage.session.send('Second');
    await stage.session.send('Third');
    await stage.session.changeQueue({ type: 'now', id: idOf(stage, 0) });
    expect(rows(stage)).toEqual(['Second: given', 'Third: waits']);
    const asked = stage.model.requests.length;
    await stage.session.interrupt();
    await stage.idle();
    await new Promise(resolve => setTimeout(resolve, 1500));
    expect(stage.session.view.status.state).toBe('idle');
    expect(stage.model.requests).toHaveLength(asked);
    expect(stage.session.view.queue?.held).toBe('stopped');
    expect(await stage.session.changeQueue({ type: 'take' })).toEqual([{ text: 'Second' }, { text: 'Third' }]);
    expect(stage.session.view.queue).toBeUndefined();
    expect(stage.transcript.flatMap(item => (item.kind === 'user' ? [item.text] : []))).toEqual(['First']);
  });

  test('deny and stop starts nothing either', async () => {
    const stage = await openStage({ cli: path, turns: [slow, [{ text: 'This must not be said.' }]] });
    await stage.send('First');
    await stage.asked('toolu_1');
    await stage.session.send('Second');
    await stage.session.changeQueue({ type: 'now', id: idOf(stage, 0) });
    const asked = stage.model.requests.length;
    stage.deny('toolu_1', { stop: true });
    await stage.idle();
    await new Promise(resolve => setTimeout(resolve, 1500));
    expect(stage.model.requests).toHaveLength(asked);
    expect(rows(stage)).toEqual(['Second: waits']);
  });

  test('what is sent now is read after the present step, in the same turn', async () => {
    const stage = await openStage({
      cli: path,
      turns: [[{ tool: 'Bash', id: 'toolu_1', input: { command: 'true' } }], [{ text: 'Done.' }]],
    });
    await stage.send('First');
    await stage.asked('toolu_1');
    await stage.session.send('And be quick');
    await stage.session.changeQueue({ type: 'now', id: idOf(stage, 0) });
    stage.allow('toolu_1');
    await stage.until(
      'it to be read',
      () => heard(stage, 'And be quick') && stage.session.view.status.state === 'idle',
    );
    expect(stage.session.view.queue).toBeUndefined();
    const users = stage.transcript.flatMap(item => (item.kind === 'user' ? [item.text] : []));
    expect(users).toEqual(['First', 'And be quick']);
  });
});
