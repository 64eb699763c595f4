import type { Agent } from '../agents/agent';
import { CommandTurns } from './commandTurns';
import type { WriteLeave } from '../core/call/call';
import { GitExcludes } from '../agents/gitExcludes';
import { trySandbox } from '../agents/sandbox';
import type { Sandboxed } from '../agents/start';
import { limitsRequest, sandboxObjection, settingsRequest } from '../core/claude/sandbox';
import type { JudgedCall, ShellStop } from '../core/call/judgement';
import type { Asking, Enforcement, KernelLimits, SessionLimits, Shield } from '../core/session/enforcement';
import { stoppedIn } from '../core/session/stopped';
import { quoted, say, type Sentence } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

export interface EnforcementOptions {
  readonly enforcement: () => Enforcement;
  /** What commands ask about; everything, where nothing else is given. */
  readonly askAbout?: () => Asking;
  /** The commands that a person lets out of the sandbox, asked anew at every start; none, where nothing else is given. */
  readonly excluded?: () => readonly string[];
  /** What the rules of a session come to, as the disk and the rules are now, for an agent with this PATH and leave to write in what is opened. */
  readonly limits: (sessionId: string, path: string, opened: readonly string[]) => Promise<SessionLimits>;
}

interface EnforcerOptions extends EnforcementOptions {
  readonly sessionId: string;
  readonly cwd: string;
  /** What the agent is started with, without what is added for its sandbox. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Whether and how it is held is another one now. */
  readonly onChange: () => void;
}

