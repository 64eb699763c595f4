import { expect, test } from 'vitest';
import { call, confirm, forms, type Message, plain, readers, rule } from './messages';

test('of every message it is said what is taken', () => {
  expect([...readers.keys()].toSorted()).toEqual(Object.keys(forms).toSorted());
});

test.each(Object.entries(forms).flatMap(([message, some]) => some.map(form => [message, plain(form)] as const)))(
  '%s takes %j as it is, and leaves out what it does not know',
  (message, form) => {
    expect(readers.get(message)?.(form)).toEqual({ ok: true, value: form });
    expect(readers.get(message)?.(Object.assign({ allowEverything: true }, form))).toEqual({ ok: true, value: form });
  },
);

test.each<readonly [Message, object]>([
  ['tool/confirm', confirm],
  ['tool/confirm', { ...confirm, options: {} }],
  ['session/send', { text: 'x'.repeat(1_000_000) }],
  ['permissionRules/update', { scope: 'user', id: 'x', changes: { description: null, expires: null } }],
  ['permissionRules/update', { scope: 'user', id: 'x', changes: {} }],
])('%s also takes %j', (message, form) => {
  expect(readers.get(message)?.(form)).toEqual({ ok: true, value: form });
});

function nested(depth: number): object {
  return depth === 0 ? { id: 'x' } : { id: 'x', responses: [nested(depth - 1)] };
}

const options = (given: object): object => ({ ...confirm, options: given });
const ruled = (given: object): object => options({ rule: { ...rule, ...given } });
const named = { scope: 'user', id: 'x' };
const scopes = 'session, workspace, project, user or team';

const apart = 'The message must have an allow rule with an allow, and a deny rule with a deny.';

