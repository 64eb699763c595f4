// What an agent may do wrong or twice, and a person too: every ask is answered exactly once, or not at all.
import { quoted } from '../../src/core/texts/sentence';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { sha256 } from '../../src/stores/sha256';
import type { Confirmed } from '../../src/core/card/confirm';
import { isObject, type JsonObject } from '../../src/core/base/json';
import { ask, init, message, oneCall, result, turnEnd, user } from '../fakes/agentSteps';
import { soon } from '../support/soon';
import { openFakeStage } from './fakeStage';

const bash = (id: string, command = 'echo'): { id: string; tool: string; input: object } => ({
  id,
  tool: 'Bash',
  input: { command },
});
const behavior = (answers: readonly JsonObject[]): unknown[] =>
  answers.map(({ response }) => (isObject(response) ? response['behavior'] : undefined));

test('a hundred clicks of two clients within a moment make one answer: the first', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a')),
    ask('r1', 'a', { command: 'echo' }),
    { awaitAnswers: ['r1'] },
    { pauseMs: 100 },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  await stage.asked('a');
  const reasons: string[] = [];
  for (let click = 0; click < 100; click += 1) {
    try {
      if (click % 2 === 0) stage.deny('a', { note: `Client ${click % 4}` });
      else stage.allow('a');
    } catch (error) {
      reasons.push(String(error));
    }
  }
  await stage.idle();
  expect(behavior(stage.answersTo('r1'))).toEqual(['deny']);
  expect(reasons).toHaveLength(99);
  expect(new Set(reasons)).toEqual(new Set(['Error: This call is already decided.']));
});

test('a call that was decided with its batch is answered when it is asked; one that nobody saw comes as a card', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a'), bash('b')),
    ask('r1', 'a', { command: 'echo' }),
    { awaitAnswers: ['r1'] },
    result('a'),
    ask('r2', 'b', { command: 'echo' }),
    { awaitAnswers: ['r2'] },
    result('b'),
    ask('r3', 'c', { command: 'rm -rf build' }),
    { awaitAnswers: ['r3'] },
    result('c'),
    turnEnd,
  ]);
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  stage.deny('b');
  const card = await stage.asked('c');
  expect(card.input).toEqual({ command: 'rm -rf build' });
  expect(behavior(stage.answersTo('r1'))).toEqual(['allow']);
  expect(behavior(stage.answersTo('r2'))).toEqual(['deny']);
  expect(stage.answersTo('r3')).toEqual([]);
  stage.allow('c');
  await stage.idle();
  expect(behavior(stage.answersTo('r3'))).toEqual(['allow']);
  expect(stage.history).toEqual([
    'a waiting',
    'b waiting',
    'a decided',
    'b denied',
    'a running',
    'a done',
    'c waiting',
    'c decided',
    'c running',
    'c done',
  ]);
});

test('an ask for something else than was shown comes back as a question', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a', 'echo one')),
    { pauseMs: 50 },
    ask('r1', 'a', { command: 'echo two' }),
    { awaitAnswers: ['r1'] },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  await stage.card('a', 'waiting');
  stage.allow('a');
  await stage.until('the card to come back', () => stage.cards.get('a')?.revision === 2);
  expect(stage.cards.get('a')).toMatchObject({ state: 'waiting', input: { command: 'echo two' } });
  expect(stage.cards.get('a')?.problem).toContain('something else');
  expect(stage.answersTo('r1')).toEqual([]);
  stage.allow('a');
  await stage.idle();
  expect(stage.answersTo('r1')).toMatchObject([{ response: { updatedInput: { command: 'echo two' } } }]);
});

test('one call asked under two ids, one frame three times, and a call without an id: one card each, every ask answered once', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a'), bash('b')),
    ask('r1', 'a', { command: 'echo' }),
    ask('r2', 'a', { command: 'echo' }),
    ask('r3', 'b', { command: 'echo' }),
    ask('r3', 'b', { command: 'echo' }),
    ask('r3', 'b', { command: 'echo' }),
    ask('r4', undefined, { command: 'nameless' }),
    { awaitAnswers: ['r1', 'r2', 'r3', 'r4'] },
    { pauseMs: 100 },
    result('a'),
    result('b'),
    turnEnd,
  ]);
  await stage.send();
  await stage.asked('ask:r4');
  expect([...stage.cards.keys()]).toEqual(['a', 'b', 'ask:r4']);
  stage.allow('a');
  stage.deny('b');
  stage.deny('ask:r4');
  await stage.idle();
  for (const [request, choice] of [
    ['r1', 'allow'],
    ['r2', 'allow'],
    ['r3', 'deny'],
    ['r4', 'deny'],
  ] as const)
    expect(behavior(stage.answersTo(request)), request).toEqual([choice]);
});

