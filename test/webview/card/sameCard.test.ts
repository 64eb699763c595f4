import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readAsk } from '../../../src/core/acp/asking';
import { initialAcp } from '../../../src/core/acp/state';
import { readUpdate } from '../../../src/core/acp/updates';
import type { JsonObject } from '../../../src/core/base/json';
import type { AgentEvent } from '../../../src/core/call/events';
import { looksOf } from '../../../src/core/card/cardOf';
import { decode } from '../../../src/core/claude/decode';
import { initialClaude } from '../../../src/core/claude/state';
import { compileRules, evaluate, plainContext } from '../../../src/core/rules';
import { fileChange } from '../../../src/core/change/edits';
import { CardView } from '../../../webview-ui/card/card';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';
import { ChatContext } from '../../../webview-ui/state/context';
import { createChat } from '../../../webview-ui/state/chatStore';

type Asked = AgentEvent & { readonly type: 'asked' };

function asked(events: readonly AgentEvent[]): Asked {
  const found = events.find(event => event.type === 'asked');
  if (!found) throw new Error('nothing was asked');
  return found;
}

function overStdio(tool: string, input: JsonObject): Asked {
  const request = { subtype: 'can_use_tool', tool_name: tool, input, tool_use_id: 't' };
  return asked(decode(initialClaude, { type: 'control_request', request_id: 'a', request })[1]);
}

