import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Terminals } from '../../../src/agents/acp/terminals';
import { ask, cancelled, told } from './strangeCalls';
import { openStrangeStage } from './strangeStage';

test('after a cancel every later request of the turn is cancelled', async () => {
  const stage = await openStrangeStage([told, ask('a'), { awaitCancel: true }, ask('late'), { await: 'late' }]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  await stage.session.interrupt();
  await stage.until('the late answer', () => stage.reply('late') !== undefined);
  expect([stage.reply('a'), stage.reply('late')]).toMatchObject([{ result: cancelled }, { result: cancelled }]);
  expect((await stage.card('t', 'cancelled')).problem?.text).toBe('You stopped the turn.');
});

test('deny and stop cancels the turn', async () => {
  const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, { awaitCancel: true }]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  stage.deny('t', { stop: true });
  await stage.idle();
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: cancelled });
  expect(stage.got().some(({ method }) => method === 'session/cancel')).toBe(true);
});

test('what waited is answered when the stopped turn is over: an agent that hears of it before goes on', async () => {
  const stage = await openStrangeStage([
    told,
    ask('a'),
    { awaitCancel: true },
    { request: 'r', method: 'terminal/output', params: { terminalId: 'none' } },
    { await: 'r' },
  ]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  await stage.session.interrupt();
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(
    stage
      .got()
      .map(({ method, id }) => method ?? id)
      .slice(-3),
  ).toEqual(['session/cancel', 'r', 'a']);
});

test('what it wants done after a stop is refused, and no card asks about it', async () => {
  const path = '$WORKSPACE/n.txt';
  const stage = await openStrangeStage([
    { request: 'before', method: 'fs/write_text_file', params: { path, content: 'x' } },
    { awaitCancel: true },
    { request: 'after', method: 'fs/write_text_file', params: { path, content: 'x' } },
    { request: 'run', method: 'terminal/create', params: { command: `touch ${path}` } },
    ...['before', 'after', 'run'].map(id => ({ await: id })),
  ]);
  await stage.session.send('Go');
  await stage.until('the card', () => stage.cards.size === 1);
  await stage.session.interrupt();
  await stage.idle();
  const replies = ['before', 'after', 'run'].map(id => stage.reply(id));
  expect(replies).toMatchObject([{ error: {} }, { error: {} }, { error: {} }]);
  expect([...stage.cards.values()].map(({ state }) => state)).toEqual(['cancelled']);
  expect(existsSync(join(stage.workspace, 'n.txt'))).toBe(false);
});

test('a command that it has us run ends with a stop, also where the agent does not end it', async () => {
  const stage = await openStrangeStage(
    [
      { request: 'run', method: 'terminal/create', params: { command: 'sleep 60' } },
      { await: 'run' },
      { awaitCancel: true },
      { request: 'exit', method: 'terminal/wait_for_exit', params: { terminalId: '$LAST' } },
      { await: 'exit' },
    ],
    {
      onCard: (card, { allow }) => {
        if (card.state === 'waiting') setTimeout(() => allow(card.toolCallId));
      },
    },
  );
  await stage.session.send('Go');
  await stage.until('the command', () => stage.reply('run') !== undefined);
  await stage.session.interrupt();
  await stage.until('its end', () => stage.reply('exit') !== undefined);
  expect(stage.reply('exit')).toMatchObject({ result: { exitCode: null, signal: 'SIGKILL' } });
});

const unheard = { onPrinted() {}, onExit() {} };

test('a command of an earlier turn goes on when this one is stopped', async () => {
  const terminals = new Terminals({ cwd: '/', environment: {}, mark: 'stopping' });
  terminals.start('earlier', 'sleep 60', undefined, unheard);
  terminals.turnBegins();
  terminals.start('now', 'sleep 60', undefined, unheard);
  terminals.stopTurn();
  expect(await terminals.exitOf('now')).toMatchObject({ signal: 'SIGKILL' });
  expect(terminals.output('earlier')).not.toHaveProperty('exitStatus');
  terminals.endAll();
});

test('a request that its agent withdraws is not asked any more, and the turn goes on', async () => {
  const withdraws = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'a' } };
  const stage = await openStrangeStage([
    told,
    ask('a'),
    // Its answer comes after the request for the call was read.
    { request: 'r', method: 'terminal/output', params: { terminalId: 'none' } },
    { await: 'r' },
    { raw: `${JSON.stringify(withdraws)}\n` },
    { await: 'a' },
    { ...told, update: { ...told.update, toolCallId: 'u' } },
    ask('b', { toolCallId: 'u' }),
    { await: 'b' },
  ]);
  await stage.session.send('Go');
  expect((await stage.card('t', 'cancelled')).problem?.text).toContain('withdr');
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: cancelled });
  await stage.card('u', 'waiting');
});

test('an agent that ends its turn because it was told no gets the note that came with it', async () => {
  const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, { end: 'cancelled' }]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  stage.deny('t', { note: 'Use json' });
  const prompts = () => stage.got().filter(({ method }) => method === 'session/prompt');
  await stage.until('the note', () => prompts().length === 2);
  expect(prompts()[1]).toMatchObject({ params: { prompt: [{ type: 'text', text: 'Use json' }] } });
  expect(JSON.stringify(stage.transcript)).not.toContain('Stopped.');
});
