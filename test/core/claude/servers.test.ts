// What is kept of an MCP server: nothing by which it is reached.
import { expect, test } from 'vitest';
import { serversOf } from '../../../src/core/claude/servers';
import { filesOf, hooksOf } from '../../../src/core/claude/files';

test('of a server its state, its tools and its error are kept, and no header or address', () => {
  const mcpServers = [
    {
      name: 'toy',
      status: 'connected',
      serverInfo: { name: 'toy', version: '1.2.3' },
      config: { type: 'http', url: 'https://x.example/?token=aaa', headers: { Authorization: 'Bearer bbb' } },
      scope: 'project',
      tools: [{ name: 'slow', annotations: { readOnly: true } }, {}],
    },
    { name: 'dead', status: 'new word', error: 'Connection closed', transport: 'stdio' },
    { status: 'connected' },
  ];
  const servers = serversOf({ mcpServers });
  expect(servers).toEqual([
    { name: 'toy', state: 'connected', tools: ['slow'], scope: 'project', version: '1.2.3', transport: 'http' },
    { name: 'dead', state: 'failed', tools: [], error: 'Connection closed', transport: 'stdio' },
  ]);
  expect(JSON.stringify(servers)).not.toMatch(/aaa|bbb|x\.example/);
});

test('files are those that have a path', () => {
  expect(
    filesOf({
      memoryFiles: [{ path: '/w/CLAUDE.md', type: 'Project' }],
      agents: [{ agentType: 'rev', path: '/w/.claude/agents/rev.md' }, { agentType: 'Explore' }],
      skills: { skillFrontmatter: [{ name: 'fmt', path: '/w/.claude/skills/fmt/SKILL.md' }, { name: 'dataviz' }] },
    }),
  ).toEqual([
    { kind: 'memory', name: '/w/CLAUDE.md', path: '/w/CLAUDE.md' },
    { kind: 'agent', name: 'rev', path: '/w/.claude/agents/rev.md' },
    { kind: 'skill', name: 'fmt', path: '/w/.claude/skills/fmt/SKILL.md' },
  ]);
});

test('hooks are told with what they run', () => {
  expect(
    hooksOf({
      hooks: [{ event: 'PostToolUse', matcher: 'Bash', source: 'projectSettings', commandText: 'echo hi' }, {}],
    }),
  ).toEqual([{ event: 'PostToolUse', matcher: 'Bash', source: 'projectSettings', text: 'echo hi' }]);
});