const refused: readonly (readonly [Message, unknown, string])[] = [
  ['tool/confirm', undefined, 'The message must be an object.'],
  ['tool/confirm', [confirm], 'The message must be an object.'],
  ['tool/confirm', { ...confirm, sessionId: '' }, 'sessionId: must not be empty.'],
  ['tool/confirm', { ...confirm, toolCallId: undefined }, 'toolCallId: must be a text.'],
  ['tool/confirm', { ...confirm, toolCallId: 7 }, 'toolCallId: must be a text.'],
  ['tool/confirm', { ...confirm, confirmed: 'true' }, 'confirmed: must be true or false.'],
  ['tool/confirm', { ...confirm, confirmed: 1 }, 'confirmed: must be true or false.'],
  ['tool/confirm', { ...confirm, confirmed: undefined }, 'confirmed: must be true or false.'],
  ['tool/confirm', { ...confirm, revision: 1.5 }, 'revision: must be a whole number.'],
  ['tool/confirm', { ...confirm, revision: 1e300 }, 'revision: must be a whole number.'],
  ['tool/confirm', { ...confirm, revision: '1' }, 'revision: must be a whole number.'],
  ['tool/confirm', { ...confirm, options: [] }, 'options: must be an object.'],
  ['tool/confirm', { ...confirm, options: null }, 'options: must be an object.'],
  ['tool/confirm', options({ updatedInput: 'ls' }), 'options.updatedInput: must be an object.'],
  ['tool/confirm', options({ plan: 'bypassPermissions' }), 'options.plan: must be manual, acceptEdits or clear.'],
  ['tool/confirm', options({ suggestions: [0] }), 'options.suggestions[0]: must be an object.'],
  ['tool/confirm', options({ suggestions: 'all' }), 'options.suggestions: must be a list.'],
  ['tool/confirm', options({ note: 7 }), 'options.note: must be a text.'],
  ['tool/confirm', options({ stop: 'yes' }), 'options.stop: must be true or false.'],
  ['tool/confirm', options({ response: 'yes' }), 'options.response: must be an object.'],
  [
    'tool/confirm',
    options({ response: { id: 'f', selectedValues: [1] } }),
    'options.response.selectedValues[0]: must be a text.',
  ],
  ['tool/confirm', options({ response: nested(12) }), `options.response${'.responses[0]'.repeat(9)}: lies too deep.`],
  ['tool/confirm', { ...ruled({}), confirmed: false }, apart],
  ['tool/confirm', ruled({ action: 'deny' }), apart],
  ['tool/confirm', ruled({ action: 'ask' }), 'options.rule.action: must be allow or deny.'],
  ['tool/confirm', ruled({ patterns: [] }), 'options.rule.patterns: must be a list of 1 to 20 entries.'],
  ['tool/confirm', ruled({ patterns: 'Bash(a)' }), 'options.rule.patterns: must be a list.'],
  ['tool/confirm', ruled({ patterns: [1] }), 'options.rule.patterns[0]: must be a text.'],
  ['tool/confirm', ruled({ scope: 'claude' }), `options.rule.scope: must be ${scopes}.`],
  [
    'tool/confirm',
    ruled({ life: { kind: 'minutes', minutes: -1 } }),
    'options.rule.life.minutes: must be more than 0 and at most 10080.',
  ],
  [
    'tool/confirm',
    ruled({ life: { kind: 'minutes', minutes: Number.NaN } }),
    'options.rule.life.minutes: must be a number.',
  ],
  ['tool/confirm', ruled({ life: { kind: 'ever' } }), 'options.rule.life.kind: must be turn, minutes or until.'],
  ['tool/confirm', ruled({ life: 'ever' }), 'options.rule.life: must be an object.'],
  ['tool/confirm', options({ rule: 'Bash(a)' }), 'options.rule: must be an object.'],

  ['session/send', null, 'The message must be an object.'],
  ['session/send', {}, 'text: must be a text.'],
  ['session/send', { text: ' \n' }, 'The message is empty.'],
  ['session/send', { text: 7 }, 'text: must be a text.'],
  ['session/send', { text: 'x'.repeat(1_000_001) }, 'The message is longer than 1000000 characters.'],
  ['session/send', { text: 'x', sessionId: 4 }, 'sessionId: must be a text.'],
  ['session/send', { text: 'x', sessionId: '' }, 'sessionId: must not be empty.'],
  ['session/new', undefined, 'The message must be an object.'],
  ['session/show', {}, 'sessionId: must be a text.'],
  ['session/earlier', { sessionId: 's' }, 'before: must be a text.'],
  ['session/earlier', { before: 'u1' }, 'sessionId: must be a text.'],
  ['session/earlier', { sessionId: 's', before: 1 }, 'before: must be a text.'],
  ['tool/openDiff', { ...call, input: 'x' }, 'input: must be an object.'],
  ['tool/openDiff', { sessionId: 's' }, 'toolCallId: must be a text.'],
  ['tool/openRule', { ...call, at: 0.5 }, 'at: must be a whole number.'],
  ['tool/discardEdit', { sessionId: 's' }, 'toolCallId: must be a text.'],
  ['repository/choose', { hash: 'h', choice: 'some' }, 'choice: must be none, instructions or all.'],
  ['repository/open', { file: 'x', line: 0 }, 'line: must be the number of a line.'],
  [
    'ui/command',
    { command: 'workbench.action.terminal.new' },
    'command: must be manageRules, continueSession, exportSession, renameSession, forkSession, forkAtEarlier, manageServers, showAgentFiles, showHelp, setClaudePath, showLog, manageTrust, chooseMode, chooseModel, showUsage, account, openFolder, endTrustAll or takeOver.',
  ],

  [
    'permissionRules/list',
    { scope: 'everywhere' },
    `scope: must be ${scopes.replace(' or team', ', team')}, claude, builtin or mode.`,
  ],
  [
    'permissionRules/add',
    { scope: 'user', rules: [{ action: 'yes', pattern: 'x' }] },
    'rules[0].action: must be allow, ask or deny.',
  ],
  [
    'permissionRules/add',
    { scope: 'user', rules: Array.from({ length: 5001 }, () => ({ action: 'ask', pattern: 'x' })) },
    'rules: must be a list of 0 to 5000 entries.',
  ],
  ['permissionRules/update', { ...named, id: '', changes: {} }, 'id: must not be empty.'],
  [
    'permissionRules/update',
    { ...named, changes: { expires: Number.POSITIVE_INFINITY } },
    'changes.expires: must be a number.',
  ],
  ['permissionRules/update', { ...named, changes: { pattern: null } }, 'changes.pattern: must be a text.'],
  ['permissionRules/update', { ...named, changes: {}, moveTo: 'builtin' }, `moveTo: must be ${scopes}.`],
  ['permissionRules/delete', undefined, 'The message must be an object.'],
  ['rules/suggest', { sessionId: 's' }, 'toolCallId: must be a text.'],
  ['rules/preview', { ...call, scope: 'user', action: 'ask' }, 'patterns: must be a list.'],
  ['rules/draft', { type: 'swap' }, 'type: must be add, update, move or remove.'],
  ['rules/draft', { type: 'move', move: { rules: [] } }, `move.to: must be ${scopes}.`],
  ['rules/openScope', { scope: 'user', line: 1.5 }, 'line: must be a whole number.'],

  ['ui/ack', {}, 'seq: must be a whole number.'],
  ['ui/painted', call, 'revision: must be a whole number.'],
  ['ui/drafting', { ...call, active: 1 }, 'active: must be true or false.'],

  ['session/update', undefined, 'The message must be an object.'],
  ['session/update', { type: 'window' }, 'focused: must be true or false.'],
  ['session/update', { type: 'review', review: {} }, 'review: is not whole.'],
  ['session/update', { type: 'transcript', sessionId: 's', seq: 1, changes: [7] }, 'changes[0]: is not whole.'],
];

test.each(refused)('%s refuses %j: %s', (message, form, problem) => {
  expect(readers.get(message)?.(form)).toMatchObject({ ok: false, problem });
});

test('a page leaves out an update that it does not know', () => {
  expect(readers.get('session/update')?.({ type: 'of tomorrow' })).toMatchObject({ ok: false });
});
