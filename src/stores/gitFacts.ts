/** What git says of a folder. It is started so that it runs nothing of the repository, and not for long. */
import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { GitRepository, GitSetting } from '../core/rules';
import { gitStamp } from './gitStamp';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A call waits meanwhile, and the window with it: where there is a window, git has no longer. */
const longestMs = 700;
/** Where it was too slow once, the other questions about the same call are not asked. */
const restMs = 1000;
const longestOutput = 32 * 1024 * 1024;
/** Names of half a million files, and how long they may take. */
const longestList = 128 * 1024 * 1024;
const listMs = 60_000;

/** Nothing is fetched, written, asked or traced while git answers. */
const quiet: Environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
};

/** These override what a repository names. They are not there when git lists its settings, which are to be told as they are. */
const withoutPrograms = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${noFolder()}`];

interface Known {
  readonly stamp: string;
  readonly repository: GitRepository;
}

export class GitFacts {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #program: string | undefined;
  readonly #known = new Map<string, Known>();
  readonly #longestMs: number;
  #restsUntil = 0;

  constructor(environment: Environment, withinMs: number = longestMs) {
    this.#longestMs = withinMs;
    const kept = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_TRACE'));
    this.#environment = { ...Object.fromEntries(kept), ...quiet };
    this.#program = programOf(environment);
  }

  /** Asked again only when one of the files has changed that git reads for its answer. */
  repository(folder: string): GitRepository | undefined {
    const stamp = gitStamp(folder, this.#environment);
    const known = this.#known.get(folder);
    if (known && known.stamp === stamp) return known.repository;
    const repository = this.#ask(folder);
    this.#known.delete(folder);
    if (repository && stamp !== undefined && !namesOthers(repository)) {
      if (this.#known.size > 100) this.#known.clear();
      this.#known.set(folder, { stamp, repository });
    }
    return repository;
  }

  answer(folder: string, args: readonly string[]): string | undefined {
    const run = this.#run(folder, [...withoutPrograms, ...args]);
    // `git grep` ends so when it finds nothing.
    return run && (run.status === 0 || (run.status === 1 && run.output === '')) ? run.output : undefined;
  }

  /** The files that git knows, and those that it does not ignore; undefined where it is no repository. Nobody waits for this. */
  files(folder: string): Promise<readonly string[] | undefined> {
    const program = this.#program;
    if (program === undefined) return Promise.resolve(undefined);
    const args = [...withoutPrograms, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
    const options = { cwd: folder, env: this.#environment, maxBuffer: longestList, timeout: listMs, windowsHide: true };
    return new Promise(listed => {
      execFile(program, args, options, (error, output) => {
        listed(error ? undefined : output.split('\0').slice(0, -1));
      });
    });
  }

  #ask(folder: string): GitRepository | undefined {
    const settings = this.#settings(folder);
    const place = settings && this.#place(folder);
    if (!place) return undefined;
    if (place === 'none') {
      const unused = this.#unused(folder);
      return unused && { found: false, root: undefined, settings: [...settings, ...unused], hooks: [] };
    }
    const configured = settings.findLast(({ key }) => key === 'core.hookspath')?.value;
    const folders = [place.hooks, ...(configured === undefined ? [] : [resolve(place.root ?? folder, configured)])];
    return {
      found: true,
      root: place.root,
      settings,
      hooks: readingHooks.filter(name => folders.some(at => canRun(join(at, name)))),
    };
  }

  #place(folder: string): { readonly root: string | undefined; readonly hooks: string } | 'none' | undefined {
    const hooks = this.#run(folder, ['rev-parse', '--path-format=absolute', '--git-path', 'hooks']);
    if (hooks?.status === 128 && hooks.errors.startsWith('fatal: not a git repository (or any')) return 'none';
    const path = hooks?.status === 0 ? onlyLine(hooks.output) : undefined;
    if (path === undefined) return undefined;
    const top = this.#run(folder, ['rev-parse', '--show-toplevel']);
    if (top?.status === 0) {
      const root = onlyLine(top.output);
      return root === undefined ? undefined : { root, hooks: path };
    }
    return top?.status === 128 && top.errors.includes('must be run in a work tree')
      ? { root: undefined, hooks: path }
      : undefined;
  }

  #settings(folder: string): readonly GitSetting[] | undefined {
    const parts = this.#listed(folder, ['--show-scope']);
    if (!parts || parts.length % 2 === 1) return undefined;
    return parts.flatMap((part, at) => (at % 2 === 0 ? [settingOf(part, parts[at + 1] ?? '')] : []));
  }

  /** The settings of a folder that may become a repository: git does not take it for one yet. */
  #unused(folder: string): readonly GitSetting[] | undefined {
    for (let current = folder; ; current = dirname(current)) {
      const file = join(current, '.git', 'config');
      if (existsSync(file)) return this.#listed(folder, ['--file', file])?.map(part => settingOf('local', part));
      if (dirname(current) === current) return [];
    }
  }

  #listed(folder: string, args: readonly string[]): readonly string[] | undefined {
    const run = this.#run(folder, ['config', '--list', '--includes', '-z', ...args]);
    return run?.status === 0 ? run.output.split('\0').slice(0, -1) : undefined;
  }

  #run(
    folder: string,
    args: readonly string[],
  ): { readonly status: number; readonly output: string; readonly errors: string } | undefined {
    if (this.#program === undefined || Date.now() < this.#restsUntil) return undefined;
    const begun = Date.now();
    const { status, stdout, stderr } = spawnSync(this.#program, args, {
      cwd: folder,
      env: this.#environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: this.#longestMs,
      killSignal: 'SIGKILL',
      maxBuffer: longestOutput,
      windowsHide: true,
    });
    if (Date.now() - begun >= this.#longestMs) this.#restsUntil = Date.now() + restMs;
    return status === null ? undefined : { status, output: stdout, errors: stderr };
  }
}

function settingOf(scope: string, part: string): GitSetting {
  const [key = '', ...value] = part.split('\n');
  // A name alone stands for "true".
  return { scope, key, value: value.length === 0 ? 'true' : value.join('\n') };
}

/** Commands that only read start this one, when they refresh the index. */
const readingHooks = ['post-index-change'];

/** Settings or hooks are in files of which only git knows where they are. */
function namesOthers({ settings }: GitRepository): boolean {
  return settings.some(({ key }) => /^(?:include\.|includeif\.|core\.hookspath$)/.test(key));
}

function onlyLine(output: string): string | undefined {
  const line = output.replace(/\r?\n$/, '');
  return line === '' || line.includes('\n') ? undefined : line;
}

/** By its whole path: a folder that is named relatively in PATH may hold another git. */
function programOf(environment: Environment): string | undefined {
  const names = process.platform === 'win32' ? ['git.exe'] : ['git'];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(realpathSync(path)).isFile();
  } catch {
    return false;
  }
}

function noFolder(): string {
  return process.platform === 'win32' ? 'NUL' : '/dev/null';
}