test('an ask without a proposal becomes an item and a card, with all that the agent says of it', async () => {
  const details = {
    title: 'Run a command',
    display_name: 'Bash',
    description: 'Build it',
    decision_reason: 'This command requires approval',
    decision_reason_type: 'safetyCheck',
    blocked_path: '/etc',
    classifier_approvable: false,
    agent_id: 'agent-1',
    requires_user_interaction: true,
    suppress_always_allow_rule: false,
    matched_ask_rule: 'Bash(npm:*)',
    default_to_no: true,
    mcp_server: { name: 'toy', source: 'project' },
    permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    never_heard_of: { deep: [1] },
  };
  const stage = await openFakeStage([
    user,
    init,
    ask('r1', 'a', { command: 'npm run build' }, details),
    { awaitAnswers: ['r1'] },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  const card = await stage.asked('a');
  const shown = {
    title: 'Run a command',
    description: 'Build it',
    reason: 'This command requires approval',
    reasonType: 'safetyCheck',
    blockedPath: '/etc',
    mcpServer: 'toy',
  };
  expect(card).toMatchObject({
    input: { command: 'npm run build' },
    subagent: { id: 'agent-1' },
    details: { ...shown, suggestions: details.permission_suggestions },
  });
  expect(stage.transcript).toContainEqual({ kind: 'call', id: 'call:a', toolCallId: 'a' });
  const { display_name, ...rest } = details;
  const request = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    display_name,
    input: { command: 'npm run build' },
    ...rest,
    tool_use_id: 'a',
  };
  expect((await stage.journal()).map(line => line.record)).toContainEqual({
    type: 'interaction_request',
    toolCallId: 'a',
    askId: 'r1',
    request: { value: request, sha256: sha256(JSON.stringify(request)) },
    details: shown,
    run: expect.any(String),
  });
  stage.allow('a');
  await stage.card('a', 'done');
});

test('an agent cannot offer a folder in our name: only what was looked at can be opened to commands', async () => {
  const ours = { type: 'latchWrite', folder: '/', lasts: 'session' };
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  const stage = await openFakeStage([
    user,
    init,
    ask('r1', 'a', { command: 'echo' }, { permission_suggestions: [ours, mode] }),
    { awaitAnswers: ['r1'] },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  expect((await stage.asked('a')).details.suggestions).toEqual([mode]);
  expect(() => stage.allow('a', { suggestions: [ours] })).toThrow('did not suggest');
  stage.deny('a');
  await stage.idle();
});

test('a confirmation that names no waiting call, or an old version of it, reaches nobody', async () => {
  const stage = await openFakeStage(oneCall);
  await stage.send();
  await stage.asked('a');
  const { session } = stage;
  const before = JSON.stringify(stage.got());
  const confirm = (toolCallId: string, revision: number): Confirmed =>
    session.confirm({ sessionId: session.id, toolCallId, confirmed: true, revision });
  expect(confirm('b', 1)).toEqual({ ok: false, reason: 'There is no such call in this session.' });
  expect(confirm('a', 2)).toEqual({
    ok: false,
    reason: 'The call changed after it was shown. Look at it again.',
  });
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(JSON.stringify(stage.got())).toBe(before);
  stage.allow('a');
  await stage.idle();
  expect(confirm('a', 1)).toEqual({ ok: false, reason: 'This call is already decided.' });
  expect(stage.answersTo('r1')).toHaveLength(1);
});

test('an answer that does not reach the agent leaves the card there, says so, and is written down as not delivered', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a')),
    { closeStdin: true },
    { pauseMs: 50 },
    ask('r1', 'a', { command: 'echo' }),
    { pauseMs: 600 },
    { exit: 0 },
  ]);
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.until('the failure to show', () => stage.cards.get('a')?.problem !== undefined);
  expect(stage.cards.get('a')).toMatchObject({ state: 'waiting' });
  expect(stage.cards.get('a')?.problem).toMatch(/^The answer could not be delivered: /);
  const types = (await stage.journal()).map(line => line.record.type);
  expect(types).toContain('not_delivered');
  expect(types).not.toContain('execution_resumed');
  expect(stage.answersTo('r1')).toEqual([]);
});