/** Keeps the sandbox of one agent to what the rules say, from its start to its end. */
export class Enforcer {
  readonly #options: EnforcerOptions;
  #shield: Shield = { state: 'untried' };
  #failures: readonly Sentence[] = [];
  #kept: Pick<SessionLimits, 'reads' | 'writes'> = { reads: [], writes: [] };
  readonly #turns = new CommandTurns();
  /** Where the one command that runs alone may write, and where all may. */
  #writable: readonly string[] = [];
  #opened: readonly string[] = [];
  /** What the running agent was started with. */
  #excluded: readonly string[] = [];
  #told: KernelLimits | undefined;
  #excludes: GitExcludes | undefined;
  #link: Agent | undefined;
  /** In its own words, why the agent would not start with a sandbox. */
  #refusal: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: EnforcerOptions) {
    this.#options = options;
  }

  get shield(): Shield {
    return this.#shield;
  }

  /** What is to be said of every command of the shell before it may run by a rule. */
  get stop(): ShellStop | undefined {
    if (this.#shield.state === 'stopped') return { decision: 'deny', reason: this.#shield.why };
    const [failure] = this.#failures;
    return this.#shield.state === 'held' && failure
      ? {
          decision: 'ask',
          reason: say('The kernel cannot hold all that the rules deny: {reason}', { reason: failure }),
        }
      : undefined;
  }

  /** What of it a judgement of this call has to know. */
  toldOf({ tool }: Pick<JudgedCall, 'tool'>): Pick<JudgedCall, 'held' | 'shell' | 'writable' | 'excluded'> {
    const { stop } = this;
    if (tool !== 'Bash') return { held: this.holds };
    const writable = [...(this.#told?.allowWrite ?? []), ...this.#opened];
    return { held: this.holds, writable, excluded: this.#excluded, ...(stop ? { shell: stop } : {}) };
  }

  /** How the agent is to be started with a sandbox; undefined without one. */
  async begin(): Promise<Sandboxed | undefined> {
    this.#told = undefined;
    this.#link = undefined;
    this.#writable = [];
    this.#turns.clear();
    const { enforcement, cwd, environment, excluded } = this.#options;
    this.#excluded = excluded?.() ?? [];
    if (enforcement() === 'off') {
      this.#become({ state: 'open', why: say('It is switched off by the setting latch.enforcement.') });
      return undefined;
    }
    const trial =
      this.#refusal === undefined
        ? await trySandbox({ platform: process.platform, path: this.#path })
        : ({ ok: false, why: quoted(this.#refusal) } as const);
    this.#refusal = undefined;
    if (!trial.ok) {
      this.#open(trial.why, 'remedy' in trial ? trial.remedy : undefined);
      return undefined;
    }
    const found = await this.#limits();
    this.#excludes ??= await GitExcludes.open(cwd, environment());
    this.#excludes.update(found.kernel.denyWrite);
    this.#told = found.kernel;
    this.#failures = found.failures;
    this.#kept = found;
    return { git: this.#excludes.setting, excluded: this.#excluded };
  }

  get #path(): string {
    return this.#options.environment()['PATH'] ?? '';
  }

  /** An agent whose commands nothing of ours can hold. */
  cannotHold(why: Sentence): void {
    this.#told = undefined;
    this.#link = undefined;
    this.#open(why);
  }

  /** The agent runs, and was sent no message yet: it is told its limits, and whether it obeys them is seen. */
  async began(link: Agent): Promise<void> {
    this.#link = link;
    const told = this.#told;
    if (!told) return;
    const objection = await this.#refusalOf(link, told);
    if (objection) {
      this.#told = undefined;
      this.#open(objection);
    } else this.#become(this.#heldBy(told));
  }

  /** The agent ended because it has no sandbox. Whether it had been told to have one, so that another start is worth it. */
  refused(words: string): boolean {
    if (!this.#told) return false;
    this.#refusal = words.replace(/^Error: /, '');
    return true;
  }

  /** Whether commands of this agent run in its sandbox. */
  get holds(): boolean {
    return this.#told !== undefined;
  }

  /**
   * Before a command, which is the only one for as long as it alone may write elsewhere. Throws where it must not start.
   * Whether the agent has a sandbox for it.
   */
  async before(toolCallId: string, leaves: readonly WriteLeave[]): Promise<boolean> {
    if (!this.#told) return false;
    const foldersFor = (lasts: WriteLeave['lasts']): readonly string[] =>
      leaves.flatMap(leave => (leave.lasts === lasts ? leave.folder : []));
    const writable = foldersFor('call');
    await this.#turns.enter(toolCallId, writable.length > 0);
    if (writable.length > 0) this.#writable = writable;
    this.#opened = [...new Set([...this.#opened, ...foldersFor('session')])];
    await this.bringUpToDate();
    return true;
  }

  /** After it: what was opened for it is closed before the next one starts. */
  after(toolCallId: string): void {
    if (!this.#turns.leave(toolCallId)) return;
    this.#writable = [];
    // The next command waits for it, and is told what went wrong.
    this.bringUpToDate().catch(() => {});
  }

  /** Takes back what was opened until the session ends, before the next command. False: it was not open. */
  async takeBack(folder: string): Promise<boolean> {
    if (!this.#opened.includes(folder)) return false;
    this.#opened = this.#opened.filter(opened => opened !== folder);
    await this.bringUpToDate();
    // A rule may open the same folder: the agent is told nothing else then.
    if (this.#told) this.#become(this.#heldBy(this.#told));
    return true;
  }

  stoppedIn(text: string): Sentence | undefined {
    return this.#told ? stoppedIn(text, this.#kept) : undefined;
  }

  /** The running agent is told what the rules and the disk have come to. */
  bringUpToDate(): Promise<void> {
    const done = this.#last.then(() => this.#update());
    this.#last = done.catch(() => {});
    return done;
  }

  async #update(): Promise<void> {
    const link = this.#link;
    if (!this.#told || !link) return;
    try {
      const found = await this.#limits();
      this.#excludes?.update(found.kernel.denyWrite);
      const { failures, kernel } = found;
      this.#kept = found;
      const before = this.#failures;
      this.#failures = failures;
      if (JSON.stringify(kernel) !== JSON.stringify(this.#told)) await this.#tell(link, kernel);
      if (before.length !== failures.length) this.#become(this.#heldBy(kernel));
      if (before.length < failures.length) throw new Told(failures[0] ?? say('No rule allows it.'));
    } catch (error) {
      if (error instanceof Told && this.#shield.state === 'held') throw error;
      const reason = error instanceof Told ? error.sentence : quoted(String(error));
      this.#become({
        state: 'stopped',
        why: say('The limits of the kernel could not be changed, so no command runs: {reason}', { reason }),
        remedy: say('Restart the session.'),
      });
      throw error;
    }
  }

  /** With what a person has opened, which the rules know nothing of. */
  async #limits(): Promise<SessionLimits> {
    const { limits, sessionId } = this.#options;
    const opened = [...this.#opened, ...this.#writable];
    const found = await limits(sessionId, this.#path, opened);
    const { allowWrite } = found.kernel;
    const kernel = { ...found.kernel, allowWrite: [...new Set([...allowWrite, ...opened])], excluded: this.#excluded };
    return { ...found, kernel };
  }

  async #tell(link: Agent, kernel: KernelLimits): Promise<void> {
    const objection = await this.#refusalOf(link, kernel);
    if (objection) {
      this.#shield = { state: 'stopped', why: objection };
      throw new Told(objection);
    }
    this.#told = kernel;
    this.#become(this.#heldBy(kernel));
  }

  /** Tells the agent its limits. Why it does not obey them, as it says itself when it is asked. */
  async #refusalOf(link: Agent, limits: KernelLimits): Promise<Sentence | undefined> {
    const taken = await link.request(limitsRequest(limits));
    if (!taken.ok) return taken.error;
    const reply = await link.request(settingsRequest);
    return reply.ok ? sandboxObjection(reply.response, limits) : reply.error;
  }

  #open(why: Sentence, remedy?: Sentence): void {
    const state = this.#options.enforcement() === 'required' ? 'stopped' : 'open';
    this.#become({ state, why, ...(remedy ? { remedy } : {}) });
  }

  #heldBy({ denyRead, denyWrite, deniedHosts, excluded = [] }: KernelLimits): Shield {
    return {
      state: 'held',
      counts: { reads: denyRead.length, writes: denyWrite.length, hosts: deniedHosts.length },
      gaps: this.#failures,
      ...(this.#opened.length > 0 ? { opened: this.#opened } : {}),
      ...(excluded.length > 0 ? { excluded } : {}),
    };
  }

  #become(shield: Shield): void {
    this.#shield = shield;
    this.#options.onChange();
  }
}
