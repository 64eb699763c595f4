import type { AcpAgent } from '../session/acpAgent';

/** Agents that are offered by name where their program is found. The setting can change each of them, by the same name. */
const knownAgents: readonly AcpAgent[] = [
  { name: 'Claude over ACP', command: 'claude-agent-acp', args: [], env: {} },
  { name: 'Gemini CLI', command: 'gemini', args: ['--acp'], env: {} },
  // By itself it asks for nothing.
  { name: 'opencode', command: 'opencode', args: ['acp'], env: { OPENCODE_PERMISSION: '{"*":"ask"}' } },
  // In the mode in which it begins, a model of its own answers its questions.
  { name: 'Codex', command: 'codex-acp', args: [], env: {}, mode: 'read-only' },
  { name: 'Kilo', command: 'kilo', args: ['acp'], env: {} },
  { name: 'Goose', command: 'goose', args: ['acp'], env: {} },
];

/** Those of the settings and the known ones; what a person set stands in the place of what is known. */
export function allAgents(set: readonly AcpAgent[]): readonly AcpAgent[] {
  const names = new Set(set.map(({ name }) => name));
  return [...set, ...knownAgents.filter(({ name }) => !names.has(name))];
}