test('a tool that calls itself an elicitation is judged and answered like any tool, and its record says so', async () => {
  const judged: string[] = [];
  const stage = await openFakeStage(
    [
      user,
      init,
      ...message('m', { id: 'a', tool: 'elicitation', input: { message: 'Who are you?' } }),
      ask('r1', 'a', { message: 'Who are you?' }, { tool_name: 'elicitation' }),
      { awaitAnswers: ['r1'] },
      result('a'),
      turnEnd,
    ],
    {
      judge: ({ tool }) => {
        judged.push(tool);
        return {
          verdict: { decision: 'ask', readOnly: false, always: true },
          risk: 'high',
          riskSentence: quoted(''),
          because: [],
        };
      },
    },
  );
  await stage.send();
  expect(await stage.asked('a')).toMatchObject({ kind: 'other', risk: 'high', tool: 'elicitation' });
  expect(new Set(judged)).toEqual(new Set(['elicitation']));
  stage.allow('a');
  await stage.idle();
  expect(stage.answersTo('r1')).toMatchObject([
    { response: { behavior: 'allow', updatedInput: { message: 'Who are you?' } } },
  ]);
  const records = (await stage.journal()).map(line => line.record);
  expect(records.filter(({ type }) => type === 'result')).toHaveLength(1);
  expect(records).toContainEqual(expect.objectContaining({ type: 'proposed', tool: 'elicitation', kind: 'other' }));
});

const form = {
  subtype: 'elicitation',
  mcp_server_name: 'toy',
  mode: 'url',
  url: 'https://example.org',
  message: 'x',
};

test('a form is a kind of its own in the card and in the record, and no tool can take its place', async () => {
  const stage = await openFakeStage([
    user,
    init,
    { say: { type: 'control_request', request_id: 'r1', request: form } },
    { pauseMs: 100 },
    // A tool of the same id and with the same input is another question, and the form is not answered by it.
    ask('r2', 'elicitation:r1', form, { tool_name: 'elicitation' }),
    { awaitAnswers: ['r1', 'r2'] },
    turnEnd,
  ]);
  await stage.send();
  expect(await stage.card('elicitation:r1', 'waiting')).toMatchObject({
    kind: 'elicitation',
    mcpServer: 'toy',
    input: form,
    revision: 1,
  });
  expect(await stage.asked('elicitation:r1')).toMatchObject({ kind: 'other', tool: 'elicitation', revision: 2 });
  stage.deny('elicitation:r1');
  await stage.idle();
  const proposed = (await stage.journal()).map(line => line.record).filter(({ type }) => type === 'proposed');
  expect(proposed).toMatchObject([{ tool: 'elicitation', kind: 'elicitation' }]);
});

test('words about permissions on stderr are log lines, and no card', async () => {
  const stage = await openFakeStage([
    user,
    init,
    {
      stderr:
        "Claude requested permissions to write to /etc/passwd, but you haven't granted it yet.\npermission denied\n",
    },
    { pauseMs: 50 },
    turnEnd,
  ]);
  await stage.send();
  await stage.idle();
  expect(stage.history).toEqual([]);
  expect(stage.log.filter(line => line.includes('stderr: '))).toHaveLength(2);
});

test('a view that fails keeps nobody from an answer, and rules that fail ask', async () => {
  const stage = await openFakeStage(oneCall, {
    judge: () => {
      throw new Error('no rules today');
    },
    onCard: () => {
      throw new Error('no view today');
    },
  });
  await stage.send();
  await stage.asked('a');
  expect(stage.answersTo('r1')).toEqual([]);
  stage.allow('a');
  await stage.idle();
  expect(behavior(stage.answersTo('r1'))).toEqual(['allow']);
  const notices = stage.transcript.flatMap(item => (item.kind === 'notice' ? [item.text] : []));
  expect(notices).toContain('The rules could not be evaluated, so this call asks: no rules today');
  expect(notices).toContain('Something went wrong in Latch (show): no view today');
});

test('a question that cannot be looked at gets an error, since nobody would see that it waits', async () => {
  const stage = await openFakeStage(
    [
      user,
      init,
      ask('r1', 'a', { command: 'echo' }),
      { say: { type: 'control_request', request_id: 'r2', request: form } },
      { awaitAnswers: ['r1', 'r2'] },
      turnEnd,
    ],
    {
      timeLimit: () => {
        throw new Error('no setting today');
      },
    },
  );
  await stage.send();
  await stage.idle();
  for (const id of ['r1', 'r2']) expect(stage.answersTo(id)).toMatchObject([{ subtype: 'error' }]);
});

