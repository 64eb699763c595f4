// The commands of a terminal with rules in MongoDB, from the bundles that ship.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlesOf } from '../../scripts/lib/bundles.mjs';
import { hasMongodb, newMongoDatabase } from '../fakes/mongodb';

describe.skipIf(!hasMongodb)('with the rules of a team in MongoDB, latch', () => {
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latch-commands-'));
    const wanted = bundlesOf({ watch: false }).filter(({ entryPoints = {} }) =>
      ['latch', 'mongodb'].some(name => Object.keys(entryPoints).includes(name)),
    );
    await Promise.all(wanted.map(options => build({ ...options, outdir: folder })));
    const rules = [
      { action: 'deny', pattern: 'Bash(git push:*)', description: 'Releases are made by CI' },
      { action: 'allow', pattern: 'Bash(make:*)' },
    ];
    writeFileSync(join(folder, 'team.json'), JSON.stringify({ version: 1, rules }));
    url = await newMongoDatabase();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const latch = (...args: readonly string[]): { readonly code: number | null; readonly out: string } => {
    const { status, stdout } = spawnSync(process.execPath, [join(folder, 'latch.js'), ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder, LATCH_USER: 'lea' },
      encoding: 'utf8',
    });
    return { code: status, out: stdout };
  };

  test('copies rules there and back, lists them, says who wrote them, and judges by them', () => {
    const copy = ['rules', 'copy', '--from', 'team.json', '--to', url];
    expect(latch(...copy, '--dry-run').out).toContain('+ deny Bash(git push:*)\n+ allow Bash(make:*)\n');
    expect(latch('rules', 'list', url)).toEqual({ code: 0, out: '' });
    expect(latch(...copy)).toMatchObject({ code: 0 });
    expect(latch(...copy).out).toContain('0 of 2 rules change something');
    expect(latch('rules', 'copy', '--from', url, '--to', 'back.json').out).toContain('2 of 2 rules change something');
    expect(latch('rules', 'list', url).out).toMatch(/deny Bash\(git push:\*\) {2}\(lea, /);
    expect(latch('rules', 'log', url).out).toMatch(/Z {2}lea {2}r-\S+: nothing -> deny Bash\(git push:\*\)\n/);
    expect(latch('explain', '--store', url, 'git push')).toMatchObject({ code: 1 });
    expect(latch('explain', '--store', url, 'make all')).toMatchObject({ code: 3 });
    expect(latch('explain', '--store', url, '--trust-team', 'make all')).toMatchObject({ code: 0 });
    expect(latch('check', '--store', url)).toMatchObject({ code: 0 });
  });
});
