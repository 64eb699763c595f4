import { modelName } from '../agents/start';
import type { About } from './about';
import { weaknessesOf } from '../core/claude/sandbox';
import { quoted, type Sentence } from '../core/texts/sentence';
import type { PermissionMode } from '../core/call/mode';
import type { Shield } from '../core/session/enforcement';
import type { SessionStatus, SessionView } from '../core/session/view';
import type { SessionOptions } from './options';

interface StateParts {
  readonly title: () => string;
  readonly shield: () => Shield;
  readonly about: Pick<About, 'use' | 'modeName'>;
  readonly queue: () => SessionView['queue'];
}

/** What a session is doing, and in which mode: all of its view but the title. Whoever shows it is told of each change. */
export class SessionState {
  readonly #options: SessionOptions;
  readonly #parts: StateParts;
  #status: SessionStatus = { state: 'new' };
  /** What it was doing when it was asked something outside of a turn, and does again when that has its answer. */
  #before: SessionStatus | undefined;
  #mode = 'default';
  /** The mode that a person chose last: an agent that is started anew begins in it. */
  #chosenMode: PermissionMode | undefined;
  #version: string | undefined;

  constructor(options: SessionOptions, parts: StateParts) {
    this.#options = options;
    this.#parts = parts;
  }

  get view(): SessionView {
    const { sessionId, cwd, acp } = this.#options;
    const queue = this.#parts.queue();
    return {
      sessionId,
      title: this.#parts.title(),
      shield: this.#shield,
      use: this.#parts.about.use,
      status: this.#status,
      cwd,
      model: acp ? quoted(acp.name) : modelName(this.#options),
      ...(acp ? { agent: acp.name } : {}),
      mode: this.#mode,
      ...(acp ? { modeName: this.#parts.about.modeName(this.#mode) } : {}),
      ...(this.#version ? { cliVersion: this.#version } : {}),
      ...(queue ? { queue } : {}),
    };
  }

  /** With what is known of it only when the agent has told its version. */
  get #shield(): Shield {
    const shield = this.#parts.shield();
    if (shield.state !== 'held') return shield;
    const weaknesses = this.#weaknesses ?? [];
    const { askAbout } = this.#options.enforcement;
    return {
      ...shield,
      ...(weaknesses.length > 0 ? { weaknesses } : {}),
      ...(askAbout?.() === 'leaving' ? { calm: this.told.tight } : {}),
    };
  }

  /** What of it a judgement of a call has to know. */
  get told(): { readonly mode: string; readonly tight: boolean } {
    return { mode: this.#options.acp ? 'default' : this.#mode, tight: this.#weaknesses?.length === 0 };
  }

  get #weaknesses(): readonly Sentence[] | undefined {
    return this.#version ? weaknessesOf(this.#version, process.getuid?.() === 0) : undefined;
  }

  get now(): SessionStatus['state'] {
    return this.#status.state;
  }

  get turnRuns(): boolean {
    return this.now === 'running' || this.now === 'waiting_permission';
  }

  /** Nothing is under way, so what waits now is all that does. */
  get isQuiet(): boolean {
    return this.now === 'idle' || this.now === 'new';
  }

  get mode(): string {
    return this.#mode;
  }

  /** What the agent itself or its settings changed the mode to is not carried over to the next one. */
  get nextMode(): PermissionMode | undefined {
    return this.#chosenMode === this.#mode ? this.#chosenMode : this.#options.mode?.();
  }

  become(status: SessionStatus): void {
    if (status.state !== 'waiting_permission') this.#before = undefined;
    this.#status = status;
    this.changed();
  }

  /** Something is under way: the agent's work, or a question that waits for the person. Who shows it is told once. */
  busy(waits: boolean): void {
    const status = waits ? { state: 'waiting_permission' as const } : (this.#before ?? { state: 'running' as const });
    if (this.now !== status.state) this.become(status);
  }

  /** A call is shown: it `asks`, or one `waits`. Where no turn runs, and none `begins` with a message, that ends with the answer. */
  shown(asks: boolean, waits: boolean, begins: boolean): void {
    if (!this.turnRuns && !(this.isQuiet && asks)) return;
    const before = this.turnRuns || begins ? this.#before : this.#status;
    this.busy(waits);
    this.#before = waits ? before : undefined;
  }

  /** A turn begins, in which the agent tells its version and its mode. */
  turnStarted(version: string, mode: string, waits: boolean): void {
    this.#version = version;
    this.#mode = mode;
    this.#before = undefined;
    this.become({ state: waits ? 'waiting_permission' : 'running' });
  }

  /** What still waits for an answer belongs to no turn. */
  turnEnded(waits: boolean): void {
    this.become({ state: waits ? 'waiting_permission' : 'idle' });
    this.#before = waits ? { state: 'idle' } : undefined;
  }

  modeChanged(mode: string): void {
    this.#mode = mode;
    this.changed();
  }

  modeChosen(mode: PermissionMode): void {
    this.#chosenMode = mode;
    this.modeChanged(mode);
  }

  changed(): void {
    this.#options.listener.onView(this.view);
  }
}
