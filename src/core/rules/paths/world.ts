import {
  harmlessExtension,
  homePlace,
  ownFiles,
  protectedFiles,
  protectedFolders,
  sensitiveFiles,
  systemPlace,
} from '../tables/files';
import { packageCaches } from '../tables/caches';
import { Budget, longestPath, mostSteps, TooBig } from '../language/budget';
import { hiddenInPath } from '../language/text';
import { baseName, isInside, joinRaw, normalPath, throughProcess } from './pathText';
import { shownPath } from '../../base/shownPath';
import { Disk } from './disk';
import type { Bases } from './pathRules';
import type { Context, GitRepository, LinkAt } from '../language/verdict';
import { say, type Sentence } from '../../texts/sentence';

/** One path in the two forms that rules look at. */
export interface PathForms {
  readonly lexical: string;
  /** `undefined` when the file system gives no clear answer. */
  readonly real: string | undefined;
}

/** The machine as one decision sees it: every question to the file system is asked at most once. */
export class World {
  readonly context: Context;
  readonly cwd: string;
  readonly disk: Disk;
  readonly budget = new Budget(mostSteps.judging);
  readonly #real = new Map<string, Answer<string>>();
  readonly #links = new Map<string, LinkAt>();
  readonly #git = new Map<string, Answer<GitRepository>>();
  readonly #gitAnswers = new Map<string, Answer<string>>();
  #agentFolders: readonly string[] | undefined;

  constructor(context: Context, cwd: string) {
    this.context = context;
    this.cwd = normalPath(cwd);
    this.disk = new Disk(context.facts);
  }

  real(path: string): string | undefined {
    return remembered(this.#real, path, () => {
      this.budget.spend(2);
      return this.context.facts.realPath(path, this.#links);
    });
  }

