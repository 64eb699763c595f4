import { describe, test } from 'vitest';
import { expect } from '../../support/inWords';
import type { AgentEvent } from '../../../src/core/call/events';
import { decode } from '../../../src/core/claude/decode';
import { initialClaude } from '../../../src/core/claude/state';
import type { Json, JsonObject } from '../../../src/core/base/json';

/** The events of these lines, one after the other. */
function events(...lines: unknown[]): AgentEvent[] {
  let state = initialClaude;
  return lines.flatMap(line => {
    const [next, decoded] = decode(state, line);
    state = next;
    return decoded;
  });
}

function request(body: JsonObject, requestId = 'r1'): JsonObject {
  return { type: 'control_request', request_id: requestId, request: body };
}

function canUseTool(more: JsonObject = {}): JsonObject {
  return request({ subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' }, tool_use_id: 't1', ...more });
}

function hookCallback(input: JsonObject, more: JsonObject = {}): JsonObject {
  return request({ subtype: 'hook_callback', callback_id: 'latch-pre', tool_use_id: 't1', input, ...more }, 'h1');
}

const preToolUse = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 't1',
};

function assistant(id: string, content: JsonObject[], more: JsonObject = {}): JsonObject {
  return { type: 'assistant', message: { id, content }, parent_tool_use_id: null, ...more };
}

function toolUse(id: string, more: JsonObject = {}): JsonObject {
  return { type: 'tool_use', id, name: 'Bash', input: { command: 'ls' }, ...more };
}

function stream(event: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'stream_event', event, parent_tool_use_id: null, ...more };
}

function messageStart(id: string): JsonObject {
  return stream({ type: 'message_start', message: { id } });
}

type Row = readonly [string, readonly unknown[], readonly unknown[]];

function table(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, lines, expected) => expect(events(...lines)).toEqual(expected));
}

const asked = {
  type: 'asked',
  askId: 'r1',
  toolCallId: 't1',
  tool: 'Bash',
  input: { command: 'ls' },
  request: expect.any(Object),
};
const intercepted = { type: 'intercepted', hookId: 'h1', toolCallId: 't1', tool: 'Bash', input: { command: 'ls' } };
const proposed = {
  type: 'proposed',
  toolCallId: 't1',
  batchId: 'm1',
  single: false,
  tool: 'Bash',
  input: { command: 'ls' },
};
const suggestion = { type: 'addRules', behavior: 'allow', destination: 'localSettings' };

