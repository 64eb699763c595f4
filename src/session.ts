import { ClaudeProcess, type ProcessExit } from './agents/claudeProcess';
import { agentEnvironment } from './agents/environment';
import { findClaude } from './agents/findClaude';
import { Channel } from './channel';
import type { ChannelOptions } from './channelOptions';
import type { AgentEvent } from './core/agentEvents';
import type { Card } from './core/card';
import { type ClaudeState, decode, initialClaude } from './core/claude';
import { controlRequest, initializeRequest, userMessage } from './core/claudeAnswers';
import type { Journal } from './core/journal';
import type { PastSession } from './core/journalFold';
import type { JsonObject } from './core/json';
import { type Beginning, exitProblem, keptNothing, type LaunchOptions, launchArguments } from './core/launch';
import type { ConfirmParams } from './core/rpc';
import type { PermissionMode, SessionProblem, SessionStatus, SessionView } from './core/session';
import type { TranscriptChange, TranscriptItem } from './core/transcript';
import { TranscriptLog } from './transcriptLog';

export interface SessionOptions extends Omit<ChannelOptions, 'write' | 'onCard' | 'onNotice' | 'journal'> {
  readonly journal: Journal;
  /** The path to the CLI from the settings; empty to look for it. */
  readonly claudePath: () => string;
  /** Variables that the person's settings add to the agent's environment. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly workspace: readonly string[];
  /** What the agent may take from the repository, asked anew at every start. */
  readonly settings: () => Promise<LaunchOptions['settings']>;
  /** The permission mode of the agent to start in; undefined leaves it to the agent's own settings. */
  readonly mode?: () => PermissionMode | undefined;
  readonly newId: () => string;
  readonly log: Log;
  readonly listener: SessionListener;
  /** What the journal tells of this session, when it goes on from one that has ended. */
  readonly past?: PastSession;
  /** Goes on in a conversation of its own, and leaves the one it comes from as it is. */
  readonly fork?: boolean;
}

export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

export interface SessionListener {
  onCard(card: Card): void;
  onTranscript(changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
  /** The agent began a conversation in which what was said before is gone. */
  onNewConversation?(): void;
}

/** How long the CLI may take to answer `initialize`; it was measured at 0.2 to 0.4 s. */
const readyWithinMs = 30_000;
/** How long a turn may take to stop before the agent is ended all the same. */
const stopWithinMs = 1000;
const noAnswer = 'no answer';
const keptStderr = 50;
const endedEarly = 'The session ended before this was answered.';

type Running = { readonly process: ClaudeProcess; readonly ready: Promise<void> };

/** One conversation with one agent: its process, its channel, and what the chat shows of it. */
export class Session {
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #channel: Channel;
  readonly #transcript: TranscriptLog;
  readonly #cards = new Map<string, Card>();
  readonly #replies = new Map<string, (reply: AgentEvent & { type: 'reply' }) => void>();
  #running: Running | undefined;
  #codec: ClaudeState = initialClaude;
  #status: SessionStatus = { state: 'new' };
  #beginning: Beginning;
  #turns = 0;
  /** Messages that no agent has been given yet. */
  readonly #unsent: { readonly id: string; readonly text: string }[] = [];
  #startsAnew = false;
  #lastWork: Promise<void> = Promise.resolve();
  #title = '';
  #mode = 'default';
  #version: string | undefined;
  #stderr: string[] = [];
  #answered = false;
  #ending = false;
  /** The conversation of the running agent, by its own id; the agent begins another one when it is told to clear it. */
  #conversation: string | undefined;
  #whenTurnEnds: (() => Promise<void>) | undefined;

  constructor(options: SessionOptions) {
    this.id = options.sessionId;
    this.#options = options;
    const { past, fork = false } = options;
    const resumes = past !== undefined && past.turns > 0;
    this.#beginning = resumes
      ? { kind: 'resume', cliSessionId: past.cliSessionId, fork }
      : { kind: 'new', cliSessionId: options.sessionId };
    this.#transcript = new TranscriptLog(change => options.listener.onTranscript([change]));
    if (past) this.#restore(past);
    this.#channel = new Channel({
      ...options,
      judge: call => options.judge({ ...call, sessionId: this.id, mode: this.#mode }),
      write: message => this.#write(message),
      onCard: card => this.#onCard(card),
      onNotice: (level, text) => this.#notice(level, text),
    });
  }

