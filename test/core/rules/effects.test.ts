// What is called read-only is run for real: nothing may change.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import corpus from '../../corpus/vectors.json';
import { type CorpusVector, makeWorld } from '../../corpus/world';
import { bash, rules } from './helpers';
import { randomFrom, startingText } from './shellTexts';

const vectors: readonly CorpusVector[] = corpus.vectors;

/** Every file below a folder with its content and its time of change. */
function snapshot(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names
    .map(name => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      return `${name} ${stat.mode} ${stat.mtimeMs} ${stat.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .join('\n');
}

test('commands that are called read-only change nothing when bash runs them', () => {
  let ran = 0;
  const changed: string[] = [];
  for (const vector of vectors) {
    if (vector.tool !== 'Bash') continue;
    const world = makeWorld(vector);
    const root = join(world.workspace, '..');
    const answer = judgeLine(world.line, { cwd: '/', home: '/', now: 0 });
    if ('safe' in answer && answer.safe) {
      const { input } = JSON.parse(world.line);
      for (const name of ['a.txt', 'b.txt', 'a.csv', 'package.json', 'src/a.ts']) {
        mkdirSync(join(world.workspace, 'src'), { recursive: true });
        writeFileSync(join(world.workspace, name), '{}\n');
      }
      const before = snapshot(root);
      // git refreshes its index where there is a repository; in these folders there is none.
      // npm keeps logs of itself in the home, which is bookkeeping and no effect of the command.
      const quiet = { npm_config_logs_max: '0', npm_config_update_notifier: 'false' };
      const env = { ...process.env, ...quiet, HOME: join(root, 'home'), GIT_CEILING_DIRECTORIES: root };
      spawnSync('bash', ['-c', input.command], { cwd: world.workspace, env, timeout: 3000, input: '' });
      ran++;
      if (snapshot(root) !== before) changed.push(input.command);
    }
    world.remove();
  }
  expect(ran).toBeGreaterThan(100);
  expect(changed).toEqual([]);
}, 240_000);

test('of the random texts that make bash start a program, none is allowed where the program is denied', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-effects-')));
  try {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'zap'), '#!/bin/sh\ntouch "$ZAPPED"\n');
    chmodSync(join(bin, 'zap'), 0o755);
    const marker = join(folder, 'zapped');
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, ZAPPED: marker };
    const random = randomFrom(77);
    const set = rules('allow Bash', 'deny Bash(zap:*)');
    const verdicts: string[] = [];
    for (let count = 0; count < 150; count++) {
      const text = startingText(random, 'zap', 3);
      spawnSync('bash', ['-c', text], { cwd: folder, env, timeout: 4000, input: '' });
      if (!existsSync(marker)) continue;
      rmSync(marker);
      const { decision } = bash(set, text);
      verdicts.push(decision === 'deny' ? 'deny' : `${decision}: ${text}`);
    }
    // The texts do what they are made for: nearly all of them really start the program.
    expect(verdicts.length).toBeGreaterThan(120);
    expect(verdicts.filter(verdict => verdict.startsWith('allow'))).toEqual([]);
    expect(verdicts.filter(verdict => verdict === 'deny').length).toBeGreaterThan(verdicts.length * 0.97);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
