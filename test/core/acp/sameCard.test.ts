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
  const options = [{ optionId: 'yes-1', name: 'Yes', kind: 'allow_once' }];
  const read = readAsk(state, 'a', { toolCall: { toolCallId: 't' }, options });
  if (!read.ok) throw new Error(read.what);
  return asked(read.events);
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
});
