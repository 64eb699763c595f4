import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asString, type JsonObject } from '../../../src/core/base/json';
import { openStrangeStage } from './strangeStage';

const models = {
  currentModelId: 'big',
  availableModels: [
    { modelId: 'big', name: 'Big', description: 'Thinks long' },
    { modelId: 'small', name: 'Small' },
  ],
};
const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Asks' },
    { id: 'read-only', name: 'Only reads', description: 'Writes nothing' },
    { id: 'yolo', name: 'YOLO' },
  ],
};
const effort = (currentValue: string): JsonObject => ({
  id: 'e',
  name: 'Effort',
  category: 'thought_level',
  type: 'select',
  currentValue,
  options: [
    { value: 'low', name: 'Low' },
    { value: 'high', name: 'High' },
  ],
});

describe('what an agent offers', () => {
  test('is told of its session: models, modes, efforts, commands and how full its context is', async () => {
    const stage = await openStrangeStage([], {
      told: {
        early: [
          {
            sessionUpdate: 'available_commands_update',
            availableCommands: [{ name: 'init', description: 'Begins', input: { hint: 'what' } }],
          },
          { sessionUpdate: 'usage_update', used: 50, size: 200, cost: { amount: 0.5, currency: 'USD' } },
          { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'nobody asked' } },
        ],
        session: { models, modes, configOptions: [effort('low')] },
      },
    });
    await stage.session.prepare();
    const { facts, use } = stage.session.about;
    expect(facts.models.map(({ value, name, efforts }) => [value, name, efforts])).toEqual([
      ['big', 'Big', ['low', 'high']],
      ['small', 'Small', ['low', 'high']],
    ]);
    // The mode in which nothing is asked is not offered.
    expect(facts.modes).toEqual([
      { id: 'ask', name: 'Asks', description: '' },
      { id: 'read-only', name: 'Only reads', description: 'Writes nothing' },
    ]);
    expect(facts.commands).toEqual([{ name: 'init', description: 'Begins', argumentHint: 'what' }]);
    expect(use).toEqual({ model: 'Big', effort: 'low', context: { tokens: 50, window: 200 }, cost: 0.5 });
    expect(stage.session.view).toMatchObject({ mode: 'ask', modeName: 'Asks' });
    expect(stage.transcript.filter(({ kind }) => kind === 'text')).toEqual([]);
  });

  test('is chosen by the requests of the protocol, and again at the next start', async () => {
    const stage = await openStrangeStage([], {
      told: {
        session: { models, modes, configOptions: [effort('low')] },
        replies: {
          'session/set_model': {},
          'session/set_mode': {},
          'session/set_config_option': { configOptions: [effort('high')] },
        },
      },
    });
    const { session } = stage;
    await session.prepare();
    await session.about.choose({ model: 'small' });
    await session.about.choose({ mode: 'read-only' });
    await session.about.choose({ effort: 'high' });
    expect(session.view).toMatchObject({ modeName: 'Only reads', use: { model: 'Small', effort: 'high' } });
    const asked = (): readonly JsonObject[] => stage.got().filter(({ method }) => asString(method)?.includes('set_'));
    const sessionId = 'strange-session';
    const all = [
      { method: 'session/set_model', params: { sessionId, modelId: 'small' } },
      { method: 'session/set_mode', params: { sessionId, modeId: 'read-only' } },
      { method: 'session/set_config_option', params: { sessionId, configId: 'e', value: 'high' } },
    ];
    expect(asked()).toMatchObject(all);
    await session.restart();
    expect(asked()).toMatchObject([...all, ...all]);
    expect(session.view).toMatchObject({ modeName: 'Only reads', use: { model: 'Small', effort: 'high' } });
  });

  test('is all that can be chosen', async () => {
    const stage = await openStrangeStage([]);
    await stage.session.prepare();
    await expect(stage.session.about.choose({ model: 'small' })).rejects.toThrow('Strange cannot do this.');
    await expect(stage.session.about.choose({ mode: 'yolo' })).rejects.toThrow('Strange cannot do this.');
  });

  test('changes while it works', async () => {
    const stage = await openStrangeStage(
      [
        { update: { sessionUpdate: 'current_mode_update', currentModeId: 'read-only' } },
        { update: { sessionUpdate: 'config_option_update', configOptions: [effort('high')] } },
      ],
      { told: { session: { models, modes, configOptions: [effort('low')] } } },
    );
    await stage.send();
    await stage.idle();
    expect(stage.session.view).toMatchObject({ mode: 'read-only', modeName: 'Only reads', use: { effort: 'high' } });
  });
});

