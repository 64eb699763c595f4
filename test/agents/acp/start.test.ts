import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acpStart, programAt } from '../../../src/agents/acp/start';
import { openStrangeStage } from './strangeStage';

let root: string;
const at = (...parts: readonly string[]): string => join(root, ...parts);

function program(...parts: readonly string[]): void {
  mkdirSync(at(...parts, '..'), { recursive: true });
  writeFileSync(at(...parts), '#!/bin/sh\n');
  chmodSync(at(...parts), 0o755);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'latch-start-'));
  program('bin', 'agent');
  program('workspace', 'bin', 'agent');
  program('workspace', 'own');
  writeFileSync(at('bin', 'text'), 'no program');
  mkdirSync(at('linked'));
  symlinkSync(at('workspace', 'own'), at('linked', 'own'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the program of an agent', () => {
  test.each<[string, string, readonly string[], readonly string[] | undefined]>([
    ['is looked for by its name', 'agent', ['bin'], ['bin', 'agent']],
    ['is the first that does not lie in the workspace', 'agent', ['workspace/bin', 'bin'], ['bin', 'agent']],
    ['is none that only a link leads to there', 'own', ['linked'], undefined],
    ['is no text', 'text', ['bin'], undefined],
    ['is nothing where there is none', 'missing', ['bin'], undefined],
  ])('%s', async (_, name, folders, found) => {
    const path = [...folders.map(folder => at(folder)), 'bin'].join(':');
    expect(await programAt(name, path, [at('workspace')])).toBe(found && at(...found));
  });

  test('may lie anywhere where the setting says where', async () => {
    expect(await programAt(at('workspace', 'own'), '', [at('workspace')])).toBe(at('workspace', 'own'));
    expect(await programAt('./own', '', [at('workspace')])).toBeUndefined();
  });

  test('that is not there is a problem that says what to do', async () => {
    const options = { workspace: [], fromRepository: async () => ({ choice: 'none' as const }) };
    const start = await acpStart({ name: 'Strange', command: at('missing'), args: [], env: {} }, options);
    expect(!start.ok && start.problem).toMatchObject({ code: 'agent-ended' });
    expect(!start.ok && start.problem.message.text).toContain('Install it, or change the setting latch.agents.');
  });
});

test('what an agent takes of a repository is not known, and said', async () => {
  const stage = await openStrangeStage([]);
  await stage.send();
  await stage.idle();
  expect(JSON.stringify(stage.transcript)).toContain(
    'Latch cannot keep Strange from reading what this repository brings',
  );
});
