// What a click on a card means: the one decision that it makes, or the reason why it makes none.
import { quoted } from '../../../src/core/texts/sentence';
import { describe, test } from 'vitest';
import { expect } from '../../support/inWords';
import type { Card } from '../../../src/core/card/card';
import { decisionFrom } from '../../../src/core/card/decisionFrom';
import { formContent } from '../../../src/core/card/formAnswer';
import { formOf } from '../../../src/core/card/forms';
import type { InteractionResponse } from '../../../src/core/card/interaction';
import type { JsonObject } from '../../../src/core/base/json';
import { questionsOf } from '../../../src/core/card/questions';
import type { ConfirmOptions } from '../../../src/core/card/confirm';

const suggestions = [{ type: 'addRules' }, { type: 'setMode', mode: 'acceptEdits' }];

function card(kind: Card['kind'], input: JsonObject, more: Partial<Card> = {}): Card {
  return {
    sessionId: 's',
    toolCallId: 't',
    batchId: 'b',
    kind,
    state: 'waiting',
    revision: 1,
    tool: 'Bash',
    input,
    cwd: '/w',
    details: { suggestions },
    risk: 'low',
    riskSentence: quoted(''),
    because: [],
    paused: false,
    ...more,
  };
}

const person = { kind: 'person' };
const bash = card('bash', { command: 'ls', timeout: 5 });
const plan = card('plan', { plan: '# Plan' });
const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };

const rows: readonly (readonly [string, Card, boolean, ConfirmOptions, object])[] = [
  ['allow', bash, true, {}, { choice: 'allow', by: person }],
  [
    'allow what was shown, key by key',
    bash,
    true,
    { updatedInput: { timeout: 5, command: 'ls' } },
    { choice: 'allow', by: person },
  ],
  [
    'allow another command',
    bash,
    true,
    { updatedInput: { command: 'ls -l' } },
    { choice: 'allow', by: person, updatedInput: { command: 'ls -l' }, edited: true },
  ],
  [
    'tick one row',
    bash,
    true,
    { suggestions: [{ mode: 'acceptEdits', type: 'setMode' }] },
    { choice: 'allow', by: person, updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }] },
  ],
  ['tick none', bash, true, { suggestions: [] }, { choice: 'allow', by: person }],
  ['a note with an allow goes nowhere', bash, true, { note: 'Go' }, { choice: 'allow', by: person }],
  ['deny', bash, false, {}, { choice: 'deny', by: person, stop: false, message: expect.stringContaining('denied') }],
  [
    'deny with a note',
    bash,
    false,
    { note: ' Use json. ' },
    { choice: 'deny', by: person, stop: false, message: ' Use json. ' },
  ],
  [
    'deny with an empty note',
    bash,
    false,
    { note: ' \n' },
    { choice: 'deny', by: person, stop: false, message: expect.stringContaining('denied') },
  ],
  [
    'deny and stop',
    bash,
    false,
    { stop: true },
    { choice: 'deny', by: person, stop: true, message: expect.any(String) },
  ],
  [
    'a deny takes nothing along',
    bash,
    false,
    { suggestions: [{ type: 'addRules' }], updatedInput: { command: 'x' } },
    { choice: 'deny', by: person, stop: false, message: expect.any(String) },
  ],
  ['a plan, by hand', plan, true, { plan: 'manual' }, { choice: 'allow', by: person }],
  [
    'a plan, edits accepted',
    plan,
    true,
    { plan: 'acceptEdits' },
    { choice: 'allow', by: person, updatedPermissions: [acceptEdits] },
  ],
  [
    'a plan in a clear conversation',
    plan,
    true,
    { plan: 'clear' },
    { choice: 'deny', by: person, stop: true, message: expect.any(String) },
  ],
];

test.each(rows)('%s', (_, shown, confirmed, options, decision) =>
  expect(decisionFrom(shown, confirmed, options)).toEqual({ ok: true, decision }),
);