function overAcp(call: JsonObject): Asked {
  const [state] = readUpdate(initialAcp('Strange', '/w', ''), {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    ...call,
  });
  const options = [
    { optionId: 'yes-1', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no-1', name: 'No', kind: 'reject_once' },
  ];
  const read = readAsk(state, 'a', { toolCall: { toolCallId: 't' }, options });
  if (!read.ok) throw new Error(read.what);
  return read.asked;
}

/** What a card shows of a call, and what the rules say of it. */
function shown({ tool, input, toolCallId, unsure }: Asked): object {
  const set = compileRules(
    (['allow Bash(make:*)', 'deny Bash(rm:*)', 'allow Edit(./src/**)', 'deny WebFetch(domain:evil.com)'] as const).map(
      line => {
        const [action, pattern] = [
          line.startsWith('deny') ? 'deny' : 'allow',
          line.slice(line.indexOf(' ') + 1),
        ] as const;
        return { action, pattern, root: '/w', source: { scope: 'project' } };
      },
    ),
  );
  const what = { kind: 'tool', tool, input } as const;
  const verdict = evaluate(set, { tool, input, cwd: '/w' }, plainContext('/w'));
  return { toolCallId, tool, input, unsure, ...looksOf(what, {}), verdict };
}

const chat = createChat({ post() {}, listen() {}, load: () => undefined, save() {} }, undefined);

interface Drawn {
  /** Everything that can be read. */
  readonly content: string | undefined;
  readonly buttons: readonly string[];
  readonly hints: readonly string[];
}

/** The card as it is drawn. The protocol has no way to change a call or to add a note to a yes, so no menu offers that. */
function drawn({ tool, input, toolCallId, details }: Asked): Drawn {
  const { title: _, ...same } = details;
  const looks = looksOf({ kind: 'tool', tool, input }, details);
  const before = tool === 'Edit' ? 'first\na\nlast\n' : null;
  const change = fileChange(tool, input, before);
  const card = {
    ...cardFrom(toolCallId, { ...looks, tool, input, details: { ...same, suggestions: [] } }),
    ...(change ? { file: { path: '/w/src/a.ts', before, stale: false } } : {}),
  };
  const shownCard = { key: toolCallId, card, deadline: undefined };
  const markup = renderToStaticMarkup(
    createElement(
      ChatContext,
      { value: chat },
      createElement(CardView, { shown: shownCard, titleRef: { current: null } }),
    ),
  );
  const [content, actions = ''] = markup.split('<div class="card-actions');
  const textsOf = (pattern: RegExp): readonly string[] => [...actions.matchAll(pattern)].map(([, text = '']) => text);
  return {
    content,
    buttons: textsOf(/<button [^>]*class="(?:primary|secondary)"[^>]*>([^<]*)/g),
    hints: textsOf(/ title="([^"]* calls it [^"]*)"/g),
  };
}

const diff = { type: 'diff', path: '/w/src/a.ts', oldText: 'a', newText: 'b' };
const { oldText: _, ...created } = diff;

test.each<[string, JsonObject, JsonObject, string]>([
  ['Bash', { command: 'make x' }, { kind: 'execute', rawInput: { command: 'make x' } }, 'allow'],
  ['Bash', { command: 'rm -rf x' }, { kind: 'execute', rawInput: { command: ['bash', '-lc', 'rm -rf x'] } }, 'deny'],
  ['Bash', { command: 'curl a.com' }, { kind: 'execute', rawInput: { command: 'curl a.com' } }, 'ask'],
  [
    'Edit',
    { file_path: '/w/src/a.ts', old_string: 'a', new_string: 'b' },
    { kind: 'edit', rawInput: { path: '/w/src/a.ts' }, content: [diff] },
    'allow',
  ],
  [
    'Write',
    { file_path: '/w/src/a.ts', content: 'b' },
    { kind: 'edit', rawInput: { path: '/w/src/a.ts' }, content: [created] },
    'allow',
  ],
  ['Read', { file_path: '/w/b.ts' }, { kind: 'read', rawInput: { path: '/w/b.ts' } }, 'allow'],
  ['Read', { file_path: '/etc/hosts' }, { kind: 'read', rawInput: { absolute_path: '/etc/hosts' } }, 'ask'],
  ['WebFetch', { url: 'https://evil.com/' }, { kind: 'fetch', rawInput: { url: 'https://evil.com/' } }, 'deny'],
  ['mcp__fs__write', { path: 'x' }, { title: 'mcp__fs__write', rawInput: { path: 'x' } }, 'ask'],
  ['ExitPlanMode', { plan: 'Go' }, { kind: 'switch_mode', rawInput: { plan: 'Go' } }, 'ask'],
])('%s %j is the same card by both transports', (tool, input, call, decision) => {
  const stdio = shown(overStdio(tool, input));
  expect(shown(overAcp(call))).toEqual(stdio);
  expect(stdio).toMatchObject({ tool, input, verdict: { decision } });
  const [one, other] = [drawn(overStdio(tool, input)), drawn(overAcp(call))];
  expect({ ...other, hints: [] }).toEqual(one);
  expect(one.buttons).toHaveLength(2);
  expect(one.content).toContain('data-call-id');
  expect(other.hints).toEqual(['Strange calls it “Yes”', 'Strange calls it “No”']);
});

const result = 'a\nb\n';
test.each<[string, JsonObject, JsonObject, object | undefined]>([
  [
    'a command that prints beside the protocol, in parts',
    { kind: 'execute', rawInput: { command: 'ls' } },
    { rawOutput: { exit_code: 0 }, _meta: { terminal_output_delta: { data: result, terminal_id: 't' } } },
    { kind: 'output', text: `first\n${result}` },
  ],
  [
    'a command whose output stands in a fence',
    { kind: 'execute', rawInput: { command: 'ls' } },
    { content: [{ type: 'content', content: { type: 'text', text: '```console\na\nb\n```' } }] },
    { kind: 'output', text: 'a\nb' },
  ],
  [
    'an edit',
    { kind: 'edit', rawInput: { path: '/w/src/a.ts' }, content: [diff] },
    {},
    {
      kind: 'change',
      path: '/w/src/a.ts',
      created: false,
      hunks: [{ before: 0, after: 0, lines: ['-a', '+b'] }],
    },
  ],
  [
    'a new file',
    { kind: 'edit', rawInput: { path: '/w/src/a.ts' }, content: [created] },
    {},
    { kind: 'change', path: '/w/src/a.ts', created: true, hunks: [{ before: 0, after: 1, lines: ['+b'] }] },
  ],
  ['a tool of its own', { kind: 'other', title: 'Think' }, { rawOutput: 'Done' }, undefined],
])('what came of %s is told by its kind', (name, call, end, returned) => {
  const update = { toolCallId: 't', status: 'completed', ...end };
  const first = { ...update, status: 'in_progress', _meta: { terminal_output_delta: { data: 'first\n' } } };
  const updates = [
    { sessionUpdate: 'tool_call', toolCallId: 't', ...call },
    ...(name.includes('parts') ? [{ sessionUpdate: 'tool_call_update', ...first }] : []),
    { sessionUpdate: 'tool_call_update', ...update },
  ];
  let state = initialAcp('Strange', '/w', '');
  let last: readonly AgentEvent[] = [];
  for (const one of updates) [state, last] = readUpdate(state, one);
  expect(last.find(({ type }) => type === 'ended')).toMatchObject({ ok: true, ...(returned ? { returned } : {}) });
  expect(last.some(event => event.type === 'ended' && event.returned !== undefined)).toBe(returned !== undefined);
});
