import { describe, expect, test } from 'vitest';
import type { Context } from '../../../../src/core/rules';
import { bash, context, judge, rules } from '../helpers';

/** A disk that holds these files, with their texts. */
function disk(files: Readonly<Record<string, string>>): Context['facts'] {
  const paths = Object.keys(files).map(path => `/w/${path}`);
  return {
    ...context().facts,
    text: file => files[file.slice('/w/'.length)],
    entries: folder => {
      const below = paths.filter(path => path.startsWith(folder === '/' ? '/' : `${folder}/`));
      if (below.length === 0) return undefined;
      const rests = below.map(path => path.slice(folder === '/' ? 1 : folder.length + 1));
      const folders = new Set(rests.filter(rest => rest.includes('/')).map(rest => rest.slice(0, rest.indexOf('/'))));
      return [
        ...[...folders].map(name => ({ name, isFolder: true })),
        ...rests.filter(rest => !rest.includes('/')).map(name => ({ name, isFolder: false })),
      ];
    },
  };
}

const ordinary = {
  '.git/HEAD': 'ref: refs/heads/main',
  '.git/config': '[user]',
  '.gitignore': 'node_modules/\n/dist\n.env*\n!.env.example\n*.log\n',
  '.env': 'KEY=1',
  '.env.example': 'KEY=',
  'dist/secrets.json': '{}',
  'node_modules/a/.npmrc': 'token',
  'package.json': '{}',
  'private.txt': 'private',
  'src/a.ts': 'a',
  'src/deep/b.ts': 'b',
  'src/deep/b.log': 'b',
};
const withKey = { ...ordinary, 'config/server.key': 'key' };
const noEnv = rules('allow Grep', 'deny Read(**/.env)');
const noPrivate = rules('allow Grep', 'deny Read(**/private.txt)');

describe('a search opens what the files of the workspace and its options say', () => {
  // What is searched, under these rules, in this workspace: the verdict.
  test.each<readonly [object, ReturnType<typeof rules>, Readonly<Record<string, string>>, string]>([
    // What git ignores is not opened: no question in an ordinary repository.
    [{}, rules(), ordinary, 'allow'],
    [{}, noEnv, ordinary, 'allow'],
    [{ path: 'src' }, noPrivate, ordinary, 'allow'],
    [{ path: '/w/src' }, noEnv, ordinary, 'allow'],
    [{ glob: '*.ts' }, noPrivate, ordinary, 'allow'],
    [{ glob: '**/*.{ts,tsx}' }, noPrivate, ordinary, 'allow'],
    [{ glob: 'src/**' }, noPrivate, ordinary, 'allow'],
    [{ type: 'ts' }, noPrivate, ordinary, 'allow'],
    [{ glob: '!private.txt' }, noPrivate, ordinary, 'allow'],
    [{ path: 'src/a.ts' }, noPrivate, ordinary, 'allow'],
    [{}, rules('allow Read'), withKey, 'allow'],

    [{}, noPrivate, ordinary, 'ask'],
    [{ path: '.' }, noPrivate, ordinary, 'ask'],
    [{ glob: '*.txt' }, noPrivate, ordinary, 'ask'],
    [{ glob: 'p{rivate,x}.txt' }, noPrivate, ordinary, 'ask'],
    [{ glob: '!*.ts' }, noPrivate, ordinary, 'ask'],
    [{ type: 'markdown' }, noPrivate, ordinary, 'ask'],
    [{}, rules('allow Grep', 'ask Read(private.txt)'), ordinary, 'ask'],
    [{}, rules('allow Grep', 'deny Read(src/**)'), ordinary, 'ask'],
    [{ path: 'src' }, rules('allow Grep', 'deny Read(**/deep/**)'), ordinary, 'ask'],
    // A secret, without any rule.
    [{}, rules(), withKey, 'ask'],
    [{ path: 'config' }, rules(), withKey, 'ask'],
    [{ path: 'src' }, rules(), withKey, 'allow'],
    // A pattern that matches opens also what is ignored.
    [{ glob: '*' }, noEnv, ordinary, 'ask'],
    [{ glob: '*env' }, noEnv, ordinary, 'ask'],
    [{ glob: '*' }, rules('allow Grep', 'deny Read(**/.git/config)'), ordinary, 'ask'],
    [{}, rules('allow Grep', 'deny Read(**/.git/config)'), ordinary, 'allow'],
    [{ path: '.env' }, noEnv, ordinary, 'deny'],
    // Ignored by nobody: no repository, another name, a line that takes it back.
    [{}, noEnv, { '.gitignore': '.env', '.env': 'KEY=1', 'a.ts': 'a' }, 'ask'],
    [{}, noEnv, { ...ordinary, '.gitignore': '.envrc\n#.env\n.env/' }, 'ask'],
    [{}, noEnv, { ...ordinary, '.gitignore': '.env\n!.env' }, 'ask'],
    [{}, noEnv, { ...ordinary, '.gitignore': '/src/.env' }, 'ask'],
    [{}, noEnv, { ...ordinary, 'src/.gitignore': '!.env', 'src/.env': 'KEY=1' }, 'ask'],
    [{}, noEnv, { ...ordinary, '.ignore': '!.env' }, 'ask'],
    [{ path: 'src' }, noEnv, { ...ordinary, 'src/.env': 'KEY=1' }, 'allow'],
  ])('%j', (input, set, files, expected) => {
    expect(judge(set, { tool: 'Grep', input: { pattern: 'x', ...input } }, { facts: disk(files) }).decision).toBe(
      expected,
    );
  });

  test('where there is more than can be looked at, it asks and names the rule', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`part${at % 90}/file${at}.ts`, '']));
    const search = { tool: 'Grep', input: { pattern: 'x' } };
    expect(judge([], search, { facts: disk(many) }).because[0]?.reason.text).toBe(
      'It searches more files than can be looked at.',
    );
    expect(judge(noEnv, search, { facts: disk(many) }).because[0]?.reason.text).toBe(
      'It searches more files than can be looked at; Read(**/.env) may name one of them.',
    );
  });

  // The same for commands, with the rule for all commands and a deny rule for a file.
  test.each<readonly [string, string, string]>([
    ['rg TODO', 'Read(**/.env)', 'allow'],
    ['rg -n TODO src', 'Read(**/private.txt)', 'allow'],
    ["rg -g '*.ts' TODO .", 'Read(**/private.txt)', 'allow'],
    ["grep -rn --include='*.ts' TODO .", 'Read(**/private.txt)', 'allow'],
    ['grep -rn TODO src', 'Read(**/private.txt)', 'allow'],
    ['rg TODO .', 'Read(**/private.txt)', 'ask'],
    ['rg --hidden TODO .', 'Read(**/.git/config)', 'allow'],
    ['rg -uu TODO .', 'Read(**/.env)', 'ask'],
    ['rg --no-ignore --hidden TODO .', 'Read(**/.env)', 'ask'],
    ["rg -g '.e*' TODO .", 'Read(**/.env)', 'ask'],
    ['grep -rn TODO .', 'Read(**/.env)', 'ask'],
    ["grep -rn --include='.e*' TODO .", 'Read(**/.env)', 'ask'],
    ["grep -rn --exclude='*.md' TODO .", 'Read(**/private.txt)', 'ask'],
  ])('%s with deny %s: %s', (command, denied, expected) => {
    expect(bash(rules('allow Bash', `deny ${denied}`), command, { facts: disk(ordinary) }).decision).toBe(expected);
  });
});
