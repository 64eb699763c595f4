import { createServer } from 'node:net';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'latch-start-'));
const blocker = createServer();
let takenPort = '';
beforeAll(async () => {
  await new Promise<void>(done => blocker.listen(0, '127.0.0.1', () => done()));
  const address = blocker.address();
  takenPort = typeof address === 'object' && address !== null ? String(address.port) : '';
  writeFileSync(join(folder, 'broken.json'), '{"turns":[[{"say":"hi"}]]}');
});
afterAll(() => blocker.close());

function start(...args: string[]): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', ...args], { encoding: 'utf8' });
  return { code: status, said: stderr.trim() };
}

describe('npm start with bad input says one sentence and ends with code 1', () => {
  test.each([
    [['--nonsense'], "Unknown option '--nonsense': see npm start -- --help."],
    [['somewhere'], "Unexpected argument 'somewhere': see npm start -- --help."],
    [['--port', 'http'], '--port must be a number from 1 to 65535, not "http".'],
    [['--port', '70000'], '--port must be a number from 1 to 65535, not "70000".'],
    [['--folder', '/no/such/folder'], '--folder must be a folder that exists, and /no/such/folder is none.'],
    [['--scenario', '/no/such.json'], 'The scenario file /no/such.json cannot be read.'],
    [['--live', '--scenario', 'x.json'], '--live and --scenario exclude each other: leave one of them out.'],
  ])('%j', (args, said) => {
    expect(start(...args)).toEqual({ code: 1, said });
  });

  test('a port that is taken', () => {
    expect(start('--port', takenPort)).toEqual({
      code: 1,
      said: `Port ${takenPort} is taken by another program: choose another with --port, or leave it out to get a free one.`,
    });
  });

  test('a scenario with a mistake', () => {
    const file = join(folder, 'broken.json');
    expect(start('--scenario', file)).toEqual({
      code: 1,
      said: `In ${file}, turn 1, block 1: "say" is not known in a block.`,
    });
  });
});