describe('what the CLI asks', () => {
  test('goes along as it came, with what we do not know too', () => {
    const frame = canUseTool({ something_new: { deep: [1] } });
    expect(events(frame)).toMatchObject([{ type: 'asked', request: frame['request'] }]);
  });

  table([
    ['a call', [canUseTool()], [{ ...asked, details: { suggestions: [] } }]],
    [
      'a call with everything that 2.1.326 adds, and more',
      [
        canUseTool({
          display_name: 'Run',
          description: 'List',
          decision_reason: 'Outside',
          decision_reason_type: 'workingDir',
          blocked_path: '/etc',
          permission_suggestions: [suggestion, 'not a suggestion'],
          mcp_server: { name: 'toy', source: 'project' },
          requires_user_interaction: true,
          suppress_always_allow_rule: false,
          server_policy_ask_only: false,
          something_new: 1,
        }),
      ],
      [
        {
          ...asked,
          details: {
            title: 'Run',
            description: 'List',
            reason: 'Outside',
            reasonType: 'workingDir',
            blockedPath: '/etc',
            mcpServer: 'toy',
            suggestions: [suggestion],
          },
        },
      ],
    ],
    [
      'a call for which no lasting permission is to be offered',
      [canUseTool({ permission_suggestions: [suggestion], suppress_always_allow_rule: true })],
      [{ ...asked, details: { suggestions: [] } }],
    ],
    [
      'a call whose optional fields have wrong types',
      [
        canUseTool({
          description: 7,
          blocked_path: null,
          permission_suggestions: 'all',
          mcp_server: 'toy',
          agent_id: 3,
        }),
      ],
      [{ ...asked, details: { suggestions: [] } }],
    ],
    [
      'a call of an unknown subagent',
      [canUseTool({ agent_id: 'a1' })],
      [{ ...asked, details: { suggestions: [] }, subagent: { id: 'a1' } }],
    ],
    [
      'a call without an id, which is named by its ask',
      [canUseTool({ tool_use_id: null })],
      [{ ...asked, toolCallId: 'ask:r1', details: { suggestions: [] } }],
    ],
    [
      'a call with an empty id',
      [canUseTool({ tool_use_id: '' })],
      [{ ...asked, toolCallId: 'ask:r1', details: { suggestions: [] } }],
    ],
    ['a call without a tool', [canUseTool({ tool_name: null })], [refused('can_use_tool without tool_name or input')]],
    ['a call with a list as input', [canUseTool({ input: [] })], [refused('can_use_tool without tool_name or input')]],
    [
      'a form',
      [request({ subtype: 'elicitation', mcp_server_name: 'toy', mode: 'form', message: 'Name?' })],
      [
        {
          type: 'elicited',
          askId: 'r1',
          server: 'toy',
          request: { subtype: 'elicitation', mcp_server_name: 'toy', mode: 'form', message: 'Name?' },
        },
      ],
    ],
    [
      'a form of a server without a name',
      [request({ subtype: 'elicitation' })],
      [{ type: 'elicited', askId: 'r1', server: 'unknown server', request: { subtype: 'elicitation' } }],
    ],
    ['a message for a server of ours', [request({ subtype: 'mcp_message' })], [refused('mcp_message')]],
    ['a dialog', [request({ subtype: 'request_user_dialog', dialog_kind: 'x' })], [refused('request_user_dialog')]],
    ['something new', [request({ subtype: 'teleport' })], [refused('teleport')]],
    ['nothing', [request({})], [refused('none')]],
    ['no object', [{ type: 'control_request', request_id: 'r1', request: 'x' }], [refused('none')]],
    ['without an id', [{ type: 'control_request', request: {} }], [malformed('control_request without an id')]],
    ...[7, 0, null, true, '', ['r1'], { id: 'r1' }].map(
      (id): Row => [
        `with the id ${JSON.stringify(id)}, which is answered under it`,
        [{ ...canUseTool({}), request_id: id }],
        [refused('can_use_tool with an id that is no text', id)],
      ],
    ),
    [
      'of a hook with an id that is no text, which an error would let run',
      [{ type: 'control_request', request_id: 7, request: { subtype: 'hook_callback' } }],
      [{ type: 'unreadableHook', hookId: 7, what: 'with an id that is no text' }],
    ],
    [
      'that is no object, with such an id',
      [{ type: 'control_request', request_id: 7 }],
      [refused('none with an id that is no text', 7)],
    ],
    [
      'with an id that is nested too deep',
      [{ type: 'control_request', request_id: nested(1000), request: {} }],
      [malformed('control_request without an id')],
    ],
    ['to withdraw', [{ type: 'control_cancel_request', request_id: 'r1' }], [{ type: 'cancelled', askId: 'r1' }]],
    ['to withdraw nothing', [{ type: 'control_cancel_request' }], [malformed('control_cancel_request without an id')]],
  ]);
});

describe('what is nested too deep to be looked at', () => {
  const deep = nested(10_000);
  const input = { command: 'ls', deep };
  const pending = canUseTool({ input });
  table([
    ['is no question that waits for ever, but refused', [pending], [refused('can_use_tool that is nested too deep')]],
    [
      'is refused where it stands beside the input too',
      [canUseTool({ permission_suggestions: [deep] })],
      [refused('can_use_tool that is nested too deep')],
    ],
    [
      'is no form',
      [request({ subtype: 'elicitation', requested_schema: deep })],
      [refused('elicitation that is nested too deep')],
    ],
    [
      'is no call that its hook lets through',
      [hookCallback({ ...preToolUse, tool_input: input })],
      [{ type: 'unreadableHook', hookId: 'h1', what: 'that is nested too deep' }],
    ],
    [
      'is not asked again either',
      [
        {
          type: 'control_response',
          response: { subtype: 'success', request_id: 'q', pending_permission_requests: [pending] },
        },
      ],
      [{ type: 'reply', requestId: 'q', ok: true, response: {} }],
    ],
    [
      'ends its call all the same',
      [
        {
          ...results({ type: 'tool_result', tool_use_id: 't1', content: 'done' }),
          tool_use_result: { questions: [], answers: { x: deep } },
        },
      ],
      [{ type: 'ended', toolCallId: 't1', ok: true, text: 'done', returned: expect.anything() }],
    ],
  ]);

  test('is shown down to where it is too deep, and holds its message', () => {
    const [shown] = events(assistant('m1', [toolUse('t1', { input })]));
    expect(shown).toMatchObject(proposed);
    expect(JSON.stringify(shown).length).toBeLessThan(2000);
  });

  test('begins far behind whatever is sensible', () => {
    expect(events(canUseTool({ input: nested(90) })).map(({ type }) => type)).toEqual(['asked']);
  });
});