test('a row that the agent did not suggest is refused', () => {
  expect(
    decisionFrom(bash, true, { suggestions: [{ type: 'addRules' }, { type: 'setMode', mode: 'bypassPermissions' }] }),
  ).toEqual({
    ok: false,
    reason: 'The agent did not suggest what was ticked.',
  });
});

describe('questions', () => {
  const option = (label: string, preview?: string): JsonObject => ({
    label,
    description: '',
    ...(preview ? { preview } : {}),
  });
  const input = {
    questions: [
      { question: 'One?', header: 'H', multiSelect: false, options: [option('A', 'code'), option('B')] },
      { question: 'Many?', header: 'H', multiSelect: true, options: [option('C', 'more'), option('D')] },
    ],
  };
  const interaction = questionsOf(input);
  const asked = card('question', input, interaction ? { interaction } : {});
  const answered = (...responses: InteractionResponse[]): unknown => {
    const chosen = decisionFrom(asked, true, { response: { id: 'questions', responses } });
    return chosen.ok && chosen.decision.choice === 'allow' ? chosen.decision.updatedInput : chosen;
  };

  test('are answered by their text, with notes and the preview of a single choice', () => {
    expect(
      answered({ id: '0', selectedValues: ['A'], notes: 'why' }, { id: '1', selectedValues: ['C', 'D'], text: 'E' }),
    ).toEqual({
      ...input,
      answers: { 'One?': 'A', 'Many?': 'C, D, E' },
      annotations: { 'One?': { preview: 'code', notes: 'why' } },
    });
    expect(answered({ id: '0', text: '  ' })).toEqual({ ...input, answers: {} });
  });

  test('take no answer to another question, and no choice that was not offered', () => {
    expect(answered({ id: '2', text: 'x' })).toEqual({ ok: false, reason: 'There is no question 2.' });
    expect(answered({ id: '0', selectedValues: ['C'] })).toEqual({
      ok: false,
      reason: 'One?: "C" is not one of the choices.',
    });
  });

  test.each<[JsonObject]>([
    [{}],
    [{ questions: [] }],
    [{ questions: 'x' }],
    [{ questions: [{ header: 'H' }] }],
    [{ questions: [null] }],
  ])('that cannot be read make a plain card: %j', unreadable => expect(questionsOf(unreadable)).toBeUndefined());
});

