// What the record says of an answer beside the answer: in which run of the agent, in which mode, by whom, within which time.
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { quoted } from '../../src/core/texts/sentence';
import { ask, init, message, oneCall, result, turnEnd, user } from '../fakes/agentSteps';
import { type FakeStage, openFakeStage } from '../channel/fakeStage';

const options = [{ label: 'Red, warm' }, { label: 'Blue' }, { label: 'Green' }];
const input = { questions: [{ question: 'Which colours?', header: 'Colours', multiSelect: true, options }] };
const aQuestion = [
  user,
  init,
  ...message('m', { id: 'q', tool: 'AskUserQuestion', input }),
  ask('r1', 'q', input, { tool_name: 'AskUserQuestion' }),
  { awaitAnswers: ['r1'] },
  result('q'),
  turnEnd,
];

async function recordsOf(stage: FakeStage, type: string): Promise<readonly object[]> {
  return (await stage.journal()).map(({ record }) => record).filter(record => record.type === type);
}

test('a decision has its run, its mode, its person and its time', async () => {
  const stage = await openFakeStage(oneCall, { timeLimit: () => 60_000 });
  await stage.send();
  await stage.asked('a');
  await stage.session.setMode('acceptEdits');
  stage.allow('a');
  await stage.idle();
  const [started] = await recordsOf(stage, 'agent_started');
  expect(started).toMatchObject({ run: expect.stringMatching(/^[\da-f-]{36}$/) });
  const [request] = await recordsOf(stage, 'interaction_request');
  const run = started && 'run' in started && started.run;
  expect(request).toMatchObject({ toolCallId: 'a', askId: 'r1', run, limitMs: 60_000 });
  expect(await recordsOf(stage, 'interaction_response')).toMatchObject([
    { by: { kind: 'person' }, mode: 'acceptEdits', user: userInfo().username },
  ]);
});

test('an answer by a rule has no person, and one without a limit no time', async () => {
  const stage = await openFakeStage(oneCall, {
    judge: () => ({
      verdict: {
        decision: 'deny',
        by: { kind: 'rule', rule: 'Bash(echo)', reason: quoted('No.') },
        message: 'No.',
        readOnly: false,
      },
      risk: 'low',
      riskSentence: quoted(''),
      because: [],
    }),
  });
  await stage.send();
  await stage.idle();
  const [response] = await recordsOf(stage, 'interaction_response');
  expect(response).toMatchObject({ by: { kind: 'rule' }, mode: 'default' });
  expect(response).not.toHaveProperty('user');
  expect((await recordsOf(stage, 'interaction_request'))[0]).not.toHaveProperty('limitMs');
});

test('several choices are kept as they were made, beside the one text that the agent gets', async () => {
  const stage = await openFakeStage(aQuestion);
  await stage.send();
  await stage.asked('q');
  const response = {
    id: 'questions',
    responses: [{ id: '0', selectedValues: ['Red, warm', 'Green'], text: 'and teal' }],
  };
  stage.allow('q', { response });
  await stage.idle();
  expect(await recordsOf(stage, 'interaction_response')).toMatchObject([
    { response, updatedInput: { value: { answers: { 'Which colours?': 'Red, warm, Green, and teal' } } } },
  ]);
});

test('the answer to a field that is named as a secret is masked by that name', async () => {
  const fields = { type: 'object', properties: { user: { type: 'string' }, api_token: { type: 'string' } } };
  const elicitation = { subtype: 'elicitation', mcp_server_name: 'db', message: 'Sign in', requested_schema: fields };
  const stage = await openFakeStage([
    user,
    init,
    { say: { type: 'control_request', request_id: 'e1', request: elicitation } },
    { awaitAnswers: ['e1'] },
    turnEnd,
  ]);
  await stage.send();
  const id = 'elicitation:e1';
  await stage.card(id, 'waiting');
  const responses = [
    { id: 'user', text: 'me' },
    { id: 'api_token', text: 'open-sesame' },
  ];
  stage.allow(id, { response: { id: stage.cards.get(id)?.interaction?.id ?? '', responses } });
  await stage.idle();
  const [response] = await recordsOf(stage, 'interaction_response');
  expect(JSON.stringify(response)).not.toContain('open-sesame');
  expect(response).toMatchObject({ response: { responses: [{ text: 'me' }, { text: '[secret]' }] } });
});
