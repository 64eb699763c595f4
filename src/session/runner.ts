import type { JudgedCall } from '../core/call/judgement';
import { Told } from '../core/texts/told';
import type { Agent } from '../agents/agent';
import { type AgentExit, AgentLink, type AgentLinkOptions } from '../agents/link';
import type { Stopped } from '../agents/descendants';
import { agentStart } from '../agents/start';
import type { AcpAgent } from '../core/session/acpAgent';
import type { Beginning } from '../core/claude/launch';
import type { RepositoryChoice } from '../core/session/repository';
import type { SessionProblem } from '../core/session/view';
import type { SessionOptions } from './options';
import type { Enforcer } from './enforcer';
import { say, type Sentence } from '../core/texts/sentence';
import { warmUp } from './warmUp';

interface AgentRunnerOptions
  extends Pick<
      SessionOptions,
      | 'claudePath'
      | 'workspace'
      | 'fromRepository'
      | 'mode'
      | 'choices'
      | 'cwd'
      | 'environment'
      | 'past'
      | 'sessionId'
      | 'acp'
      | 'judge'
    >,
    Pick<AgentLinkOptions, 'clock' | 'newId' | 'log' | 'onEvent'> {
  readonly onStarting: () => void;
  readonly onStarted: (path: string, process: { readonly pid: number | undefined; readonly mark: string }) => void;
  /** There is no agent, and this is why. */
  readonly onProblem: (problem: SessionProblem) => void;
  readonly enforcer: Pick<Enforcer, 'begin' | 'began' | 'refused' | 'cannotHold' | 'toldOf'>;
  readonly onNotice: (text: Sentence) => void;
  /** It has ended. Without `expected` that was its own doing; with `beginsAnew` the next one follows by itself. */
  readonly onEnded: (problem: SessionProblem, how: AgentEnd) => void;
  /** What it left running is stopped by now; undefined where that cannot be seen. */
  readonly onStopped: (left: readonly Stopped[] | undefined) => void;
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
  #link: Agent | undefined;
  #took: RepositoryChoice | undefined;
  #beginning: Beginning;
  #beginsAnew = false;
  /** The process that is known to take messages. */
  #begun: Agent | undefined;
  /** The running agent has told its conversation, which it can be asked to go on with. */
  #isNamed = false;
  /** The person was told, in this session, that its agent reads what the repository brings. */
  #isWarned = false;
  /** The way of its own by which a person chose to log in to an agent over ACP. */
  #logIn: string | undefined;
  /** Nothing of the last agent runs any more. */
  #gone: Promise<void> = Promise.resolve();

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
    const { past, sessionId } = options;
    // A fork goes on in a conversation of its own, and leaves the one it comes from as it is.
    const { fork } = past ?? {};
    this.#beginning =
      past && past.turns > 0
        ? { kind: 'resume', cliSessionId: past.cliSessionId, fork: fork !== undefined, ...fork }
        : { kind: 'new', cliSessionId: sessionId };
  }

  /** The process that runs, or is getting ready. */
  get current(): Agent | undefined {
    return this.#link;
  }

  /** The conversation of Claude Code with which the next start goes on; undefined while an agent runs. */
  get goesOnWith(): string | undefined {
    const { kind, cliSessionId } = this.#beginning;
    const isOther = kind === 'new' || this.#beginning.fork || this.#options.acp !== undefined;
    return isOther || this.#link ? undefined : cliSessionId;
  }

  /** What of the repository it was given. */
  get took(): RepositoryChoice | undefined {
    return this.#link && this.#took;
  }

  /** What of it a judgement of this call has to know. */
  toldOf(call: Pick<JudgedCall, 'tool'>): Partial<JudgedCall> {
    return { takes: this.took === 'all', ...this.#options.enforcer.toldOf(call) };
  }

  /** The same for whoever cannot do without it. */
  get running(): Agent {
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

  /** How the next start logs in. */
  logInBy(login: string): void {
    this.#logIn = login;
  }

  /** Where the next start goes on from now on. */
  named(cliSessionId: string): void {
    this.#isNamed = true;
    this.#beginning = { ...this.#beginning, cliSessionId };
  }

  /** The next start goes on with the conversation, or with a new one where there is nothing to go on with. */
  beginNext(hasTurns: boolean): void {
    this.#beginning = hasTurns
      ? { kind: 'resume', cliSessionId: this.#beginning.cliSessionId, fork: false }
      : { kind: 'new', cliSessionId: this.#options.newId() };
  }

  /** An id that an agent was started with belongs to it: the next one goes on with its conversation, or has another id. */
  #goOn(): void {
    if (this.#isNamed) this.beginNext(true);
    else if (this.#beginning.kind === 'new') this.beginNext(false);
  }

  async stop(): Promise<void> {
    const link = this.#link;
    await link?.stop();
    await this.#gone;
    if (this.#link === link) this.#link = undefined;
  }

  async #start(): Promise<Agent | undefined> {
    const { clock, newId, log, onEvent, onStarting, onStarted, onProblem } = this.#options;
    onStarting();
    setImmediate(() => this.#warmUp());
    await this.#gone;
    const { acp } = this.#options;
    if (acp) return this.#startAcp(acp.name, acp.find());
    const mark = newId();
    const sandboxed = await this.#options.enforcer.begin();
    const start = await agentStart(this.#options, { mark, beginning: this.#beginning, sandboxed });
    if (!start.ok) {
      onProblem(start.problem);
      return undefined;
    }
    this.#took = start.took;
    log.info(`${start.path} ${start.args.join(' ')}`);
    this.#isNamed = false;
    this.#link = new AgentLink({
      ...start,
      mark,
      clock,
      newId,
      log,
      onEvent,
      onGivenUp: onProblem,
      onEnded: (link, exit) => this.#ended(link, exit),
    });
    onStarted(start.path, { pid: this.#link.pid, mark });
    return this.#link;
  }

  /** The agent takes longer to start than this: nobody waits for it. */
  #warmUp(): void {
    try {
      warmUp(this.#options);
    } catch (error) {
      this.#options.log.warn(`warm-up: ${String(error)}`);
    }
  }

  /** An agent of the settings: it names its own conversations, and goes on with one where it can. */
  async #startAcp(name: string, agent: AcpAgent | undefined): Promise<Agent | undefined> {
    const { clock, newId, log, cwd, onEvent, onStarted, onProblem, onNotice, enforcer, choices } = this.#options;
    enforcer.cannotHold(say('{agent} runs commands by itself, outside of the sandbox of Latch.', { agent: name }));
    const [{ acpStart }, { AcpLink }, acp] = await Promise.all([
      import('../agents/acp/start'),
      import('../agents/acp/link'),
      import('../agents/acp/warmUp'),
    ]);
    const start = agent ? await acpStart(agent, this.#options) : ({ ok: false, problem: goneFrom(name) } as const);
    if (!start.ok) {
      onProblem(start.problem);
      return undefined;
    }
    this.#took = start.took;
    if (start.took !== 'all' && !this.#isWarned) onNotice(cannotKeepFrom(name));
    this.#isWarned ||= start.took !== 'all';
    this.#isNamed = false;
    const mark = newId();
    const { kind, cliSessionId } = this.#beginning;
    // Over ACP a conversation goes on in one place.
    const isFork = kind === 'resume' && this.#beginning.fork;
    const forgot = say('{agent} cannot go on with the earlier conversation, so it starts without it.', { agent: name });
    this.#link = new AcpLink({
      ...start,
      name,
      cwd,
      mark,
      clock,
      newId,
      log,
      onEvent,
      goOnWith: kind === 'resume' && !isFork ? cliSessionId : undefined,
      logIn: this.#logIn,
      wanted: { ...(agent?.mode === undefined ? {} : { mode: agent.mode }), ...choices?.() },
      onForgot: () => onNotice(forgot),
      onGivenUp: onProblem,
      onEnded: (link, exit) => this.#ended(link, exit),
    });
    setImmediate(() => void acp.warmUp(cwd).catch((error: unknown) => log.warn(`warm-up: ${String(error)}`)));
    if (isFork) onNotice(forgot);
    onStarted(start.path, { pid: this.#link.pid, mark });
    return this.#link;
  }

  #ended(link: Agent, exit: AgentExit): void {
    const { log, onStopped } = this.#options;
    this.#gone = exit.left.then(onStopped).catch((error: unknown) => log.error(String(error)));
    if (this.#link && this.#link !== link) return;
    this.#link = undefined;
    const { problem, expected } = exit;
    const again = expected ? undefined : this.#again(exit);
    if (again) log.warn(`${problem.message.text} ${problem.stderr.join(' ')}`);
    else this.#goOn();
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

function goneFrom(agent: string): SessionProblem {
  const message = say(
    '{agent} is not in the setting latch.agents any more. Add it there, or begin a session with another agent.',
    { agent },
  );
  return { code: 'agent-ended', message, stderr: [] };
}

/** What it takes of a repository is its own affair: only Claude Code can be told to leave it. */
function cannotKeepFrom(agent: string): Sentence {
  return say(
    'Latch cannot keep {agent} from reading what this repository brings: settings, instructions and servers.',
    {
      agent,
    },
  );
}
