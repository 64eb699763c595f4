// While a command runs, the sandbox holds a place for every protected file that is missing, so that none can be made: a
// device, for whoever looks from within. `git add -A` fails at those, so the agent's git is told to pass over them.
import { execFile } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** For which both CLIs hold places in the folder of a session. */
const held: readonly string[] = [
  ...'.bash_profile .bashrc .gitconfig .gitmodules .idea .mcp.json .profile .ripgreprc .vscode .zprofile .zshrc'.split(
    ' ',
  ),
  ...(
    '.cc-writes agents commands hooks launch.json loop.md output-styles routines scheduled_tasks.json settings.json ' +
    'settings.local.json skills workflows'
  )
    .split(' ')
    .map(name => `.claude/${name}`),
];

export class GitExcludes {
  /** What git is to obey instead of the person's own list, which is part of it. */
  readonly setting: readonly [string, string];
  readonly #cwd: string;
  readonly #file: string;
  readonly #own: string;
  #written: string | undefined;

  private constructor(cwd: string, own: string) {
    this.#cwd = cwd;
    this.#own = own;
    folder ??= newFolder();
    this.#file = join(folder, `ignore-${++files}`);
    this.setting = ['core.excludesFile', this.#file];
  }

  static async open(cwd: string, environment: NodeJS.ProcessEnv): Promise<GitExcludes> {
    return new GitExcludes(cwd, await ownExcludes(cwd, environment));
  }

  /** Names what is missing at this moment, also of what the rules keep: what is there for real is seen by git as before. */
  update(kept: readonly string[]): void {
    const top = topOf(this.#cwd);
    const missing = [...held.map(name => join(this.#cwd, name)), ...kept].filter(isMissing);
    const lines = missing.flatMap(path => {
      const name = relative(top, path).replaceAll('\\', '/');
      return name === '' || name.startsWith('../') ? [] : [`/${name.replaceAll(/[[\]*?\\!# ]/g, '\\$&')}`];
    });
    const text = `${this.#own}\n${lines.join('\n')}\n`;
    if (text === this.#written) return;
    writeFileSync(this.#file, text, { mode: 0o600 });
    this.#written = text;
  }
}

/** Of this process, and gone with it. */
let folder: string | undefined;
let files = 0;

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'latch-git-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The list that git would obey without ours. */
async function ownExcludes(cwd: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const named = await run('git', ['config', '--path', '--get', 'core.excludesFile'], {
    cwd,
    env: environment,
    timeout: 5000,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  const standard = join(
    environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config'),
    'git/ignore',
  );
  try {
    return readFileSync(named === '' ? standard : resolve(cwd, named), 'utf8');
  } catch {
    return '';
  }
}

/** The folder from which the patterns are read; without a repository there is nothing to add to. */
function topOf(cwd: string): string {
  for (let top = cwd; ; top = dirname(top)) {
    if (lstatSync(join(top, '.git'), { throwIfNoEntry: false })) return top;
    if (dirname(top) === top) return cwd;
  }
}

/** The place of one that is held is an empty file, for whoever looks from outside. */
function isMissing(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return !found || (found.isFile() && found.size === 0);
}