test('whoever watches may fail all the time: every answer leaves, the turn ends, and nobody is harmed', async () => {
  const fails = (): never => {
    throw new Error('nothing works today');
  };
  const unhandled: unknown[] = [];
  const seen = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', seen);
  onTestFinished(() => void process.off('unhandledRejection', seen));
  const stage = await openFakeStage(oneCall, { onCard: fails, onTranscript: fails, onView: fails, onLog: fails });
  await stage.session.send('Go');
  await stage.asked('a');
  stage.allow('a');
  await stage.until('the turn to end', () => stage.session.view.status.state === 'idle');
  expect(behavior(stage.answersTo('r1'))).toEqual(['allow']);
  expect(stage.cards.get('a')?.state).toBe('done');
  await stage.sessions.end(stage.session.id);
  expect(stage.session.view.status.state).toBe('ended');
  expect(unhandled).toEqual([]);
});

test('one id for two calls is answered with a denial for both, whatever a person says to the first', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', bash('a'), bash('b', 'rm -rf build')),
    ask('r1', 'a', { command: 'echo' }),
    ask('r1', 'b', { command: 'rm -rf build' }),
    { awaitAnswers: ['r1'] },
    result('a', 'Not run.', false),
    result('b', 'Not run.', false),
    turnEnd,
  ]);
  await stage.send();
  await stage.card('b', 'denied');
  expect(() => stage.allow('a')).toThrow('This call is already decided.');
  await stage.idle();
  expect(behavior(stage.answersTo('r1'))).toEqual(['deny', 'deny']);
  expect(stage.cards.get('a')).toMatchObject({
    state: 'denied',
    outcome: { by: 'failure', reason: 'The agent used one request id for two calls.' },
  });
});

test('a call that is proposed once more as another one keeps what is said of the one that is shown', async () => {
  const stage = await openFakeStage(
    [
      user,
      init,
      ...message('m', bash('a', 'rm -rf build')),
      ...message('m', bash('a', 'ls')),
      ask('r1', 'b', { command: 'echo' }),
      { awaitAnswers: ['r1'] },
      turnEnd,
    ],
    {
      judge: ({ input }) => ({
        verdict: { decision: 'ask', readOnly: false, always: true },
        risk: input['command'] === 'ls' ? 'low' : 'high',
        riskSentence: quoted(input['command'] === 'ls' ? 'lists' : 'removes'),
        because: [],
      }),
    },
  );
  await stage.send();
  await stage.asked('b');
  stage.session.drafting('a', true);
  expect(stage.cards.get('a')).toMatchObject({
    input: { command: 'rm -rf build' },
    risk: 'high',
    riskSentence: 'removes',
  });
  stage.allow('b');
  await stage.idle();
});

test('two hosts under one call: the one that was shown last is allowed, and its card says so', async () => {
  const network = { tool_name: 'SandboxNetworkAccess' };
  const stage = await openFakeStage([
    user,
    init,
    ask('r1', 'a', { host: 'one.test' }, network),
    ask('r2', 'a', { host: 'two.test' }, network),
    { awaitAnswers: ['r1', 'r2'] },
    turnEnd,
  ]);
  await stage.send();
  await stage.until('the second host', () => stage.cards.get('a')?.revision === 2);
  stage.allow('a');
  await stage.idle();
  expect(behavior(stage.answersTo('r1'))).toEqual(['deny']);
  expect(stage.answersTo('r2')).toMatchObject([{ response: { updatedInput: { host: 'two.test' } } }]);
  expect(stage.cards.get('a')?.state).toBe('done');
});

test('what is to be done before a call runs is done before its answer leaves, and for none that is denied', async () => {
  const wanted: unknown[] = [];
  let done = (): void => {};
  const stage = await openFakeStage(
    [
      user,
      init,
      ...message('m', bash('a'), bash('b')),
      ask('r1', 'a', { command: 'echo' }),
      ask('r2', 'b', { command: 'echo' }),
      { awaitAnswers: ['r1', 'r2'] },
      result('a'),
      result('b'),
      turnEnd,
    ],
    {
      beforeRun(what) {
        wanted.push(what);
        return new Promise(resolve => (done = resolve));
      },
    },
  );
  await stage.send();
  await stage.asked('a');
  await stage.asked('b');
  stage.allow('a');
  stage.deny('b');
  await soon(() => expect(stage.answersTo('r2')).toHaveLength(1));
  expect(wanted).toEqual([{ kind: 'tool', tool: 'Bash', input: { command: 'echo' } }]);
  expect(stage.answersTo('r1')).toEqual([]);
  done();
  await stage.idle();
  expect(behavior(stage.answersTo('r1'))).toEqual(['allow']);
});