  get cards(): readonly Card[] {
    return [...this.#cards.values()];
  }

  get transcript(): readonly TranscriptItem[] {
    return this.#transcript.items;
  }

  get view(): SessionView {
    const environment = { ...process.env, ...this.#options.environment() };
    return {
      sessionId: this.id,
      title: this.#title,
      status: this.#status,
      cwd: this.#options.cwd,
      model: modelName(environment),
      mode: this.#mode,
      ...(this.#version ? { cliVersion: this.#version } : {}),
    };
  }

  /** The file of the journal, once everything so far is in it. */
  async savedJournal(): Promise<string> {
    await this.#options.journal.append([]);
    return this.#options.journal.path;
  }

  get pid(): number | undefined {
    return this.#running?.process.pid;
  }

  /** Shows what was, as it was; the agent is started with the next message. */
  #restore(past: PastSession): void {
    for (const item of past.transcript) this.#transcript.put(item);
    for (const card of past.cards) this.#cards.set(card.toolCallId, { ...card, sessionId: this.id });
    this.#turns = past.turns;
    this.#title = past.title;
  }

  rename(title: string): void {
    this.#title = title;
    this.#options.journal.note({ type: 'renamed', title });
    this.#changed();
  }

  /** Sends a message of the person, starting the agent first where there is none. */
  async send(text: string): Promise<void> {
    const id = this.#options.newId();
    this.#title ||= text.slice(0, 80);
    this.#transcript.user(id, text);
    this.#options.journal.note({ type: 'user_message', id, text });
    this.#unsent.push({ id, text });
    await this.#inTurn(() => this.#deliver());
  }

  /** Starts and ends of the agent never overlap: a message that comes while it is being restarted waits for the new one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#lastWork.then(work);
    this.#lastWork = done.catch(() => {});
    return done;
  }

  /** A message that was written while there was no agent goes out with the next one. */
  async #deliver(): Promise<void> {
    const running = await this.#ensureRunning();
    if (!running) return;
    for (const { id, text } of this.#unsent.splice(0)) {
      this.#turns += 1;
      this.#busy();
      await this.#write(userMessage(text, id)).catch((error: unknown) =>
        this.#notice('error', `The message could not be sent: ${String(error)}`),
      );
    }
  }

  confirm(params: ConfirmParams): void {
    const card = this.#cards.get(params.toolCallId);
    const plan = params.confirmed && params.options?.plan === 'clear' ? card : undefined;
    this.#channel.confirm(params);
    // The answer to a form cannot stop a turn by itself.
    if (card?.kind === 'elicitation' && !params.confirmed && params.options?.stop) void this.interrupt();
    if (plan) this.#whenTurnEnds = () => this.#startPlan(planText(params, plan));
  }

  drafting(toolCallId: string, active: boolean): void {
    this.#channel.drafting(toolCallId, active);
  }

  rejudge(): void {
    this.#channel.rejudge();
  }

  /** Stops the turn. The session stays and takes the next message. */
  async interrupt(): Promise<void> {
    if (this.#turnRuns) await this.#interrupt(readyWithinMs);
  }

  get #turnRuns(): boolean {
    return this.#status.state === 'running' || this.#status.state === 'waiting_permission';
  }

