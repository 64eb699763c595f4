import { expect, test } from 'vitest';
import {
  readCommand,
  readConfirm,
  readDrafting,
  readEarlier,
  readOpenDiff,
  readSend,
} from '../../../src/core/protocol/readRequest';

const confirm = { sessionId: 's', toolCallId: 't', confirmed: true, revision: 1 };

test('a confirmation is read with all that it may carry, and nothing else', () => {
  const options = {
    updatedInput: { command: 'ls' },
    response: { id: 'form', responses: [{ id: 'a', text: 'x', selectedValues: ['y'], confirmed: false, notes: 'n' }] },
    plan: 'acceptEdits',
    suggestions: [{ type: 'addRules' }],
    note: 'No.',
    stop: true,
  };
  expect(readConfirm({ ...confirm, options: { ...options, allowEverything: true }, more: 1 })).toEqual({
    ok: true,
    value: { ...confirm, options },
  });
  expect(readConfirm(confirm)).toEqual({ ok: true, value: { ...confirm, options: {} } });
});

const bad: readonly (readonly [unknown, string])[] = [
  [undefined, 'The parameters must be an object.'],
  [[confirm], 'The parameters must be an object.'],
  [{ ...confirm, sessionId: '' }, 'sessionId must be a text.'],
  [{ ...confirm, toolCallId: 7 }, 'toolCallId must be a text.'],
  [{ ...confirm, confirmed: 'true' }, 'confirmed must be true or false.'],
  [{ ...confirm, confirmed: 1 }, 'confirmed must be true or false.'],
  [{ ...confirm, confirmed: undefined }, 'confirmed must be true or false.'],
  [{ ...confirm, revision: 1.5 }, 'revision must be a whole number.'],
  [{ ...confirm, revision: '1' }, 'revision must be a whole number.'],
  [{ ...confirm, options: [] }, 'options must be an object.'],
  [{ ...confirm, options: { updatedInput: 'ls' } }, 'updatedInput must be an object.'],
  [{ ...confirm, options: { plan: 'bypassPermissions' } }, 'plan must be manual, acceptEdits or clear.'],
  [{ ...confirm, options: { suggestions: [0] } }, 'suggestions must be a list of objects.'],
  [{ ...confirm, options: { suggestions: 'all' } }, 'suggestions must be a list of objects.'],
  [{ ...confirm, options: { note: 7 } }, 'note must be a text.'],
  [{ ...confirm, options: { stop: 'yes' } }, 'stop must be true or false.'],
  [{ ...confirm, options: { response: 'yes' } }, 'response is not an answer to a question.'],
  [{ ...confirm, options: { response: { id: 'f', selectedValues: [1] } } }, 'response is not an answer to a question.'],
  [{ ...confirm, options: { response: nested(12) } }, 'response is not an answer to a question.'],
];

function nested(depth: number): object {
  return depth === 0 ? { id: 'x' } : { id: 'x', responses: [nested(depth - 1)] };
}

test.each(bad)('%j: %s', (params, problem) => expect(readConfirm(params)).toEqual({ ok: false, problem }));

test('messages, drafts and commands are read as strictly', () => {
  expect(readSend({ text: 'Hi' })).toEqual({ ok: true, value: { text: 'Hi' } });
  for (const params of [
    null,
    {},
    { text: ' \n' },
    { text: 7 },
    { text: 'x'.repeat(1_000_001) },
    { text: 'x', sessionId: 4 },
  ])
    expect(readSend(params)).toMatchObject({ ok: false });
  expect(readDrafting({ sessionId: 's', toolCallId: 't', active: true })).toMatchObject({ ok: true });
  for (const params of [{}, { sessionId: 's', toolCallId: 't' }, { sessionId: 's', toolCallId: 't', active: 1 }])
    expect(readDrafting(params)).toMatchObject({ ok: false });
  expect(readEarlier({ sessionId: 's', before: 'u1' })).toEqual({ ok: true, value: { sessionId: 's', before: 'u1' } });
  for (const params of [{}, { sessionId: 's' }, { before: 'u1' }, { sessionId: 's', before: 1 }])
    expect(readEarlier(params)).toMatchObject({ ok: false });
  expect(readOpenDiff({ sessionId: 's', toolCallId: 't', input: { content: 'x' } })).toMatchObject({ ok: true });
  expect(readOpenDiff({ sessionId: 's', toolCallId: 't', input: 'x' })).toEqual({
    ok: false,
    problem: 'input must be an object.',
  });
  expect(readCommand({ command: 'workbench.action.terminal.new' })).toEqual({
    ok: false,
    problem: 'There is no such command.',
  });
});