describe('an agent that wants a login', () => {
  test('is told by which of its ways, and then gets the message that waited', async () => {
    const stage = await openStrangeStage([], { behaviour: 'login' });
    await stage.session.send('Go');
    await stage.until('the problem', () => stage.session.view.status.state === 'failed');
    expect(stage.session.view.status).toMatchObject({
      problem: {
        code: 'agent-login',
        logins: [
          { id: 'x', name: 'Log in with X', description: 'Opens a browser' },
          { id: 'broken', name: 'Broken', description: '' },
          {
            id: 'tui',
            name: 'By hand',
            description: '',
            terminal: { args: ['--login'], env: { LATCH_STRANGE_HAND: 'yes' } },
          },
        ],
      },
    });
    await stage.session.restart('broken');
    const { status } = stage.session.view;
    expect(status.state === 'failed' && status.problem.message.text).toBe(
      'Strange did not log in: the browser was closed',
    );
    expect(status).toMatchObject({
      problem: { code: 'agent-login', logins: [{ id: 'x' }, { id: 'broken' }, { id: 'tui' }] },
    });
    await stage.session.restart('x');
    await stage.idle();
    expect(stage.got().filter(({ method }) => method === 'session/prompt')).toMatchObject([
      { params: { prompt: [{ type: 'text', text: 'Go' }] } },
    ]);
  });
});

/** A session whose agent was started anew between two messages, and was asked for the conversation by that. */
async function goneOnBy(behaviour: string, method: string): ReturnType<typeof openStrangeStage> {
  const stage = await openStrangeStage([], { behaviour, told: { session: { models, modes } } });
  await stage.send();
  await stage.idle();
  await stage.session.restart();
  await stage.send('On');
  await stage.idle();
  expect(stage.methods().filter(it => it.startsWith('session/'))).toEqual([
    'session/new',
    'session/prompt',
    method,
    'session/prompt',
  ]);
  return stage;
}

test('an earlier conversation is gone on with without a replay where its agent can do that', async () => {
  const stage = await goneOnBy('resumes', 'session/resume');
  expect(stage.session.view).toMatchObject({ modeName: 'Asks' });
});

test('a fork begins a conversation of its own, and says that its agent knows nothing of the one before', async () => {
  const stage = await openStrangeStage([], { behaviour: 'loads' });
  await stage.send();
  await stage.idle();
  const fork = await stage.sessions.fork(stage.session);
  await fork.send('On');
  await stage.until(
    'the second turn',
    () => stage.methods().filter(method => method === 'session/prompt').length === 2,
  );
  expect(stage.methods().filter(method => method === 'session/load' || method === 'session/new')).toHaveLength(2);
  expect(stage.methods()).not.toContain('session/load');
  expect(JSON.stringify(fork.transcript)).toContain('Strange cannot go on with the earlier conversation');
});

test('what a message mentions is asked about in its own words', async () => {
  const stage = await openStrangeStage([], { prepare: workspace => writeFileSync(join(workspace, 'a.txt'), 'a') });
  await stage.session.prepare();
  void stage.session.send('Look at @a.txt');
  await stage.until('the card', () => [...stage.cards.values()].some(({ state }) => state === 'waiting'));
  expect([...stage.cards.values()][0]).toMatchObject({ tool: 'Read', because: [{ verdict: 'ask' }] });
});

test('an earlier conversation is loaded, and what is replayed of it is not shown twice', async () => {
  const stage = await goneOnBy('loads', 'session/load');
  expect(stage.transcript.filter(({ kind }) => kind === 'text')).toEqual([]);
  expect(stage.session.view).toMatchObject({ modeName: 'Asks', use: { model: 'Big' } });
});
