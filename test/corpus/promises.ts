// Reads the files of `promises/`, one for each class of attack, and `everyday.txt`. A heading says what is expected of the
// lines below it, the rules as JSON, and behind an @ what a shell does in the folder before. A line is a command, in which
// ⏎ and ⇥ stand for a new line and a tab, or `@tool NAME {input}`.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'promises');

export interface Promised {
  /** `not allow`, `allow`, or `risk LEVEL` at least. */
  readonly expected: string;
  readonly rules: unknown;
  readonly setup: string;
  readonly calls: readonly string[];
}

export const classes: readonly string[] = readdirSync(folder).map(name => name.replace(/\.txt$/, ''));

export function promisesOf(name: string): readonly Promised[] {
  const text = readFileSync(join(folder, `${name}.txt`), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map(part => {
      const [head = '', ...lines] = part.split('\n');
      const [, expected = '', rules = '', setup = ''] = /^(not allow|allow|risk \w+) (\{.*?\})(?: @(.*))?$/.exec(head) ?? [];
      if (expected === '') throw new Error(`${name}: the heading ${head} is not understood`);
      return {
        expected,
        rules: JSON.parse(rules),
        setup,
        calls: lines.filter(line => line !== ''),
      };
    });
}

const files: Readonly<Record<string, string>> = {
  'ws/a.txt': 'hello foo\nline two\n',
  'ws/b.txt': 'b foo\n',
  'ws/src/a.ts': 'x\n',
  'ws/src/b.ts': 'y foo\n',
  'ws/package.json': '{"name":"x","scripts":{"build":"echo b"}}\n',
  'ws/README.md': '# readme foo\n',
  'ws/.env': 'KEY=S3CRETENV\n',
  'ws/private.txt': 'PR1VATE data\n',
  'home/.ssh/id_rsa': 'OUTS1DE key\n',
  'outside/secret.txt': 'OUTS1DE file\n',
};

/** A folder to judge calls in, with a program `pwn` on the PATH and beside the files, which nothing starts. */
export class Place {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'latch-promises-')));

  constructor(setup: string) {
    for (const name of ['ws/src', 'ws/sub', 'ws/docs', 'home/.ssh', 'outside', 'bin']) mkdirSync(this.#at(name), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(this.#at(name), text);
    for (const name of ['bin/pwn', 'ws/pwn', 'ws/#pwn']) {
      writeFileSync(this.#at(name), '#!/bin/sh\necho pwn\n');
      chmodSync(this.#at(name), 0o755);
    }
    const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
    const env = { PATH: process.env['PATH'], HOME: this.#at('home'), GIT_CONFIG_NOSYSTEM: '1', ...author };
    if (setup !== '') execFileSync('bash', ['-c', setup], { cwd: this.#at('ws'), env, stdio: 'ignore' });
  }

  #at(name: string): string {
    return join(this.#root, name);
  }

  /** A call as a line for `latch explain --stdin`. */
  line(call: string, rules: unknown): string {
    const [, tool = 'Bash', input] = /^@tool (\w+) (\{.*\})$/.exec(call) ?? [];
    const fill = (text: string): string =>
      text.replaceAll('{ROOT}', this.#root).replaceAll('{CWD}', this.#at('ws')).replaceAll('{HOME}', this.#at('home'));
    const given: unknown =
      input === undefined ? { command: fill(call.replaceAll('⏎', '\n').replaceAll('⇥', '\t')) } : JSON.parse(fill(input));
    const cwd = this.#at('ws');
    return JSON.stringify({ id: call, kind: 'rule', rules, tool, input: given, cwd, workspace: cwd, home: this.#at('home') });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
