import { isObject } from '../../../src/core/base/json';
import { notifications } from '../../../src/core/protocol/notifications';
import type { Reader } from '../../../src/core/protocol/read';
import { requests } from '../../../src/core/protocol/requests';
import { sessionUpdate } from '../../../src/core/protocol/updates';

export type Message = keyof typeof requests | keyof typeof notifications | 'session/update';

/** How each message is read. */
export const readers: ReadonlyMap<string, Reader<unknown>> = new Map<string, Reader<unknown>>([
  ...Object.entries(requests).map(([method, { params }]) => [method, params] as const),
  ...Object.entries(notifications),
  ['session/update', sessionUpdate],
]);

/**
 * Marks at the end of a key: `?` it may be absent, `~` it may be null, `*` nobody looks into it, `+` what is beside in it
 * is kept, `^` any number that has an end.
 */
const marks = /[?~*+^]*$/;

export function marksOf(key: string): string {
  return marks.exec(key)?.[0] ?? '';
}

/** A form without its marks. */
export function plain(form: unknown): unknown {
  if (Array.isArray(form)) return form.map(plain);
  if (!isObject(form)) return form;
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key.replace(marks, ''), plain(value)]));
}

export const call = { sessionId: 's', toolCallId: 't' };
export const confirm = { ...call, confirmed: true, revision: 1 };
export const rule = { action: 'allow', patterns: ['Bash(a)'], scope: 'session' };

const ruleRef = { scope: 'session', 'sessionId?': 's', id: 'x' };
const add = {
  scope: 'project',
  'sessionId?': 's',
  rules: [{ action: 'deny', pattern: 'Bash(a)', 'description?': 'why', 'expires?^': 7 }],
  'life?': { kind: 'until', 'at^': 7 },
  'by?': 'panel',
  'draft?': 'd',
};
const update = {
  ...ruleRef,
  changes: { 'action?': 'ask', 'pattern?': 'Bash(b)', 'description?~': 'why', 'expires?~^': 7 },
  'moveTo?': 'project',
  'draft?': 'd',
};
const move = { rules: [ruleRef], to: 'user', 'sessionId?': 's', 'draft?': 'd' };

const answer = {
  id: 'a',
  'text?': '',
  'selectedValues?': ['y'],
  'confirmed?': false,
  'notes?': 'n',
};
const options = {
  'updatedInput?*': { command: 'ls' },
  'response?': { id: 'form', 'responses?': [answer] },
  'plan?': 'acceptEdits',
  'suggestions?*': [{ type: 'addRules' }],
  'rule?': { ...rule, 'life?': { kind: 'minutes', minutes: 30 }, 'draft?': 'd' },
  'note?': 'No.',
  'stop?': true,
};

const card = {
  ...call,
  tool: 'Bash',
  revision: 1,
  'input*': { command: 'ls' },
  'details*': { kind: 'bash' },
  because: [],
};
const session = { sessionId: 's', 'status*': { kind: 'idle' } };

