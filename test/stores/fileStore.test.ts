import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RuleEdit } from '../../src/core/ruleAdmin/storedRule';
import { FileStore } from '../../src/stores/fileStore';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-file-store-'));
  file = join(folder, 'rules.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const add = (id: string, pattern: string): RuleEdit => ({ type: 'add', rule: { id, action: 'allow', pattern } });
const open = (): FileStore => new FileStore({ file });
const textOf = (): string => readFileSync(file, 'utf8');
const leftovers = (): string[] => readdirSync(folder).filter(name => name !== 'rules.json');

describe('a rules file that people write', () => {
  const written = `// Rules of this project.
{
    "version": 1,
    "$schema": "./rules.schema.json",
    "rules": [
        // Tests may always run.
        { "action": "allow", "pattern": "Bash(npm test)", "owner": "QA", "examples": { "match": ["npm test"] } },
        "a note that is no rule",
        { "action": "deny", "pattern": "Bash(git push:*)" /* ask Kim */ },
    ],
    "team": { "name": "shop" }
}
`;

  beforeEach(() => writeFileSync(file, written));

  test('keeps all that a change is not about', async () => {
    const store = open();
    const [tests, push] = store.list().rules;
    await store.change([add('new', 'Bash(npm run lint)')]);
    await store.change([{ type: 'update', id: push?.id ?? '', changes: { action: 'ask' } }]);
    expect(textOf().replaceAll(/\s+/g, ' ')).toBe(
      `// Rules of this project. { "version": 1, "$schema": "./rules.schema.json", "rules": [ // Tests may always run. { "action": "allow", "pattern": "Bash(npm test)", "owner": "QA", "examples": { "match": ["npm test"] } }, "a note that is no rule", { "action": "ask", "pattern": "Bash(git push:*)", "id": "${push?.id}" /* ask Kim */ }, { "action": "allow", "pattern": "Bash(npm run lint)", "id": "new" }, ], "team": { "name": "shop" } } `.replaceAll(
        /\s+/g,
        ' ',
      ),
    );
    await store.change([{ type: 'remove', id: tests?.id ?? '' }]);
    expect(store.list().rules.map(it => it.pattern)).toEqual(['Bash(git push:*)', 'Bash(npm run lint)']);
    expect(textOf()).toContain('"a note that is no rule"');
  });

  test('gives the same name to the same rule when lines come and go, and another one to its double', () => {
    const before = open().list().rules;
    writeFileSync(
      file,
      written.replace(
        '"rules": [',
        '"rules": [ { "action": "deny", "pattern": "Read(.env)" }, { "action": "deny", "pattern": "Bash(git push:*)" },',
      ),
    );
    const after = open().list().rules;
    expect(after.map(it => it.pattern)).toEqual([
      'Read(.env)',
      'Bash(git push:*)',
      'Bash(npm test)',
      'Bash(git push:*)',
    ]);
    expect(after[2]?.id).toBe(before[0]?.id);
    expect(new Set(after.map(it => it.id)).size).toBe(4);
  });

  test('says the line of each rule', () => {
    expect(
      open()
        .list()
        .rules.map(it => it.line),
    ).toEqual([7, 9]);
  });

  test('counts a change by hand on the next look', () => {
    const store = open();
    expect(store.list().rules).toHaveLength(2);
    writeFileSync(file, written.replace('"deny"', '"ask"'));
    expect(store.list().rules.map(it => it.action)).toEqual(['allow', 'ask']);
  });
});

describe('a rules file that must not be written', () => {
  test.each([
    ['is broken', '{ "rules": [\n  { "action": "deny", "pattern": "Bash(rm:*)" }\n', 'broken', 3],
    ['is empty', '', 'broken', 1],
    ['holds a list', '[]', 'broken', 1],
    ['has rules that are no list', '{\n "rules": {} }', 'broken', 2],
    ['is from a newer version', '{ "version": 2, "rules": [] }', 'newer', 1],
  ])('because it %s', async (_, text, code, line) => {
    writeFileSync(file, text);
    const store = open();
    expect(store.list()).toMatchObject({ broken: true });
    const changed = await store.change([add('new', 'Bash(npm test)')]);
    expect(changed).toMatchObject({ ok: false, problem: { code, file, line } });
    expect(textOf()).toBe(text);
    expect(leftovers()).toEqual([]);
  });

  test('because it is a folder', async () => {
    mkdirSync(file);
    expect(open().list()).toMatchObject({ broken: true });
    expect(await open().change([add('new', 'Bash(npm test)')])).toMatchObject({ ok: false });
  });

  test('because a link leads out of the folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'latch-outside-'));
    writeFileSync(join(outside, 'settings.json'), '{}');
    symlinkSync(join(outside, 'settings.json'), file);
    const store = new FileStore({ file, within: folder });
    expect(await store.change([add('new', 'Bash(npm test)')])).toMatchObject({
      ok: false,
      problem: { code: 'unwritable' },
    });
    expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe('{}');
    rmSync(outside, { recursive: true });
  });

  test('because the disk is read-only', async () => {
    chmodSync(folder, 0o555);
    // Permissions do not stop root; this folder does.
    file = process.getuid?.() === 0 ? '/sys/rules.json' : file;
    const store = open();
    expect(await store.change([add('new', 'Bash(npm test)')])).toMatchObject({
      ok: false,
      problem: { code: 'unwritable' },
    });
    expect(store.list()).toMatchObject({ rules: [], broken: false });
    chmodSync(folder, 0o755);
  });
});