describe('a form', () => {
  const request = (properties: JsonObject, required: string[] = []): JsonObject => ({
    message: 'Fill in',
    requested_schema: { type: 'object', properties, required },
  });
  const fill = (properties: JsonObject, given: Partial<InteractionResponse>, required: string[] = []): unknown => {
    const form = formOf(request(properties, required));
    if (form?.mode !== 'form') return form;
    const read = formContent(form.interaction, { id: 'form', responses: [{ id: 'x', ...given }] });
    return read.ok ? read.content : read.problems.map(problem => problem.message);
  };

  const fields: readonly (readonly [string, JsonObject, Partial<InteractionResponse>, unknown])[] = [
    ['text', { type: 'string' }, { text: 'a' }, { x: 'a' }],
    ['no text', { type: 'string' }, { text: '' }, {}],
    ['too short', { type: 'string', minLength: 3 }, { text: 'ab' }, ['x needs at least 3 characters.']],
    ['number', { type: 'number' }, { text: '-1.5e3' }, { x: -1500 }],
    ['no number', { type: 'number' }, { text: '1,5' }, ['x must be a number.']],
    ['not finite', { type: 'number' }, { text: 'Infinity' }, ['x must be a number.']],
    ['too small', { type: 'integer', minimum: 1 }, { text: '0' }, ['x must be at least 1.']],
    ['date', { type: 'string', format: 'date' }, { text: '18.11.2026' }, ['x must be a date like 2026-11-18.']],
    [
      'address',
      { type: 'string', format: 'uri' },
      { text: 'example.org' },
      ['x must be an address with a scheme, like https://example.org.'],
    ],
    ['choice', { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] }, { selectedValues: ['b'] }, { x: 'b' }],
    [
      'choice by label',
      { type: 'string', enum: ['a'], enumNames: ['A'] },
      { selectedValues: ['A'] },
      ['x: choose one of the options.'],
    ],
    [
      'two choices',
      { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
      { selectedValues: ['a', 'b'] },
      ['x: choose one option only.'],
    ],
    ['several', { type: 'array', items: { enum: ['a', 'b', 'c'] } }, { selectedValues: ['a', 'c'] }, { x: ['a', 'c'] }],
    [
      'too few',
      { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } },
      { selectedValues: ['a'] },
      ['x: choose at least 2.'],
    ],
    [
      'too many',
      { type: 'array', maxItems: 1, items: { enum: ['a', 'b'] } },
      { selectedValues: ['a', 'b'] },
      ['x: choose at most 1.'],
    ],
    ['yes', { type: 'boolean' }, { confirmed: true }, { x: true }],
    ['no', { type: 'boolean' }, { confirmed: false }, { x: false }],
    ['open', { type: 'boolean' }, {}, {}],
    ['a list', { type: 'array', items: { type: 'string' } }, { text: 'a\n\nb c\n' }, { x: ['a', 'b c'] }],
    [
      'too short a list',
      { type: 'array', minItems: 2, items: { type: 'string' } },
      { text: 'a' },
      ['x: give at least 2.'],
    ],
    ['a list of other things', { type: 'array', items: { type: 'number' } }, { text: '[1, 2]' }, { x: [1, 2] }],
    ['no JSON', { type: 'array', items: { type: 'number' } }, { text: '1, 2' }, ['x must be JSON.']],
    [
      'an object',
      { type: 'object', properties: { city: { type: 'string' }, plz: { type: 'integer' } }, required: ['city'] },
      {
        responses: [
          { id: 'city', text: 'Ulm' },
          { id: 'plz', text: '89073' },
        ],
      },
      { x: { city: 'Ulm', plz: 89073 } },
    ],
    [
      'an object in an object',
      { type: 'object', properties: { at: { type: 'object', properties: { city: { type: 'string' } } } } },
      { responses: [{ id: 'at', responses: [{ id: 'city', text: 'Ulm' }] }] },
      { x: { at: { city: 'Ulm' } } },
    ],
    [
      'an object that lacks something',
      { type: 'object', properties: { city: { type: 'string' }, plz: { type: 'integer' } }, required: ['city'] },
      { responses: [{ id: 'plz', text: '89073' }] },
      ['city is required.'],
    ],
    [
      'an object that is left out',
      { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      {},
      {},
    ],
  ];
  test.each(fields)('with %s', (_, field, given, result) => expect(fill({ x: field }, given)).toEqual(result));

  test.each<[JsonObject]>([
    [{ type: 'string' }],
    [{ type: 'boolean' }],
    [{ type: 'string', enum: ['a'] }],
    [{ type: 'integer' }],
    [{ type: 'array', items: { type: 'string' } }],
    [{ type: 'object', properties: { city: { type: 'string' } } }],
  ])('must have what is required: %j', field => expect(fill({ x: field }, {}, ['x'])).toEqual(['x is required.']));

  test('are drawn as they are meant: long texts in lines, and yes and no in the words of the form', () => {
    const form = formOf(
      request({
        note: { type: 'string', maxLength: 2000 },
        name: { type: 'string', maxLength: 40 },
        log: { type: 'string', format: 'multiline' },
        ship: { type: 'boolean', enumNames: ['Ship it', 'Not yet'] },
      }),
    );
    const drawn = form?.mode === 'form' ? form.interaction.interactions : [];
    expect(drawn.map(field => (field.type === 'input' ? [field.id, field.multiline] : field))).toEqual([
      ['note', true],
      ['name', false],
      ['log', true],
      { type: 'confirm', id: 'ship', title: 'ship', confirmText: 'Ship it', cancelText: 'Not yet' },
    ]);
  });

  test.each(['manual', 'acceptEdits', 'clear'] as const)('only a plan takes a plan’s choices: %s', choice => {
    for (const other of ['bash', 'file_write', 'mcp', 'question', 'elicitation', 'other'] as const)
      expect(decisionFrom(card(other, {}), true, { plan: choice })).toEqual({
        ok: false,
        reason: 'Only a plan can be approved in this way.',
      });
  });

  test('that cannot be read can only be declined, and a page to visit has no content', () => {
    const unreadable = card('elicitation', { message: 'x', requested_schema: 'y' });
    expect(decisionFrom(unreadable, true, {})).toEqual({
      ok: false,
      reason: 'This form cannot be read, so it can only be declined.',
    });
    expect(decisionFrom(unreadable, false, {})).toMatchObject({ ok: true, decision: { choice: 'deny' } });
    const page = card('elicitation', { mode: 'url', url: 'https://example.org', message: 'x' });
    expect(decisionFrom(page, true, {})).toMatchObject({ ok: true, decision: { choice: 'allow', updatedInput: {} } });
    expect(decisionFrom(card('elicitation', { mode: 'url' }), true, {})).toMatchObject({ ok: false });
  });
});