  git(folder: string): GitRepository | undefined {
    return remembered(this.#git, folder, () => {
      this.budget.spend(stepsPerProcess);
      return this.context.facts.git(folder);
    });
  }

  gitAnswer(folder: string, args: readonly string[]): string | undefined {
    return remembered(this.#gitAnswers, JSON.stringify([folder, args]), () => {
      this.budget.spend(stepsPerProcess);
      return this.context.facts.gitAnswer(folder, args);
    });
  }

  /** {@link isProtected}, where the agent that asks keeps what is its own. */
  protects(path: string): boolean {
    return isProtected(path, this.#agentsOwn);
  }

  /** Whether a path lies where Claude Code keeps what is its own. */
  isAgentsOwn(path: string): boolean {
    return liesIn(path.toLowerCase(), this.#agentsOwn);
  }

  get #agentsOwn(): readonly string[] {
    const { home, claudeFolder, workspace } = this.context;
    const places = { home, claudeFolder, cwd: workspace[0] ?? this.cwd };
    return (this.#agentFolders ??= agentFolders(places, path => this.real(path)));
  }

  /** `text` may be relative or start with `~/`. */
  forms(text: string, folder = this.cwd): PathForms {
    const raw = this.#raw(text, folder);
    return { lexical: normalPath(raw), real: this.real(raw) };
  }

  /** The first of its forms alone: the disk is not asked. */
  lexical(text: string, folder: string): string {
    this.budget.spend(1 / 4);
    return normalPath(this.#raw(text, folder));
  }

  #raw(text: string, folder: string): string {
    if (text.length > longestPath) throw new TooBig();
    const expanded = text === '~' || text.startsWith('~/') ? this.context.home + text.slice(1) : text;
    return throughProcess(joinRaw(folder, expanded), folder);
  }

  /** A path in a sentence for a person. */
  shown(text: string): string {
    const { workspace, home } = this.context;
    return workspace.reduce((shown, folder) => shownPath(shown, folder, home), text);
  }

  lexicalBases(cwd = this.cwd): Bases {
    return { cwd, home: normalPath(this.context.home), root: folder => normalPath(folder) };
  }

  realBases(cwd = this.cwd): Bases {
    const real = (folder: string): string => this.real(folder) ?? normalPath(folder);
    return { cwd: real(cwd), home: real(this.context.home), root: real };
  }

  isInWorkspace(path: PathForms): boolean {
    const { real } = path;
    if (real === undefined) return false;
    const roots = this.context.workspace.map(normalPath);
    if (!roots.some(root => isInside(path.lexical, root) || isInside(path.lexical, this.real(root) ?? root)))
      return false;
    return roots.some(root => isInside(real, this.real(root) ?? root));
  }
}

/** To start git takes some milliseconds: one call may do so some fifty times. */
const stepsPerProcess = 120;

interface Answer<Value> {
  readonly value: Value | undefined;
}

function remembered<Value>(
  known: Map<string, Answer<Value>>,
  key: string,
  ask: () => Value | undefined,
): Value | undefined {
  const answer = known.get(key) ?? { value: ask() };
  known.set(key, answer);
  return answer.value;
}

/** Why a path cannot even be compared with rules. */
export function strangePath(text: string): Sentence | undefined {
  const hidden = hiddenInPath(text);
  if (hidden !== undefined)
    return say('The path contains the invisible or deceiving character {character}.', { character: hidden });
  if (/^~[^/]/.test(text)) return say('The path names the home of another user.');
  if (/^(?:\\\\|\/\/[?.]\/|\\\?\?\\)/.test(text)) return say('The path is a network or device path.');
  if (/^[A-Za-z]:[\\/]/.test(text)) return say('The path names a drive.');
  if (/^[A-Za-z]:.*:|:\$DATA/i.test(text)) return say('The path names a hidden stream of a file.');
  return undefined;
}

/** One pattern each, because every path of a folder is held against them before each command. */
const sensitiveFile = new RegExp(sensitiveFiles.map(({ source }) => source).join('|'));
const inProtectedFolder = new RegExp(`/(?:${protectedFolders.join('|').replaceAll('.', '[.]')})(?:/|$)`);

interface AgentPlaces extends Pick<Context, 'home' | 'claudeFolder'> {
  /** Where the agent was started: what it is told may begin there. */
  readonly cwd: string;
}

/** Where Claude Code keeps what is its own, whatever that is called: as it is named, and where that leads. */
export function agentFolders(
  { home, claudeFolder = '', cwd }: AgentPlaces,
  realPath: (path: string) => string | undefined,
): readonly string[] {
  const named = normalPath(claudeFolder === '' ? joinRaw(home, '.claude') : joinRaw(cwd, claudeFolder));
  return [...new Set([named, realPath(named) ?? named])];
}

function liesIn(lower: string, folders: readonly string[]): boolean {
  return folders.some(folder => isInside(lower, folder.toLowerCase()));
}

/** A folder or file that tools run or trust, the agent's own among them: it is never approved without a person. */
export function isProtected(path: string, agentsOwn: readonly string[]): boolean {
  const lower = path.toLowerCase();
  if (isOwn(lower) || liesIn(lower, agentsOwn)) return true;
  if (protectedFiles.has(baseName(lower))) return true;
  return inProtectedFolder.test(lower);
}

/** A place that no program writes without a person: what is protected or secret, and beyond the workspace what the person or the system set up. */
export function isKeptPlace({ lexical, real }: PathForms, world: World): boolean {
  return [lexical, ...(real === undefined || real === lexical ? [] : [real])].some(
    path => world.protects(path) || isSensitive(path) || isSetUp(path, world),
  );
}

function isSetUp(path: string, world: World): boolean {
  const home = normalPath(world.context.home);
  const isWork = world.context.workspace.some(
    folder => isInside(path, normalPath(folder)) && !isInside(home, normalPath(folder)),
  );
  if (isWork) return false;
  if (home === '/' || !isInside(path, home)) return systemPlace.test(path);
  const below = path.slice(home.length + 1);
  return homePlace.test(below) && !packageCaches.some(cache => isInside(below, cache));
}

/** A file of Latch itself: what it says decides what is asked. */
export function isOwn(path: string): boolean {
  const lower = path.toLowerCase();
  return ownFiles.some(pattern => pattern.test(lower));
}

/**
 * Whether a folder can be opened to commands: it holds no secrets, nothing that programs trust, and none of what is kept. An
 * agent may take a name for a pattern, and cuts the blanks off its end, which would open other folders than the one shown.
 */
export function isOpenable(folder: string, kept: readonly string[], isTrusted: (path: string) => boolean): boolean {
  const wide = folder.split('/').length < 3 || kept.some(it => isInside(it, folder));
  const other = /[*?[\]]/.test(folder) || folder !== folder.trimEnd();
  return (
    !wide && !other && baseName(folder) !== '' && ![folder, `${folder}/x`].some(it => isTrusted(it) || isSensitive(it))
  );
}

export function isSensitive(path: string): boolean {
  const lower = path.toLowerCase();
  return sensitiveFile.test(lower);
}

/** Whether an unquoted glob may meet a secret file. */
export function globMayMeetSecret(glob: string): boolean {
  return !harmlessExtension.test(glob) || isSensitive(glob.replaceAll(/[*?]+/g, 'x'));
}
