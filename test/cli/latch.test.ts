import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trySandbox } from '../../src/agents/sandbox';
import { newDatabase } from '../fakes/postgres';

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-cli-')));
  bundle = join(folder, 'latch.js');
  const root = join(import.meta.dirname, '../..');
  await build({
    absWorkingDir: root,
    entryPoints: {
      latch: 'src/cli/latch.ts',
      mongodb: 'src/stores/mongodb/mongoStore.ts',
      postgres: 'src/stores/postgres/postgresStore.ts',
    },
    outdir: folder,
    external: ['pg-native'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  mkdirSync(join(folder, 'project', '.latch'), { recursive: true });
  mkdirSync(join(folder, 'home', '.claude'), { recursive: true });
}, 30_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function latch(
  args: readonly string[],
  input = '',
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const env = { ...process.env, HOME: join(folder, 'home'), CLAUDE_CONFIG_DIR: '' };
  const result = spawnSync(process.execPath, [bundle, ...args], {
    cwd: join(folder, 'project'),
    env,
    input,
    encoding: 'utf8',
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

function rulesFile(rules: readonly object[], name = join('.latch', 'rules.json')): string {
  const file = join(folder, 'project', name);
  writeFileSync(file, JSON.stringify({ version: 1, rules }, null, 2));
  return file;
}

/** The flag by which latch says that this repository can be accepted. */
function acceptFlag(): string[] {
  const [, hash = ''] = /--accept ([0-9a-f]{64})/.exec(latch(['explain', 'x']).err) ?? [];
  return ['--accept', hash];
}

describe('latch explain', () => {
  test('says the verdict, the risk, and for each simple command the rule and the reason', () => {
    rulesFile([
      { action: 'allow', pattern: 'Bash(npm run:*)' },
      { action: 'deny', pattern: 'Bash(rm:*)' },
    ]);
    const { code, out } = latch(['explain', ...acceptFlag(), 'npm run build && rm -rf /']);
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 2)).toEqual([
      'DENY  The project rule Bash(rm:*) (.latch/rules.json:8) denies this.',
      'Risk: critical. It deletes a whole root, home or working folder, deletes whole folders and runs code of the project.',
    ]);
    expect(out).toContain('✗ deny   rm -rf /  [Bash(rm:*)]');
    expect(out).toContain('✓ allow  npm run build  [Bash(npm run:*)]');
  });

  test('says of each deny how far the kernel of this machine holds it', async () => {
    const { ok } = await trySandbox({ platform: process.platform, path: process.env['PATH'] ?? '' });
    const without = 'Held by reading: commands run without a sandbox here.';
    rulesFile([
      { action: 'deny', pattern: 'Read(.env)' },
      { action: 'deny', pattern: 'Bash(git push:*)' },
    ]);
    expect(latch(['explain', 'cat .env']).out).toContain(`denies this. ${ok ? 'Held by the kernel.' : without}`);
    expect(latch(['explain', 'git push']).out).toContain(
      `denies this. ${ok ? 'Held by reading. The kernel does not see the arguments of a command.' : without}`,
    );
    expect(latch(['explain', 'make']).out).not.toContain('Held');
    const outside = 'Held by reading: the line names make';
    expect(latch(['explain', '--exclude', 'make', 'make && cat .env']).out).toContain(ok ? outside : without);
    expect(latch(['explain', '--exclude', 'make', 'cat .env']).out).not.toContain('excluded');
    expect(latch(['explain', '--exclude', 'ma*', 'make'])).toMatchObject({ code: 2 });
  });

  test.each([
    ['npm run x', 0],
    ['rm x', 1],
    ['make', 3],
  ])('%s ends with code %i', (command, code) => {
    rulesFile([
      { action: 'allow', pattern: 'Bash(npm run:*)' },
      { action: 'deny', pattern: 'Bash(rm:*)' },
    ]);
    expect(latch(['explain', ...acceptFlag(), command]).code).toBe(code);
  });

  test.each([
    ['npm run x', 3],
    ['rm x', 1],
  ])('%s ends with code %i in a repository that was not accepted, as it would in latch run', (command, code) => {
    rulesFile([
      { action: 'allow', pattern: 'Bash(npm run:*)' },
      { action: 'deny', pattern: 'Bash(rm:*)' },
    ]);
    const [, hash = ''] = acceptFlag();
    for (const given of [[], ['--accept', hash.replace(/^./, first => (first === '0' ? '1' : '0'))]]) {
      const { code: ended, err } = latch(['explain', ...given, command]);
      expect(ended).toBe(code);
      expect(err).toContain(`so its allow rules do not count. To accept exactly what is there now: --accept ${hash}`);
    }
  });

  test('--json prints the same as data, --rules and --tool choose', () => {
    const file = rulesFile([{ action: 'allow', pattern: 'Edit(./src/**)' }], 'other.json');
    const { out } = latch(['explain', '--json', '--rules', file, '--tool', 'Edit', '{"file_path":"src/a.ts"}']);
    expect(JSON.parse(out)).toMatchObject({
      decision: 'allow',
      risk: 'medium',
      reasons: ['file-write'],
      because: [{ rule: 'Edit(./src/**)', scope: 'user', line: 4 }],
    });
  });

  test('--stdin answers line by line, in order, and a bad line with an error', () => {
    const lines = [
      JSON.stringify({ id: 'a', tool: 'Bash', input: { command: 'ls' }, cwd: folder, workspace: folder }),
      'nonsense',
      JSON.stringify({ id: 'b', tool: 'Bash', input: { command: 'make' }, rules: { deny: ['Bash(make)'] } }),
    ];
    const answers = latch(['explain', '--stdin'], lines.join('\n'))
      .out.trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(answers.map(answer => answer.id ?? answer.error)).toEqual(['a', 'This line is not JSON.', 'b']);
    expect(answers.map(answer => answer.decision)).toEqual(['allow', undefined, 'deny']);
  });

  test.each([
    [{ deny: [['Bash(ls)']] }, 'ask'],
    [{ ask: [7] }, 'ask'],
    [{ allow: [7] }, 'allow'],
  ])('--stdin asks where a rule that forbids is no text: %j', (rules, decision) => {
    const { out } = latch(['explain', '--stdin'], JSON.stringify({ tool: 'Bash', input: { command: 'ls' }, rules }));
    expect(JSON.parse(out)).toMatchObject({ decision });
  });

  test('a rules file that is missing or broken makes every call ask', () => {
    const missing = latch(['explain', '--rules', 'missing.json', 'ls']);
    expect(missing.code).toBe(3);
    expect(missing.out).toContain('ASK  missing.json cannot be read, so every call asks. There is no such file.');
    writeFileSync(join(folder, 'project', 'broken.json'), '{ "rules": [');
    const broken = latch(['explain', '--rules', 'broken.json', 'ls']);
    expect(broken.code).toBe(3);
    expect(broken.err).toContain('broken.json:1: This is not JSON');
  });

  test('a deny rule of the user counts', () => {
    rulesFile([{ action: 'allow', pattern: 'Bash' }]);
    const own = join(folder, 'home', '.latch');
    mkdirSync(own);
    writeFileSync(
      join(own, 'rules.json'),
      '{ "version": 1, "rules": [{ "action": "deny", "pattern": "Bash(make:*)" }] }',
    );
    expect(latch(['explain', 'make x']).code).toBe(1);
    rmSync(own, { recursive: true });
  });

  test('a deny rule in the settings of Claude Code counts', () => {
    rulesFile([{ action: 'allow', pattern: 'Bash' }]);
    writeFileSync(join(folder, 'home', '.claude', 'settings.json'), '{ "permissions": { "deny": ["Bash(make:*)"] } }');
    expect(latch(['explain', 'make x']).code).toBe(1);
    writeFileSync(join(folder, 'home', '.claude', 'settings.json'), '{}');
  });

  test('characters that would act on the terminal are shown by name', () => {
    const { out } = latch(['explain', 'ls \u001b[2K\u202e']);
    expect(out).toContain('ls ⟨U+001B⟩[2K⟨U+202E⟩');
  });

  test.each([[[]], [['a', 'b']], [['--nope', 'x']], [['--tool', 'Edit', 'not json']]])(
    'wrong usage %j ends with code 2',
    args => {
      expect(latch(['explain', ...args]).code).toBe(2);
    },
  );
});

describe('latch check', () => {
  test('is content with rules whose examples hold', () => {
    const file = rulesFile([
      {
        action: 'allow',
        pattern: 'Bash(npm run:*)',
        examples: { match: ['npm run build'], noMatch: ['npm run build && rm -rf dist'] },
      },
    ]);
    expect(latch(['check', file])).toMatchObject({ code: 0, out: `${file}: rules: 1, examples: 2\n` });
  });

  test('reports failed examples and invalid rules as errors, weak ones as warnings', () => {
    const file = rulesFile([
      { action: 'allow', pattern: 'Bash(npm test)', examples: { match: ['npm test x'], noMatch: ['npm test'] } },
      { action: 'deny', pattern: 'Bash(git push' },
      { action: 'allow', pattern: 'Bash(git:*)' },
      { action: 'deny', pattern: 'Bash(git:*)' },
      { action: 'allow', pattern: 'Bash(old:*)', expires: '2020-01-01T00:00:00Z' },
    ]);
    const { code, out } = latch(['check', file]);
    expect(code).toBe(1);
    expect(
      out
        .trim()
        .split('\n')
        .map(line => line.slice(file.length)),
    ).toEqual([
      ':4: error: Bash(npm test) should match "npm test x" but does not.',
      ':4: error: Bash(npm test) should not match "npm test" but does.',
      ':16: error: "Bash(" is not closed. Did you mean Bash(git push)? Until it is corrected, its tool asks.',
      ':20: warning: Bash(git:*) allows almost anything: git can start other programs or destroy data.',
      ':20: warning: It never decides: deny Bash(git:*) (line 24) comes first.',
      ':28: warning: It has ended and does nothing any more.',
      ': rules: 5, examples: 2',
    ]);
  });
});

describe('latch verify', () => {
  const recorded = join(import.meta.dirname, '../fixtures/journals/v1.jsonl');

  test('says what was verified of a record, and what cannot be without an editor', () => {
    const { code, out } = latch(['verify', recorded]);
    expect(code).toBe(0);
    expect(out).toContain('Each line is unchanged and in its place: 47 in all.');
    expect(out).toContain('whether lines were cut off cannot be told');
  });

  test('finds a line that was changed, and a record that is not there', () => {
    const changed = join(folder, 'changed.jsonl');
    writeFileSync(changed, readFileSync(recorded, 'utf8').replace('"seq":9,', '"seq":9 ,'));
    expect(latch(['verify', changed])).toMatchObject({ code: 1, out: expect.stringContaining('Line 9 ') });
    expect(latch(['verify', join(folder, 'none.jsonl')])).toMatchObject({
      code: 1,
      out: expect.stringContaining('no such'),
    });
    expect(latch(['verify']).code).toBe(2);
  });
});

describe('with the rules of a team', () => {
  let url: string;
  beforeAll(async () => {
    url = await newDatabase();
    const file = rulesFile(
      [
        { action: 'deny', pattern: 'Bash(git push:*)', description: 'Releases are made by CI' },
        { action: 'allow', pattern: 'Bash(make:*)' },
      ],
      'team.json',
    );
    rulesFile([]);
    expect(latch(['rules', 'copy', '--from', file, '--to', url, '--dry-run'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('+ deny Bash(git push:*)\n+ allow Bash(make:*)\n'),
    });
    expect(latch(['rules', 'list', url])).toEqual({ code: 0, out: '', err: '' });
    expect(latch(['rules', 'copy', '--from', file, '--to', url])).toMatchObject({ code: 0, err: '' });
  }, 180_000);

  test('copies them to a file and back, and finds nothing to do the second time', () => {
    const copy = join(folder, 'project', 'copy.json');
    expect(latch(['rules', 'copy', '--from', url, '--to', copy]).out).toContain('2 of 2 rules change something');
    expect(readFileSync(copy, 'utf8')).toContain('Releases are made by CI');
    expect(latch(['rules', 'copy', '--from', copy, '--to', url]).out).toContain('0 of 2 rules change something');
  });

  test('denies what the team denies, and allows what it allows only where that is trusted', () => {
    expect(latch(['explain', '--store', url, 'git push'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('DENY  The team rule Bash(git push:*) denies this.'),
    });
    expect(latch(['explain', '--store', url, 'make x']).code).toBe(3);
    expect(latch(['explain', '--store', url, '--trust-team', 'make x']).code).toBe(0);
  });

  test.each(['postgres', 'mongodb'])(
    'asks about every call while the team cannot be read, and tells no password: %s',
    server => {
      const away = `${server}://ann:secret@127.0.0.1:1/latch`;
      const { code, out, err } = latch(['explain', '--store', away, '--trust-team', 'ls']);
      expect(code).toBe(3);
      expect(out).toContain('The rules of the team at 127.0.0.1:1/latch cannot be read');
      expect(out + err).not.toContain('secret');
      expect(latch(['rules', 'list', away])).toMatchObject({ code: 1, out: '' });
      expect(latch(['check', '--store', away])).toMatchObject({ code: 2 });
    },
  );

  test.each([
    ['mysql://x/y', 'must look like postgres://user@host:5432/database or mongodb://user@host:27017/database'],
    ['postgres:///y', 'must look like postgres://user@host:5432/database.'],
    ['mongodb:///y', 'must look like mongodb://user@host:27017/database.'],
  ])('refuses the address %s', (address, why) => {
    expect(latch(['run', '--store', address, '--', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining(why) });
  });

  test('holds a record against what the team has of it, and tells no password', () => {
    const recorded = join(import.meta.dirname, '../fixtures/journals/v1.jsonl');
    expect(latch(['verify', '--store', url, recorded])).toMatchObject({
      code: 1,
      out: expect.stringContaining('The record of the team has no line of this session.'),
    });
    const away = latch(['verify', '--store', 'postgres://ann:secret@127.0.0.1:1/latch', recorded]);
    expect(away).toMatchObject({ code: 1, out: expect.stringContaining('cannot be read (') });
    expect(away.out + away.err).not.toContain('secret');
    expect(latch(['verify', '--store', 'mysql://x/y', recorded]).code).toBe(2);
  });

  test('checks them as those of a file, and says who changed what', () => {
    const broad = rulesFile([{ action: 'allow', pattern: 'Bash(make all)' }], 'broad.json');
    latch(['rules', 'copy', '--from', broad, '--to', url]);
    expect(latch(['check', '--store', url]).out).toMatch(/allow Bash\(make all\): .*Bash\(make:\*\)/);
    const { out } = latch(['rules', 'log', url]);
    expect(out).toMatch(/^\S+Z {2}\S+ \(latch\) {2}r-\S+: nothing -> allow Bash\(make all\)\n/);
    expect(out.trim().split('\n')).toHaveLength(3);
  });
});