test('a host that a command wants to reach is allowed or denied as it was asked', () => {
  const host = card('web', { host: 'a.com' }, { tool: 'SandboxNetworkAccess' });
  expect(decisionFrom(host, true, { updatedInput: { host: 'b.com' } })).toEqual({
    ok: false,
    reason: 'Claude Code reaches for the host that it asked about: it cannot be edited.',
  });
  expect(decisionFrom(host, true, {})).toMatchObject({ ok: true, decision: { choice: 'allow' } });
});

test('a leave to write elsewhere is for us and not for the agent', () => {
  const leave = { type: 'latchWrite', folder: '/opt/app' };
  const inSession = { ...leave, lasts: 'session' };
  const asked = card('bash', { command: 'x' }, { details: { suggestions: [...suggestions, leave, inSession] } });
  expect(decisionFrom(asked, true, { suggestions: [leave] })).toEqual({
    ok: true,
    decision: { choice: 'allow', by: person, leaves: [{ folder: '/opt/app', lasts: 'call' }] },
  });
  expect(decisionFrom(asked, true, { suggestions: [inSession] })).toEqual({
    ok: true,
    decision: { choice: 'allow', by: person, leaves: [{ folder: '/opt/app', lasts: 'session' }] },
  });
  expect(decisionFrom(bash, true, { suggestions: [leave] })).toMatchObject({ ok: false });
});

test.each(['__proto__', 'constructor', 'toString'])(
  'what is said to a question or a field called %s goes along',
  name => {
    const question = { question: name, header: 'h', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false };
    const input = { questions: [question] };
    const interaction = questionsOf(input);
    const response = { id: 'questions', responses: [{ id: '0', selectedValues: ['A'], notes: 'n' }] };
    const asked = card('question', input, interaction ? { interaction } : {});
    const written = JSON.stringify(decisionFrom(asked, true, { response }));
    expect(written).toContain(`"answers":{"${name}":"A"},"annotations":{"${name}":{"notes":"n"}}`);
    const properties: JsonObject = JSON.parse(`{"${name}":{"type":"string"}}`);
    const form = formOf({ message: 'm', requested_schema: { type: 'object', properties, required: [name] } });
    if (form?.mode !== 'form') throw new Error('It is no form.');
    const content = formContent(form.interaction, { id: form.interaction.id, responses: [{ id: name, text: 'x' }] });
    expect(JSON.stringify(content)).toBe(`{"ok":true,"content":{"${name}":"x"}}`);
  },
);