  async #interrupt(withinMs: number): Promise<void> {
    this.#channel.interrupting();
    await this.#request({ subtype: 'interrupt' }, withinMs).catch((error: unknown) =>
      this.#notice('warning', `The turn could not be stopped: ${String(error)}`),
    );
  }

  async setMode(mode: string): Promise<void> {
    const reply = await this.#request({ subtype: 'set_permission_mode', mode });
    if (!reply.ok) throw new Error(reply.error);
    this.#mode = mode;
    this.#changed();
  }

  /** Whether a new start would lose nothing: the agent runs, and waits for a message. */
  get canRestart(): boolean {
    return this.#running !== undefined && this.#status.state === 'idle';
  }

  /** Starts the agent again, going on with the conversation where it has one. */
  async restart(): Promise<void> {
    const stopped = this.#stopStarting();
    await this.#inTurn(async () => {
      await stopped;
      await this.#restart();
    });
  }

  async #restart(): Promise<void> {
    await this.#stopProcess();
    if (this.#turns > 0) this.#beginning = { kind: 'resume', cliSessionId: this.#beginning.cliSessionId, fork: false };
    else this.#beginning = { kind: 'new', cliSessionId: this.#options.newId() };
    this.#setStatus({ state: 'new' });
    await this.#deliver();
  }

  async end(): Promise<void> {
    const stopped = this.#stopStarting();
    await this.#inTurn(async () => {
      await stopped;
      await this.#stopProcess();
      this.#setStatus({ state: 'ended' });
      await this.#options.journal.close();
    });
  }

  /** Nobody waits out the patience that an agent has for getting ready. */
  async #stopStarting(): Promise<void> {
    if (this.#status.state !== 'starting') return;
    this.#ending = true;
    await this.#running?.process.stop();
    this.#ending = false;
  }

  async #stopProcess(): Promise<void> {
    this.#ending = true;
    if (this.#turnRuns) this.#options.journal.note({ type: 'agent_lost', reason: endedEarly });
    this.#channel.ending(endedEarly);
    // An agent whose input ends finishes first what it runs; a stopped turn lets it end at once.
    if (this.#turnRuns) await this.#interrupt(stopWithinMs);
    await this.#running?.process.stop();
    this.#running = undefined;
    this.#ending = false;
  }

  async #ensureRunning(): Promise<Running | undefined> {
    const running = this.#running ?? (await this.#start());
    if (!running) return undefined;
    try {
      await running.ready;
      return running;
    } catch (error) {
      this.#options.log.error(`session ${this.id}: ${String(error)}`);
      if (!this.#startsAnew) return undefined;
      this.#startsAnew = false;
      return this.#ensureRunning();
    }
  }

  async #start(): Promise<Running | undefined> {
    this.#setStatus({ state: 'starting' });
    const found = await findClaude({
      configured: this.#options.claudePath(),
      environment: process.env,
      workspace: this.#options.workspace,
      platform: process.platform,
    });
    const settings = await this.#options.settings();
    if (this.#running) return this.#running;
    if (!found.ok) {
      this.#fail(found.problem);
      return undefined;
    }
    const mode = this.#options.mode?.();
    const args = launchArguments({
      beginning: this.#beginning,
      settings,
      ...(mode === undefined ? {} : { mode }),
    });
    this.#options.log.info(`session ${this.id}: ${found.path} ${args.join(' ')}`);
    this.#codec = initialClaude;
    this.#conversation = undefined;
    this.#stderr = [];
    this.#answered = false;
    const child = new ClaudeProcess({
      path: found.path,
      args,
      cwd: this.#options.cwd,
      environment: agentEnvironment(process.env, this.#options.environment()),
      onMessage: message => this.#onMessage(message),
      onGarbage: line => this.#options.log.warn(`session ${this.id}: not JSON on stdout: ${line}`),
      onStderr: line => this.#onStderr(line),
      onExit: exit => this.#onExit(child, exit),
    });
    this.#running = { process: child, ready: this.#initialize(child) };
    this.#options.journal.note({
      type: 'agent_started',
      path: found.path,
      model: this.view.model,
    });
    return this.#running;
  }

  async #initialize(child: ClaudeProcess): Promise<void> {
    const id = this.#options.newId();
    const replied = this.#reply(id, readyWithinMs);
    // What does not even take the message is about to end, and its end says more than the broken pipe.
    await child.send(initializeRequest(id)).catch(() => child.stop());
    const reply = await replied;
    if (!reply.ok) {
      if (!child.isOver) await this.#giveUp(child, reply.error);
      throw new Error(reply.error);
    }
    this.#answered = true;
    if (this.#status.state === 'starting') this.#setStatus({ state: 'idle' });
  }

  async #giveUp(child: ClaudeProcess, reason: string): Promise<void> {
    this.#ending = true;
    this.#fail({ code: 'cli-unreadable', message: notBegun(reason), stderr: this.#stderr.slice(-12) });
    await child.stop();
    this.#ending = false;
  }

  #reply(requestId: string, withinMs: number): Promise<AgentEvent & { type: 'reply' }> {
    return new Promise(resolve => {
      const cancel = this.#options.clock.after(withinMs, () =>
        this.#replies.get(requestId)?.({ type: 'reply', requestId, ok: false, error: noAnswer }),
      );
      this.#replies.set(requestId, reply => {
        cancel();
        this.#replies.delete(requestId);
        resolve(reply);
      });
    });
  }

  async #request(request: JsonObject, withinMs = readyWithinMs): Promise<AgentEvent & { type: 'reply' }> {
    const id = this.#options.newId();
    const replied = this.#reply(id, withinMs);
    await this.#write(controlRequest(id, request));
    return replied;
  }

  async #write(message: JsonObject): Promise<void> {
    if (!this.#running) throw new Error('the agent has ended');
    await this.#running.process.send(message);
  }

  #onMessage(message: unknown): void {
    this.#safely('a line', () => {
      const [codec, events] = decode(this.#codec, message);
      this.#codec = codec;
      for (const event of events) this.#safely(event.type, () => this.#onEvent(event));
    });
  }

  /** What fails with one event must not keep the next one from being read: nothing is answered by that. */
  #safely(what: string, then: () => void): void {
    try {
      then();
    } catch (error) {
      this.#options.log.error(`session ${this.id}: ${what} failed: ${String(error)}`);
    }
  }

  #onEvent(event: AgentEvent): void {
    if (this.#channel.handle(event)) return;
    this.#transcript.handle(event);
    switch (event.type) {
      case 'turnStarted':
        this.#turnStarted(event);
        return;
      case 'turnEnded':
        this.#turnEnded(event);
        return;
      case 'modeChanged':
        this.#mode = event.mode;
        this.#changed();
        return;
      case 'text':
        this.#options.journal.note({ type: 'agent_message', id: event.id, kind: event.kind, text: event.text });
        return;
      case 'reply':
        this.#replies.get(event.requestId)?.(event);
        return;
      case 'malformed':
        this.#options.log.warn(`session ${this.id}: malformed frame: ${event.what}`);
        return;
      default:
        return;
    }
  }

  #turnStarted(event: AgentEvent & { type: 'turnStarted' }): void {
    const { cliSessionId, version } = event;
    if (cliSessionId && (cliSessionId !== this.#conversation || version !== this.#version)) {
      if (this.#conversation !== undefined && this.#conversation !== cliSessionId) {
        this.#divide('New conversation');
        this.#options.listener.onNewConversation?.();
      }
      this.#conversation = cliSessionId;
      this.#beginning = { ...this.#beginning, cliSessionId };
      this.#options.journal.note({ type: 'agent_session', cliSessionId, version });
    }
    this.#version = event.version;
    this.#mode = event.mode;
    this.#busy();
  }

  #turnEnded(event: AgentEvent & { type: 'turnEnded' }): void {
    // An agent that cannot begin says why on stderr too; the problem of the session shows it.
    if (!this.#answered) return;
    if (event.interrupted) this.#transcript.notice('info', 'Stopped.');
    else for (const error of event.errors) this.#notice('error', error);
    this.#options.journal.note({ type: 'turn_ended', ok: event.ok });
    this.#setStatus(this.#channel.waiting.length > 0 ? { state: 'waiting_permission' } : { state: 'idle' });
    const next = this.#whenTurnEnds;
    this.#whenTurnEnds = undefined;
    next?.().catch((error: unknown) => this.#notice('error', `The plan could not be started: ${String(error)}`));
  }

  /** The approved plan in a conversation of its own, in which the text before it is gone. */
  async #startPlan(plan: string): Promise<void> {
    await this.#write(userMessage('/clear', this.#options.newId()));
    this.#whenTurnEnds = async () => {
      await this.setMode('default');
      await this.send(`Implement the following plan:\n\n${plan}`);
    };
  }

  #onCard(card: Card): void {
    this.#cards.set(card.toolCallId, card);
    this.#transcript.call(card.toolCallId);
    this.#options.listener.onCard(card);
    const { state } = this.#status;
    if (state === 'running' || state === 'waiting_permission' || (state === 'idle' && card.state === 'waiting'))
      this.#busy();
  }

  /** Something is under way: the agent's work, or a question that waits for the person. */
  #busy(): void {
    const waits = this.#channel.waiting.length > 0;
    if (this.#status.state !== (waits ? 'waiting_permission' : 'running') || !waits)
      this.#setStatus({ state: waits ? 'waiting_permission' : 'running' });
  }

  #onStderr(line: string): void {
    this.#options.log.info(`session ${this.id}: stderr: ${line}`);
    this.#stderr = [...this.#stderr, line].slice(-keptStderr);
  }

  #onExit(child: ClaudeProcess, exit: ProcessExit): void {
    if (this.#running && this.#running.process !== child) return;
    this.#running = undefined;
    const problem = exitProblem(
      { code: exit.code, signal: exit.signal, ...(exit.error ? { startError: exit.error.message } : {}) },
      this.#stderr,
      this.#answered,
    );
    if (!this.#ending && this.#beginning.kind === 'resume' && keptNothing(this.#stderr)) this.#startAnew(problem);
    this.#channel.agentLost(problem.message);
    this.#options.journal.note({ type: 'agent_lost', reason: problem.message });
    for (const reply of this.#replies.values())
      reply({ type: 'reply', requestId: '', ok: false, error: problem.message });
    this.#replies.clear();
    if (!this.#ending && !this.#startsAnew) this.#fail(problem);
  }

  /** The agent has no such conversation (it was killed before it wrote one down): go on in a new one, and say so. */
  #startAnew(problem: SessionProblem): void {
    this.#options.log.warn(`session ${this.id}: ${problem.message} ${problem.stderr.join(' ')}`);
    this.#beginning = { kind: 'new', cliSessionId: this.#options.newId() };
    this.#startsAnew = true;
    this.#notice('warning', 'The earlier conversation could not be continued, so Claude starts without it.');
  }

  #divide(text: string): void {
    this.#transcript.divider(text);
    this.#options.journal.note({ type: 'divider', text });
  }

  #fail(problem: SessionProblem): void {
    this.#options.log.error(`session ${this.id}: ${problem.message}`);
    this.#setStatus({ state: 'failed', problem });
  }

  #notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.#transcript.notice(level, text);
    this.#options.journal.note({ type: 'notice', level, text });
    this.#options.log[level === 'warning' ? 'warn' : level](`session ${this.id}: ${text}`);
  }

  #setStatus(status: SessionStatus): void {
    this.#status = status;
    this.#changed();
  }

  #changed(): void {
    this.#options.listener.onView(this.view);
  }
}

function notBegun(reason: string): string {
  return reason === noAnswer
    ? `Claude Code did not answer in ${readyWithinMs / 1000} s, so it was ended. It may not be Claude Code, or be too old.`
    : `Claude Code could not begin, so it was ended: ${reason}`;
}

function planText(params: ConfirmParams, card: Card): string {
  const edited = params.options?.updatedInput?.['plan'] ?? card.input['plan'];
  return typeof edited === 'string' ? edited : '';
}

/** What answers, for the header: a person must always be able to tell the real model from another one. */
function modelName(environment: Readonly<Record<string, string | undefined>>): string {
  const named = environment['LATCH_MODEL_NAME'];
  if (named) return named;
  const base = environment['ANTHROPIC_BASE_URL'];
  if (!base) return 'Claude';
  return URL.canParse(base) ? `Claude via ${new URL(base).host}` : 'Claude via another server';
}
