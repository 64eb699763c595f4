import { expect, test } from 'vitest';
import { allAgents } from '../../../src/core/acp/knownAgents';
import { measuredOf, standardCalls } from '../../../src/core/acp/measured';
import type { AcpAgent } from '../../../src/core/session/acpAgent';

const runs = (agent: AcpAgent | undefined): readonly string[] | undefined => {
  const found = agent && measuredOf(agent);
  return found && standardCalls.filter(call => found.calls[call] === 'runs');
};
const known = (name: string): AcpAgent | undefined => allAgents([]).find(agent => agent.name === name);

test.each<[string, readonly string[] | undefined]>([
  ['Claude over ACP', ['read', 'list', 'search', 'lookCommand']],
  ['Gemini CLI', ['read', 'list', 'search', 'lookCommand']],
  ['opencode', []],
  ['Codex', ['read', 'readElsewhere', 'list', 'search', 'lookCommand']],
  ['Kilo', undefined],
  ['Goose', undefined],
])('%s is known to decide by itself: %j', (name, calls) => {
  expect(runs(known(name))).toEqual(calls);
});

test.each<[string, AcpAgent, boolean]>([
  ['where it lies elsewhere', { name: 'x', command: '/opt/claude-agent-acp', args: [], env: { A: 'b' } }, true],
  ['without what makes it ask', { name: 'x', command: 'opencode', args: ['acp'], env: {} }, false],
  ['in another mode', { name: 'x', command: 'codex-acp', args: [], env: {}, mode: 'agent' }, false],
  ['with other arguments', { name: 'x', command: 'gemini', args: ['--acp', '--yolo'], env: {} }, false],
])('%s', (_, agent, isKnown) => {
  expect(measuredOf(agent) !== undefined).toBe(isKnown);
});
