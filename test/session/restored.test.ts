// A session that comes back shows what it showed.
import { quoted } from '../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import { asString } from '../../src/core/base/json';
import type { Card } from '../../src/core/card/card';
import type { Judge } from '../../src/core/call/judgement';
import { openFakeStage, type FakeStage } from '../channel/fakeStage';
import { ask, init, message, result, turnEnd, user } from '../fakes/agentSteps';

const questions = [
  { question: 'Which colour?', header: 'Colour', multiSelect: false, options: [{ label: 'Red' }, { label: 'Blue' }] },
];
const bash = (id: string, command: string) => ({ id, tool: 'Bash', input: { command } });
const asks = (id: string, command: string, more: object = {}): object => ask(`ask-${id}`, id, { command }, more);

const judge: Judge = ({ tool, input }) => {
  if (tool === 'TodoWrite')
    return { verdict: { decision: 'pass' }, risk: 'low', riskSentence: quoted(''), because: [] };
  if (input['command'] !== 'git status')
    return {
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'high',
      riskSentence: quoted('Runs a program.'),
      because: [{ command: asString(input['command']) ?? '', verdict: 'ask', reason: quoted('No rule allows it.') }],
    };
  const rule = { rule: 'Bash(git status)', where: 'user ~/.latch/rules.json:3', reason: quoted('A rule allows it.') };
  return {
    verdict: { decision: 'allow', readOnly: true, by: { kind: 'rule', ...rule } },
    risk: 'low',
    riskSentence: quoted(''),
    because: [{ verdict: 'allow', ...rule }],
  };
};

/** Of what was shown, what does not outlive the moment. */
function lasting({ details: { suggestions: _suggestions, ...details }, ...card }: Card): object {
  return { ...card, details };
}

async function comesBack({ sessions, session }: FakeStage): Promise<void> {
  const cards = session.cards.map(lasting);
  const { transcript } = session;
  await sessions.end(session.id);
  const again = await sessions.open(session.id);
  expect(again?.cards.map(lasting)).toEqual(cards);
  expect(again?.transcript).toEqual(transcript);
  expect(again?.view.title).toBe(session.view.title);
}

test('calls come back with their reasons, what was asked, what was decided and what came of it', async () => {
  const question = { id: 'question', tool: 'AskUserQuestion', input: { questions } };
  const stage = await openFakeStage(
    [
      user,
      init,
      ...message('m1', bash('allowed', 'npm test'), bash('denied', 'git push'), bash('ruled', 'git status')),
      asks('allowed', 'npm test', {
        title: 'Test',
        description: 'Runs them',
        decision_reason: quoted('It is a command.'),
      }),
      asks('denied', 'git push'),
      asks('ruled', 'git status'),
      { awaitAnswers: ['ask-allowed', 'ask-denied', 'ask-ruled'] },
      result('allowed', 'x'.repeat(9000)),
      result('denied', 'No.', false),
      result('ruled', 'clean'),
      ...message('m2', { id: 'books', tool: 'TodoWrite', input: { todos: [] } }, bash('edited', 'rm -r build')),
      result('books'),
      asks('edited', 'rm -r build'),
      { awaitAnswers: ['ask-edited'] },
      result('edited', 'exit 1', false),
      ...message('m3', question),
      ask('ask-question', 'question', question.input, { tool_name: 'AskUserQuestion' }),
      { awaitAnswers: ['ask-question'] },
      result('question', 'Red'),
      ...message('m4', bash('taken', 'sleep 5')),
      asks('taken', 'sleep 5'),
      { say: { type: 'control_cancel_request', request_id: 'ask-taken' } },
      ...message('m5', bash('unasked', 'make')),
      result('unasked', 'made'),
      turnEnd,
    ],
    { judge },
  );
  await stage.send('Look after it');
  await stage.asked('allowed');
  stage.allow('allowed');
  stage.deny('denied', { note: 'Not today' });
  await stage.card('edited', 'waiting');
  stage.allow('edited', { updatedInput: { command: 'ls build' } });
  await stage.card('question', 'waiting');
  stage.allow('question', { response: { id: 'questions', responses: [{ id: '0', selectedValues: ['Red'] }] } });
  await stage.card('taken', 'cancelled');
  await stage.idle();
  expect(stage.history).toEqual(expect.arrayContaining(['denied denied', 'edited failed', 'unasked done']));
  await comesBack(stage);
});

test('a call whose agent was lost says why', async () => {
  const stage = await openFakeStage(
    [user, init, ...message('m', bash('a', 'make')), asks('a', 'make'), { awaitAnswers: ['ask-a'] }],
    { judge },
  );
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.card('a', 'running');
  process.kill(stage.session.pid ?? 0, 'SIGKILL');
  await stage.card('a', 'lost');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  await stage.until('what is known of it', () => stage.cards.get('a')?.problem?.text.includes('known') === true);
  const [card] = stage.session.cards;
  await stage.sessions.end(stage.session.id);
  const again = await stage.sessions.open(stage.session.id);
  expect(again?.cards[0]).toMatchObject({
    state: 'lost',
    problem: card?.problem,
    riskSentence: quoted('Runs a program.'),
  });
});