describe('a hook', () => {
  table([
    ['before a call', [hookCallback(preToolUse)], [intercepted]],
    ['with its id in the input alone', [hookCallback(preToolUse, { tool_use_id: null })], [intercepted]],
    [
      'inside a subagent',
      [hookCallback({ ...preToolUse, agent_id: 'a1', agent_type: 'Explore' })],
      [{ ...intercepted, subagent: { id: 'a1', type: 'Explore' } }],
    ],
    [
      'after a call',
      [hookCallback({ hook_event_name: 'PostToolUse' })],
      [{ type: 'ran', hookId: 'h1', toolCallId: 't1', failed: false, text: '' }],
    ],
    [
      'after a call that failed',
      [hookCallback({ hook_event_name: 'PostToolUseFailure' })],
      [{ type: 'ran', hookId: 'h1', toolCallId: 't1', failed: true, text: '' }],
    ],
    ['of another event', [hookCallback({ hook_event_name: 'Stop' })], [refused('hook Stop', 'h1')]],
    ['without a tool is denied', [hookCallback({ ...preToolUse, tool_name: 3 })], [unreadable('tool_name')]],
    [
      'without the input of the tool is denied',
      [hookCallback({ ...preToolUse, tool_input: 'ls' })],
      [unreadable('tool_input')],
    ],
    [
      'without any id is denied',
      [hookCallback({ ...preToolUse, tool_use_id: '' }, { tool_use_id: '' })],
      [unreadable('tool_use_id')],
    ],
    [
      'without a name is denied',
      [hookCallback({ ...preToolUse, hook_event_name: null })],
      [unreadable('hook_event_name')],
    ],
    [
      'without input is denied',
      [request({ subtype: 'hook_callback', tool_use_id: 't1' }, 'h1')],
      [{ type: 'unreadableHook', hookId: 'h1', what: 'without input' }],
    ],
  ]);
});

describe('what the CLI replies', () => {
  table([
    [
      'success',
      [{ type: 'control_response', response: { subtype: 'success', request_id: 'q1', response: { pid: 1 } } }],
      [{ type: 'reply', requestId: 'q1', ok: true, response: { pid: 1 } }],
    ],
    [
      'success without a body',
      [{ type: 'control_response', response: { subtype: 'success', request_id: 'q1' } }],
      [{ type: 'reply', requestId: 'q1', ok: true, response: {} }],
    ],
    [
      'an error',
      [{ type: 'control_response', response: { subtype: 'error', request_id: 'q1', error: 'no', error_code: 'x' } }],
      [{ type: 'reply', requestId: 'q1', ok: false, error: 'no' }],
    ],
    [
      'an unknown subtype is an error',
      [{ type: 'control_response', response: { subtype: 'maybe', request_id: 'q1', response: {} } }],
      [{ type: 'reply', requestId: 'q1', ok: false, error: 'no reason given' }],
    ],
    [
      'what waits, which is no new question',
      [
        {
          type: 'control_response',
          response: { subtype: 'success', request_id: 'q1', pending_permission_requests: [canUseTool()] },
        },
      ],
      [
        { type: 'reply', requestId: 'q1', ok: true, response: {} },
        { ...asked, details: { suggestions: [] }, listed: true },
      ],
    ],
    ['nothing', [{ type: 'control_response' }], [malformed('control_response without a response')]],
    ['without an id', [{ type: 'control_response', response: {} }], [malformed('control_response without an id')]],
  ]);
});

