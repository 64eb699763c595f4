// What an agent says that it has, as a page gets it. The frames are those of 2.1.197 and 2.1.326, shortened.
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/claude/decode';
import { factsOfInitialize } from '../../../src/core/claude/facts';
import { initialClaude } from '../../../src/core/claude/state';
import { type AgentFacts, knownAfter, noFactsYet } from '../../../src/core/call/agentFacts';
import type { JsonObject } from '../../../src/core/base/json';

const reply = {
  commands: [
    { name: 'deploy', description: 'Deploy it (project)', argumentHint: '[env]', aliases: ['d'] },
    { name: 'doctor', description: 'Health-check', argumentHint: '', builtin: true },
    { name: '__remote-workflow', description: 'Run the workflow', argumentHint: '', builtin: true },
    { description: 'without a name' },
  ],
  agents: [{ name: 'rev', description: 'Reviewer agent', model: 'haiku' }],
  output_style: 'default',
  available_output_styles: ['default', 'Pirate'],
  models: [
    {
      value: 'default',
      resolvedModel: 'claude-opus-5-5',
      displayName: 'Default (recommended)',
      description: 'Opus',
      supportsEffort: true,
      supportedEffortLevels: ['low', 'high'],
      supportsThinkingOff: false,
    },
    { value: 'haiku', displayName: 'Haiku', description: 'Fast' },
  ],
  account: { tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' },
  claude_code_version: '2.1.326',
};

const init = {
  type: 'system',
  subtype: 'init',
  session_id: 's',
  slash_commands: ['deploy', 'd', 'doctor', 'mcp__toy__greet'],
  terminal_slash_commands: ['doctor', 'color'],
  tools: ['Bash', 'mcp__toy__greet'],
  mcp_servers: [{ name: 'toy', status: 'connected', source: 'dynamic' }],
  plugins: [{ name: 'privacy', path: 'builtin' }],
  skills: ['dataviz'],
  capabilities: ['interrupt_receipt_v1'],
  output_style: 'Pirate',
  memory_paths: { auto: '/home/ana/.claude/projects/-w/memory/' },
};

function afterLines(facts: AgentFacts, ...lines: readonly JsonObject[]): AgentFacts {
  return lines
    .flatMap(line => decode(initialClaude, line)[1])
    .reduce((known, event) => (event.type === 'told' ? knownAfter(known, event.told) : known), facts);
}

const initialized = knownAfter(noFactsYet, factsOfInitialize(reply));

test('the reply of initialize says what there is before the first turn', () => {
  expect(initialized).toEqual({
    ...noFactsYet,
    commands: [
      { name: 'deploy', description: 'Deploy it (project)', argumentHint: '[env]', aliases: ['d'] },
      { name: 'doctor', description: 'Health-check', builtin: true },
    ],
    agents: [{ name: 'rev', description: 'Reviewer agent', model: 'haiku' }],
    outputStyle: 'default',
    outputStyles: ['default', 'Pirate'],
    models: [
      {
        value: 'default',
        resolved: 'claude-opus-5-5',
        name: 'Default (recommended)',
        description: 'Opus',
        efforts: ['low', 'high'],
        thinkingOff: false,
      },
      { value: 'haiku', name: 'Haiku', description: 'Fast', thinkingOff: true },
    ],
    account: { key: 'ANTHROPIC_API_KEY', provider: 'firstParty' },
    version: '2.1.326',
  });
});

test('a turn names the prompts of servers, and the commands that only a terminal has', () => {
  const facts = afterLines(initialized, init);
  expect(facts.commands.map(({ name }) => name)).toEqual(['deploy', 'mcp__toy__greet']);
  expect(facts).toMatchObject({
    mcpServers: [{ name: 'toy', status: 'connected' }],
    tools: ['Bash', 'mcp__toy__greet'],
    plugins: [{ name: 'privacy', path: 'builtin' }],
    outputStyle: 'Pirate',
    memoryFolder: '/home/ana/.claude/projects/-w/memory/',
    models: initialized.models,
  });
});

test('commands that changed replace all of them, and those of a terminal stay away', () => {
  const changed = { type: 'system', subtype: 'commands_changed', commands: [{ name: 'doctor' }, { name: 'fresh' }] };
  expect(afterLines(initialized, init, changed).commands).toEqual([{ name: 'fresh', description: '' }]);
});

test.each([[{}], [{ commands: 'all', models: 7, account: [], agents: [null, 'x', {}] }]])(
  'a reply that says nothing of it tells nothing: %j',
  nothing => expect(knownAfter(noFactsYet, factsOfInitialize(nothing))).toEqual(noFactsYet),
);

describe('what a session uses', () => {
  const usage = {
    input_tokens: 5000,
    output_tokens: 1,
    cache_creation_input_tokens: 3000,
    cache_read_input_tokens: 12000,
  };
  const message = (more: object): JsonObject => ({
    type: 'assistant',
    message: { id: 'm', model: 'claude-opus-5-5', content: [], usage },
    parent_tool_use_id: null,
    ...more,
  });
  const limited = (info: object): JsonObject => ({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'allowed_warning', rateLimitType: 'five_hour', resetsAt: 1795030715, ...info },
  });
  test.each([
    ['a message of the model', message({}), [{ type: 'used', tokens: 20_001 }]],
    ['one of a subagent', message({ parent_tool_use_id: 'toolu_1' }), []],
    ['one of the CLI itself', message({ message: { model: '<synthetic>', content: [], usage } }), []],
    [
      'the end of a turn',
      { type: 'result', total_cost_usd: 0.1028, modelUsage: { 'claude-opus-5-5': { contextWindow: 1_000_000 } } },
      [
        { type: 'spent', cost: 0.1028, windows: { 'claude-opus-5-5': 1_000_000 } },
        { type: 'turnEnded', ok: true, interrupted: false, errors: [] },
      ],
    ],
    [
      'a limit of an older agent',
      limited({ utilization: 0.93 }),
      [
        {
          type: 'limited',
          limits: {
            status: 'warning',
            kind: 'five_hour',
            resetsAt: 1795030715000,
            windows: [{ kind: 'five_hour', used: 0.93, resetsAt: 1795030715000 }],
          },
        },
      ],
    ],
    [
      'limits of a newer one',
      limited({ status: 'rejected', unifiedWindows: { seven_day: { utilization: 1, resetsAt: 5 }, odd: 3 } }),
      [
        {
          type: 'limited',
          limits: {
            status: 'rejected',
            kind: 'five_hour',
            resetsAt: 1795030715000,
            windows: [{ kind: 'seven_day', used: 1, resetsAt: 5000 }],
          },
        },
      ],
    ],
  ])('is told by %s', (_, line, events) => expect(decode(initialClaude, line)[1]).toEqual(events));
});
