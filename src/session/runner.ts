import { Told } from '../core/texts/told';
import { type AgentExit, AgentLink, type AgentLinkOptions } from '../agents/link';
import { agentStart } from '../agents/start';
import type { Beginning } from '../core/claude/launch';
import type { SessionProblem } from '../core/session/view';
import type { SessionOptions } from './options';
import type { Enforcer } from './enforcer';
import { say, type Sentence } from '../core/texts/sentence';

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
  readonly enforcer: Pick<Enforcer, 'begin' | 'began' | 'refused'>;
  readonly onEnded: (problem: SessionProblem, how: AgentEnd) => void;
}

/** How an agent ended. */
export interface AgentEnd {
  /** We wanted it to. */
  readonly expected: boolean;
  /** The next one is started at once, and this is what a person is told of it. */
  readonly beginsAnew?: Sentence;
}

/** The agent of one session: its processes, one after the other, and from where the next one goes on. */
export class AgentRunner {
  readonly #options: AgentRunnerOptions;
  #link: AgentLink | undefined;
  #beginning: Beginning;
  #beginsAnew = false;
  /** The process that is known to take messages. */
  #begun: AgentLink | undefined;

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
    if (!this.#link) throw new Told(say('the agent has ended'));
    return this.#link;
  }

  /** Starts the agent where there is none, and waits until it takes messages. False: it does not, and whoever runs it was told. */
  async ensureReady(): Promise<boolean> {
    const link = this.#link ?? (await this.#start());
    if (!link) return false;
    try {
      await link.ready;
      if (this.#begun !== link) await this.#options.enforcer.began(link);
      this.#begun = link;
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
    const start = await agentStart(this.#options, this.#beginning, await this.#options.enforcer.begin());
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

  #ended(link: AgentLink, exit: AgentExit): void {
    if (this.#link && this.#link !== link) return;
    this.#link = undefined;
    const { problem, expected } = exit;
    const again = expected ? undefined : this.#again(exit);
    if (again) this.#options.log.warn(`${problem.message.text} ${problem.stderr.join(' ')}`);
    this.#beginsAnew = again !== undefined;
    this.#options.onEnded(problem, { expected, ...(again ? { beginsAnew: again } : {}) });
  }

  /** What makes another start worth it. */
  #again({ keptNothing, sandboxRefusal }: AgentExit): Sentence | undefined {
    // It was killed before it wrote its conversation down, and can go on with none.
    if (this.#beginning.kind === 'resume' && keptNothing) {
      this.#beginning = { kind: 'new', cliSessionId: this.#options.newId() };
      return say('The earlier conversation could not be continued, so Claude starts without it.');
    }
    if (sandboxRefusal === undefined || !this.#options.enforcer.refused(sandboxRefusal)) return undefined;
    return say('Claude Code has no sandbox here, so it starts without one.');
  }
}
