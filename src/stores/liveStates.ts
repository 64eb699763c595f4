import { watch, type FSWatcher } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionStatus } from '../core/session/view';
import { isHeld } from './lease';

export type LiveState = SessionStatus['state'];

const states: readonly string[] = [
  'new',
  'starting',
  'idle',
  'running',
  'waiting_permission',
  'ended',
  'failed',
] satisfies readonly LiveState[];
const ending = '.state';
/** Changes that come together are told together. */
const gatherMs = 150;

/** What the sessions of all windows are doing: each says it in a file beside its lease, and counts while that is held. */
export class LiveStates {
  readonly #folder: string;
  readonly #told = new Map<string, LiveState>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  tell(sessionId: string, state: LiveState): void {
    if (this.#told.get(sessionId) === state) return;
    this.#told.set(sessionId, state);
    this.#inTurn(() => writeFile(this.#fileOf(sessionId), state, { mode: 0o600 }));
  }

  forget(sessionId: string): void {
    this.#told.delete(sessionId);
    this.#inTurn(() => rm(this.#fileOf(sessionId), { force: true }));
  }

  async all(): Promise<ReadonlyMap<string, LiveState>> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names.filter(name => name.endsWith(ending)).map(name => this.#one(name.slice(0, -ending.length))),
    );
    return new Map(found.flat());
  }

  /** Calls back when one begins, ends or does something else, in any window. */
  watch(changed: () => void): () => void {
    let watcher: FSWatcher | undefined;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        changed();
      }, gatherMs);
    };
    // Where nothing can be watched, the list is as it was when it was last drawn.
    mkdir(this.#folder, { recursive: true, mode: 0o700 })
      .then(() => {
        if (isOver) return;
        watcher = watch(this.#folder, { persistent: false }, soon);
        watcher.on('error', () => {});
      })
      .catch(() => {});
    return () => {
      isOver = true;
      clearTimeout(timer);
      watcher?.close();
    };
  }

  async #one(sessionId: string): Promise<readonly (readonly [string, LiveState])[]> {
    const text = await readFile(this.#fileOf(sessionId), 'utf8').catch(() => '');
    if (!isState(text) || !(await isHeld(join(this.#folder, sessionId)))) return [];
    return [[sessionId, text]];
  }

  #fileOf(sessionId: string): string {
    return join(this.#folder, `${sessionId}${ending}`);
  }

  /** One after the other: the last state is the one that stays. Nothing depends on it, so a failure is nobody's. */
  #inTurn(work: () => Promise<unknown>): void {
    this.#last = this.#last.then(work).catch(() => {});
  }
}

function isState(text: string): text is LiveState {
  return states.includes(text);
}
