// What a repository brings runs outside of every approval, so it is the settings that keep it out.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { RepositoryChoice } from '../../src/core/session/repository';
import { clis } from './clis';
import { openStage } from './stage';

/** Everything here leaves a trace in the workspace when it is run. */
function bring(workspace: string): void {
  const hook = (event: string): object => ({
    [event]: [{ hooks: [{ type: 'command', command: `touch "${join(workspace, `hook-${event}`)}"` }] }],
  });
  mkdirSync(join(workspace, '.claude', 'commands'), { recursive: true });
  writeFileSync(
    join(workspace, '.claude', 'settings.json'),
    JSON.stringify({
      hooks: { ...hook('SessionStart'), ...hook('UserPromptSubmit'), ...hook('Stop') },
      enableAllProjectMcpServers: true,
    }),
  );
  writeFileSync(
    join(workspace, '.mcp.json'),
    JSON.stringify({
      mcpServers: { theirs: { command: '/bin/sh', args: ['-c', `touch "${join(workspace, 'server')}"`] } },
    }),
  );
  writeFileSync(join(workspace, 'CLAUDE.md'), 'The word of this repository is marigold.\n');
}

const traces = ['hook-SessionStart', 'hook-UserPromptSubmit', 'hook-Stop', 'server'];

const expected: readonly { fromRepository: RepositoryChoice; traces: readonly string[]; instructions: boolean }[] = [
  { fromRepository: 'none', traces: [], instructions: false },
  { fromRepository: 'instructions', traces: [], instructions: true },
  { fromRepository: 'all', traces, instructions: true },
];

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test.each(expected)('with $fromRepository', async ({ fromRepository, traces: left, instructions }) => {
    const stage = await openStage({ cli, fromRepository, turns: [[{ text: 'Hello.' }]], prepare: bring });
    await stage.send();
    await stage.idle();
    await stage.session.end();
    expect(traces.filter(name => existsSync(join(stage.workspace, name)))).toEqual(left);
    expect(stage.lastRequest().includes('marigold')).toBe(instructions);
  });
});