describe('a message', () => {
  table([
    ['proposes a call', [assistant('m1', [toolUse('t1')])], [proposed]],
    [
      'proposes calls block by block, and ends',
      [
        messageStart('m1'),
        assistant('m1', [toolUse('t1')]),
        assistant('m1', [toolUse('t2')]),
        stream({ type: 'message_stop' }),
      ],
      [proposed, { ...proposed, toolCallId: 't2' }, complete('m1')],
    ],
    [
      'proposes a call without an input',
      [assistant('m1', [toolUse('t1', { input: null })])],
      [{ ...proposed, input: {} }],
    ],
    ['proposes a call without an id', [assistant('m1', [toolUse('')])], [malformed('tool_use without id or name')]],
    [
      'proposes a call without a name',
      [assistant('m1', [toolUse('t1', { name: 5 })])],
      [malformed('tool_use without id or name')],
    ],
    ['has no content', [{ type: 'assistant', message: { id: 'm1' } }], [malformed('assistant without content')]],
    ['has blocks that are none', [assistant('m1', [])], []],
    [
      'of a subagent proposes each call for itself',
      [
        assistant('m9', [toolUse('t1')], { parent_tool_use_id: 'tA' }),
        assistant('m9', [text('hi')], { parent_tool_use_id: 'tA', uuid: 'u' }),
      ],
      [
        { ...proposed, batchId: 't1', single: true, subagent: { id: 'tA', parentToolCallId: 'tA' } },
        { type: 'text', id: 'm9:u:0', kind: 'text', text: 'hi', parent: 'tA' },
      ],
    ],
    [
      'of a subagent that announced itself has its name',
      [
        {
          type: 'system',
          subtype: 'task_started',
          task_id: 'a1',
          tool_use_id: 'tA',
          task_type: 'local_agent',
          subagent_type: 'Explore',
          description: 'Look',
        },
        assistant('m9', [toolUse('t1')], { parent_tool_use_id: 'tA' }),
        canUseTool({ agent_id: 'a1' }),
      ],
      [
        { type: 'subagentStarted', subagent: explorer() },
        { type: 'task', taskId: 'a1', toolCallId: 'tA', change: { state: 'running', background: false } },
        { ...proposed, batchId: 't1', single: true, subagent: explorer() },
        { ...asked, details: { suggestions: [] }, subagent: explorer() },
      ],
    ],
    [
      'of a subagent does not end the one of the main conversation',
      [
        messageStart('m1'),
        stream({ type: 'message_stop' }, { parent_tool_use_id: 'tA' }),
        assistant('m9', [], { parent_tool_use_id: 'tA', error: 'x' }),
      ],
      [],
    ],
    [
      'that its stream broke off is ended by the error, which comes in a message of its own',
      [
        messageStart('m1'),
        assistant('m1', [toolUse('t1')]),
        assistant('uuid', [text('API Error')], { error: 'server_error' }),
      ],
      [proposed, complete('m1'), complete('uuid'), notice('error', 'API Error · Send the message again in a moment.')],
    ],
    [
      'is ended by the next one',
      [messageStart('m1'), messageStart('m2'), assistant('m3', [])],
      [complete('m1'), complete('m2')],
    ],
    [
      'says text and thinks, by block',
      [
        messageStart('m1'),
        stream({ type: 'content_block_start', index: 0 }),
        stream({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }),
        assistant('m1', [{ type: 'thinking', thinking: 'Hm' }]),
        stream({ type: 'content_block_start', index: 1 }),
        stream({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'H' } }),
        assistant('m1', [text('Hi')]),
        stream({ type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{' } }),
        stream({ type: 'content_block_stop', index: 1 }),
        stream({ type: 'message_delta', delta: {} }),
      ],
      [
        { type: 'delta', id: 'm1:0', kind: 'thinking', text: 'Hm' },
        { type: 'text', id: 'm1:0', kind: 'thinking', text: 'Hm' },
        { type: 'delta', id: 'm1:1', kind: 'text', text: 'H' },
        { type: 'text', id: 'm1:1', kind: 'text', text: 'Hi' },
      ],
    ],
    ['streams something that is no event', [{ type: 'stream_event', event: 'x' }], []],
    ['ends before one began', [stream({ type: 'message_stop' })], []],
  ]);
});

describe('a result', () => {
  table([
    [
      'of a call',
      [results({ type: 'tool_result', tool_use_id: 't1', content: 'done' })],
      [{ type: 'ended', toolCallId: 't1', ok: true, text: 'done' }],
    ],
    [
      'of two calls, one failed, in parts',
      [
        results(
          { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'no' },
          { type: 'tool_result', tool_use_id: 't2', is_error: false, content: [text('a'), { type: 'image' }, 'x'] },
        ),
      ],
      [
        { type: 'ended', toolCallId: 't1', ok: false, text: 'no' },
        { type: 'ended', toolCallId: 't2', ok: true, text: 'a\n[image]\n' },
      ],
    ],
    ['of no call', [results({ type: 'tool_result', content: 'done' })], [malformed('tool_result without tool_use_id')]],
    [
      'that is what the person wrote',
      [{ type: 'user', message: { role: 'user', content: 'go' } }],
      [{ type: 'ignored', what: 'user text' }],
    ],
    ['of a turn', [{ type: 'result', subtype: 'success', is_error: false }], [turnEnded({})]],
    [
      'of a turn that was interrupted',
      [
        messageStart('m1'),
        {
          type: 'result',
          subtype: 'error_during_execution',
          is_error: true,
          terminal_reason: 'aborted_tools',
          errors: ['[ede]'],
        },
      ],
      [complete('m1'), turnEnded({ ok: false, interrupted: true, errors: ['[ede]'] })],
    ],
    [
      'of a turn that failed with a text alone',
      [{ type: 'result', subtype: 'success', is_error: true, result: 'Not logged in', errors: 'none' }],
      [turnEnded({ ok: false, errors: ['Not logged in'] })],
    ],
  ]);
});

describe('what the CLI tells of itself', () => {
  table([
    [
      'a turn begins',
      [
        {
          type: 'system',
          subtype: 'init',
          session_id: 'cli',
          model: 'opus',
          permissionMode: 'plan',
          claude_code_version: '2.1.197',
          cwd: '/w',
        },
      ],
      [{ type: 'turnStarted', cliSessionId: 'cli', model: 'opus', mode: 'plan', version: '2.1.197', cwd: '/w' }],
    ],
    [
      'a turn begins, and it says nothing of itself',
      [{ type: 'system', subtype: 'init' }],
      [{ type: 'turnStarted', cliSessionId: '', model: '', mode: 'default', version: '', cwd: '' }],
    ],
    [
      'a mode',
      [{ type: 'system', subtype: 'status', status: null, permissionMode: 'plan' }],
      [{ type: 'modeChanged', mode: 'plan' }],
    ],
    ['a status', [{ type: 'system', subtype: 'status', status: 'requesting' }], []],
    [
      'a background command',
      [{ type: 'system', subtype: 'task_started', task_id: 'b1', task_type: 'local_bash', is_backgrounded: true }],
      [{ type: 'task', taskId: 'b1', change: { state: 'running', background: true } }],
    ],
    [
      'a denial of its own',
      [{ type: 'system', subtype: 'permission_denied', message: 'No.' }],
      [notice('warning', 'No.')],
    ],
    [
      'a retry',
      [{ type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, error_status: 529, error: 'overloaded' }],
      [{ type: 'retrying', attempt: 2, most: 10, reason: 'overloaded', status: 529 }],
    ],
    [
      'a retry that finds no network',
      [{ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error_status: null, error: 'unknown' }],
      [
        { type: 'retrying', attempt: 1, most: 10, reason: 'unknown' },
        { type: 'unreached', why: 'network', inVain: false },
      ],
    ],
    [
      'a retry with an account that was not taken',
      [
        {
          type: 'system',
          subtype: 'api_retry',
          attempt: 1,
          max_retries: 10,
          error_status: 401,
          error: 'authentication_failed',
        },
      ],
      [
        notice(
          'error',
          'The model could not be reached: authentication_failed · Sign in again, or check the API key, then restart the session.',
        ),
        { type: 'unreached', why: 'account', inVain: true },
      ],
    ],
    [
      'how long a call has been running',
      [
        {
          type: 'tool_progress',
          tool_use_id: 't1-heartbeat-0',
          tool_name: 'Bash',
          parent_tool_use_id: 't1',
          elapsed_time_seconds: 30,
          heartbeat: true,
        },
      ],
      [{ type: 'progress', toolCallId: 't1', seconds: 30 }],
    ],
    [
      'how long a hook has been waiting',
      [
        {
          type: 'tool_progress',
          tool_use_id: 'hook-PreToolUse-t1-heartbeat-0',
          tool_name: 'PreToolUse',
          parent_tool_use_id: 't1',
          elapsed_time_seconds: 30,
          heartbeat: true,
        },
      ],
      [{ type: 'ignored', what: 'tool_progress' }],
    ],
    [
      'that it shortens the conversation',
      [{ type: 'system', subtype: 'status', status: 'compacting' }],
      [{ type: 'compacting' }],
    ],
    [
      'that it did',
      [
        {
          type: 'system',
          subtype: 'compact_boundary',
          compact_metadata: { trigger: 'auto', pre_tokens: 980101, post_tokens: 2597 },
        },
      ],
      [{ type: 'compacted', before: 980101, after: 2597, bySelf: true }],
    ],
    [
      'what a task does',
      [
        {
          type: 'system',
          subtype: 'task_progress',
          task_id: 'b1',
          tool_use_id: 't1',
          description: 'Running Echo',
          usage: { total_tokens: 104, tool_uses: 1, duration_ms: 729 },
        },
      ],
      [
        {
          type: 'task',
          taskId: 'b1',
          toolCallId: 't1',
          change: { tokens: 104, calls: 1, durationMs: 729, doing: 'Running Echo' },
        },
      ],
    ],
    [
      'the end of a task',
      [
        {
          type: 'system',
          subtype: 'task_notification',
          task_id: 'b1',
          status: 'killed',
          summary: 'Count',
          output_file: '/t',
        },
      ],
      [{ type: 'task', taskId: 'b1', change: { state: 'stopped', summary: 'Count', output: '/t', told: true } }],
    ],
    [
      'the end of a task that keeps its own house',
      [{ type: 'system', subtype: 'task_notification', task_id: 'b1', status: 'completed', ambient: true }],
      [],
    ],
    [
      'a notice',
      [{ type: 'system', subtype: 'informational', content: 'Hook failed' }],
      [notice('info', 'Hook failed')],
    ],
    ['a conversation that was cleared', [{ type: 'conversation_reset', trigger: 'clear' }], [{ type: 'cleared' }]],
    ...['command_lifecycle', 'tool_progress', 'attachment', 'keep_alive', 'rate_limit_event', 'constructor'].map(
      (type): Row => [type, [{ type }], [{ type: 'ignored', what: type }]],
    ),
    ...['session_title_changed', 'ui_invalidate', 'tomorrow'].map(
      (subtype): Row => [
        `system/${subtype}`,
        [{ type: 'system', subtype }],
        [{ type: 'ignored', what: `system/${subtype}` }],
      ],
    ),
    ...([null, 'text', 7, true, [], undefined] as const).map(
      (line): Row => [`a line that is ${JSON.stringify(line)}`, [line], [malformed('a line that is not an object')]],
    ),
    ['an object without a type', [{}], [{ type: 'ignored', what: 'no type' }]],
  ]);
});

function nested(levels: number): JsonObject {
  return JSON.parse(`${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`);
}

function refused(subtype: string, requestId: Json = 'r1'): AgentEvent {
  return { type: 'unsupported', requestId, subtype };
}

function unreadable(field: string): AgentEvent {
  return { type: 'unreadableHook', hookId: 'h1', what: `without ${field}` };
}

function malformed(what: string): AgentEvent {
  return { type: 'malformed', what };
}

function complete(batchId: string): AgentEvent {
  return { type: 'batchComplete', batchId };
}

function notice(level: 'info' | 'warning' | 'error', said: string): object {
  return { type: 'notice', level, text: said };
}

function turnEnded(more: Partial<AgentEvent & { type: 'turnEnded' }>): AgentEvent {
  return { type: 'turnEnded', ok: true, interrupted: false, errors: [], ...more };
}

function text(said: string): JsonObject {
  return { type: 'text', text: said };
}

function results(...blocks: JsonObject[]): JsonObject {
  return { type: 'user', message: { role: 'user', content: blocks } };
}

function explorer(): JsonObject {
  return { id: 'a1', type: 'Explore', task: 'Look', parentToolCallId: 'tA' };
}
