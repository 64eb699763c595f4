import { type AgentExit, AgentLink, type AgentLinkOptions } from '../agents/link';
import { agentStart } from '../agents/start';
import type { Beginning } from '../core/claude/launch';
import type { SessionProblem } from '../core/session/view';
import type { SessionOptions } from './options';

interface AgentRunnerOptions
  extends Pick<
      SessionOptions,
      'claudePath' | 'workspace' | 'fromRepository' | 'mode' | 'cwd' | 'environment' | 'past' | 'fork' | 'sessionId'
    >,
    Pick<AgentLinkOptions, 'clock' | 'newId' | 'log' | 'onEvent'> {
  readonly onStarting: () => void;
  readonly onStarted: (path: string) => void;
  /** There is no agent, and this is why. */
  readonly onProblem: (problem: SessionProblem) => void;
  /** It has ended. Without `expected` that was its own doing; with `beginsAnew` the next one follows by itself. */
  readonly onEnded: (
    problem: SessionProblem,
    how: { readonly expected: boolean; readonly beginsAnew: boolean },
  ) => void;
}

/** The agent of one session: its processes, one after the other, and from where the next one goes on. */
export class AgentRunner {
  readonly #options: AgentRunnerOptions;
  #link: AgentLink | undefined;
  #beginning: Beginning;
  #beginsAnew = false;

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
    const { past, fork = false, sessionId } = options;
    this.#beginning =
      past && past.turns > 0
        ? { kind: 'resume', cliSessionId: past.cliSessionId, fork }
        : { kind: 'new', cliSessionId: sessionId };
  }

  /** The process that runs, or is getting ready. */
  get current(): AgentLink | undefined {
    return this.#link;
  }

  /** The same for whoever cannot do without it. */
  get running(): AgentLink {
    if (!this.#link) throw new Error('the agent has ended');
    return this.#link;
  }

  /** Starts the agent where there is none, and waits until it takes messages. False: it does not, and whoever runs it was told. */
  async ensureReady(): Promise<boolean> {
    const link = this.#link ?? (await this.#start());
    if (!link) return false;
    try {
      await link.ready;
      return true;
    } catch (error) {
      this.#options.log.error(String(error));
      if (!this.#beginsAnew) return false;
      this.#beginsAnew = false;
      return this.ensureReady();
    }
  }

  /** Where the next start goes on from now on. */
  named(cliSessionId: string): void {
    this.#beginning = { ...this.#beginning, cliSessionId };
  }

  /** The next start goes on with the conversation, or with a new one where there is nothing to go on with. */
  beginNext(hasTurns: boolean): void {
    this.#beginning = hasTurns
      ? { kind: 'resume', cliSessionId: this.#beginning.cliSessionId, fork: false }
      : { kind: 'new', cliSessionId: this.#options.newId() };
  }

  async stop(): Promise<void> {
    const link = this.#link;
    await link?.stop();
    if (this.#link === link) this.#link = undefined;
  }

  async #start(): Promise<AgentLink | undefined> {
    const { clock, newId, log, onEvent, onStarting, onStarted, onProblem } = this.#options;
    onStarting();
    const start = await agentStart(this.#options, this.#beginning);
    if (!start.ok) {
      onProblem(start.problem);
      return undefined;
    }
    log.info(`${start.path} ${start.args.join(' ')}`);
    this.#link = new AgentLink({
      ...start,
      clock,
      newId,
      log,
      onEvent,
      onGivenUp: onProblem,
      onEnded: (link, exit) => this.#ended(link, exit),
    });
    onStarted(start.path);
    return this.#link;
  }

  #ended(link: AgentLink, { problem, expected, keptNothing }: AgentExit): void {
    if (this.#link && this.#link !== link) return;
    this.#link = undefined;
    // It was killed before it wrote its conversation down, and can go on with none.
    if (!expected && this.#beginning.kind === 'resume' && keptNothing) {
      this.#options.log.warn(`${problem.message} ${problem.stderr.join(' ')}`);
      this.#beginning = { kind: 'new', cliSessionId: this.#options.newId() };
      this.#beginsAnew = true;
    }
    this.#options.onEnded(problem, { expected, beginsAnew: this.#beginsAnew });
  }
}