describe('a rules file', () => {
  test('that is a link stays one', async () => {
    writeFileSync(join(folder, 'dotfiles.json'), '{ "rules": [] }');
    symlinkSync(join(folder, 'dotfiles.json'), file);
    expect(await open().change([add('new', 'Bash(npm test)')])).toMatchObject({ ok: true });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'dotfiles.json'), 'utf8')).toContain('npm test');
  });

  test('keeps its permissions, and leaves no lock and no temporary file', async () => {
    writeFileSync(file, '{ "rules": [] }');
    chmodSync(file, 0o640);
    await open().change([add('new', 'Bash(npm test)')]);
    expect(lstatSync(file).mode & 0o777).toBe(0o640);
    expect(leftovers()).toEqual([]);
  });

  test('whose folder was deleted is empty, and is made again with the next rule', async () => {
    file = join(folder, 'gone', 'rules.json');
    const store = open();
    await store.change([add('one', 'Bash(npm test)')]);
    rmSync(join(folder, 'gone'), { recursive: true });
    expect(store.list()).toMatchObject({ rules: [], broken: false });
    expect(await store.change([add('two', 'Bash(npm run lint)')])).toMatchObject({ ok: true });
    expect(store.list().rules.map(it => it.id)).toEqual(['two']);
  });
});

describe('several processes', () => {
  let built: string;
  beforeAll(() => {
    built = mkdtempSync(join(tmpdir(), 'latch-writer-'));
    buildSync({
      entryPoints: [join(import.meta.dirname, 'support/ruleWriter.ts')],
      outfile: join(built, 'writer.cjs'),
      bundle: true,
      platform: 'node',
      mainFields: ['module', 'main'],
    });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const start = (...args: string[]): ReturnType<typeof fork> => fork(join(built, 'writer.cjs'), [file, ...args]);

  test('that change the same file at the same time lose nothing: six, a hundred changes each', async () => {
    const writers = Array.from({ length: 6 }, (_, at) => start('count', String(at), '100'));
    const codes = await Promise.all(writers.map(async writer => (await once(writer, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const { rules, problems } = open().list();
    expect(problems).toEqual([]);
    const counted = Object.fromEntries(rules.map(it => [it.id, it.description]));
    expect(counted).toEqual(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`writer-${at}`, '100'])));
    expect(leftovers()).toEqual([]);
  }, 60_000);

  test('do not wait for one that was killed while it held the lease', async () => {
    const holder = start('hold');
    await once(holder, 'message');
    expect(readdirSync(`${file}.lease`)).toHaveLength(1);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const changes = await Promise.all([1, 2, 3].map(at => open().change([add(`r${at}`, `Bash(tool-${at})`)])));
    expect(changes.map(it => it.ok)).toEqual([true, true, true]);
    expect(open().list().rules).toHaveLength(3);
    expect(leftovers()).toEqual([]);
  });
});