/** Of each message, forms that are taken as they are, with all that they may have. */
export const forms: { readonly [M in Message]: readonly object[] } = {
  'tool/confirm': [
    { ...confirm, 'options?': options },
    { ...confirm, confirmed: false, 'options?': { 'rule?': { ...rule, action: 'deny', 'life?': { kind: 'turn' } } } },
  ],
  'session/send': [
    {
      'sessionId?': 's',
      text: ' Hi',
      'attachments?': [{ kind: 'image', name: 'a.png', mediaType: 'image/png', data: 'AA==' }],
    },
  ],
  'session/queue': [
    { sessionId: 's', change: { type: 'take', 'id?': 'm' } },
    { sessionId: 's', change: { type: 'move', id: 'm', by: -1 } },
    { sessionId: 's', change: { type: 'now', id: 'm' } },
    { sessionId: 's', change: { type: 'goOn' } },
  ],
  'composer/find': [{ query: '' }],
  'composer/attach': [{ kind: 'session', id: 's' }],
  'composer/mention': [{ files: ['file:///srv/a.ts'] }],
  'session/new': [{}],
  'session/show': [{ sessionId: 's' }],
  'session/fork': [{ sessionId: 's', before: 'u1' }],
  'session/restart': [{ sessionId: 's' }],
  'session/interrupt': [{ sessionId: 's' }],
  'session/mode': [{ sessionId: 's', mode: 'plan' }],
  'agent/choose': [{ sessionId: 's', 'model?': 'sonnet', 'effort?': 'low', 'thinkingOff?': true }],
  'agent/takeBack': [{ sessionId: 's', folder: '/srv/data' }],
  'agent/prepare': [{ 'sessionId?': 's' }],
  'session/rename': [{ sessionId: 's', title: 'T' }],
  'session/letGo': [{ sessionId: 's', when: 'ifAway' }],
  'session/earlier': [{ sessionId: 's', before: 'u1' }],
  'tool/openDiff': [{ ...call, 'input?*': { content: 'x' } }],
  'tool/openRule': [{ ...call, at: 0 }],
  'tool/discardEdit': [call],
  'tool/revert': [call],
  'task/stop': [{ sessionId: 's', taskId: 't' }],
  'task/output': [{ sessionId: 's', taskId: 't' }],
  'repository/choose': [{ hash: 'h', choice: 'instructions' }],
  'repository/open': [{ file: 'CLAUDE.md', 'line?': 3 }],
  'ui/command': [{ command: 'showLog' }],
  'text/known': [{ sessionId: 's', names: ['src/a.ts'] }],
  'text/open': [{ sessionId: 's', target: 'https://example.org' }],
  'text/take': [{ text: '', as: 'open', 'language?': 'ts' }],

  'permissionRules/list': [{ 'sessionId?': 's', 'scope?': 'claude', 'toolName?': 'Bash', 'text?': '' }],
  'permissionRules/add': [add, { scope: 'user', rules: [] }],
  'permissionRules/update': [update],
  'permissionRules/move': [move],
  'permissionRules/delete': [{ rules: [ruleRef], 'draft?': 'd' }],
  'rules/suggest': [call],
  'rules/preview': [
    {
      'sessionId?': 's',
      'toolCallId?': 't',
      scope: 'user',
      action: 'allow',
      patterns: ['Bash(a)', ''],
      'instead?': ruleRef,
    },
    { scope: 'user', action: 'ask', patterns: [] },
  ],
  'rules/draft': [
    { type: 'add', add },
    { type: 'update', update },
    { type: 'move', move },
    { type: 'remove', remove: { rules: [ruleRef], 'draft?': 'd' } },
  ],
  'rules/test': [{ 'sessionId?': 's', tool: 'Bash', 'input*': {} }],
  'rules/pastCalls': [{}],
  'rules/undo': [{}],
  'rules/letGo': [{ rules: [{ file: '/w/.latch/rules.json', action: 'deny', pattern: 'Bash(rm:*)' }] }],
  'rules/redo': [{}],
  'rules/open': [ruleRef],
  'rules/openScope': [{ scope: 'team', 'file?': '/etc/latch', 'line?': 1 }],
  'rules/show': [{ 'rule?': ruleRef }],
  'rules/offers': [{}],
  'rules/team': [{}],
  'rules/teamLog': [{ rule: 'r' }],
  'rules/acceptTeam': [{ rules: ['["r","Bash(make)",null]'] }],
  'rules/trustTeam': [{ trusted: true }],
  'rules/dismiss': [{ key: 'k' }],

  'ui/ready': [{}],
  'ui/ack': [{ seq: 3 }],
  'ui/entered': [{}],
  'ui/painted': [{ ...call, revision: 1 }],
  'ui/drafting': [{ ...call, active: false }],

  'session/update': [
    {
      type: 'snapshot',
      'snapshot+': { sessions: [session], transcript: [], earlier: 0, cards: [card] },
    },
    { type: 'confirmation_request', sessionId: 's', 'content+': card },
    { type: 'card', sessionId: 's', 'content+': card },
    { type: 'session', 'session+': session },
    { type: 'facts', sessionId: 's', 'facts+': { commands: [], models: [], 'account*': {} } },
    { type: 'review', 'review?+': { findings: [], hash: 'h' } },
    { type: 'rules', 'rules+': { problems: [], trustAll: [] } },
    { type: 'window', focused: true },
    { type: 'shown' },
    { type: 'sound' },
    { type: 'act', action: 'allowOnce' },
    { type: 'compose', text: '@a.ts ' },
    { type: 'showRule', 'rule+': { scope: 'user', id: 'x' } },
    { type: 'tryCall', call: { tool: 'Bash', 'input*': {} } },
    { type: 'transcript', sessionId: 's', seq: 1, 'changes+': [{ type: 'append' }] },
  ],
};
