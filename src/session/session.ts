import { readyWithinMs } from '../agents/link';
import { AgentRunner } from './runner';
import { modelName } from '../agents/start';
import { Channel } from '../channel/channel';
import { Conversation } from './conversation';
import type { AgentEvent } from '../core/call/events';
import type { Card } from '../core/card/card';
import { userMessage } from '../core/claude/answers';
import type { Confirmed, ConfirmParams } from '../core/card/confirm';
import type { SessionProblem, SessionStatus, SessionView } from '../core/session/view';
import type { PermissionMode } from '../core/call/mode';
import type { TranscriptItem } from '../core/transcript/items';
import type { SessionOptions } from './options';
import type { Log } from '../core/base/log';

/** How long a turn may take to stop before the agent is ended all the same. */
const stopWithinMs = 1000;
const endedEarly = 'The session ended before this was answered.';

/** One conversation with one agent: when its agent runs, and what the session is doing. */
export class Session {
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #log: Log;
  readonly #channel: Channel;
  readonly #conversation: Conversation;
  readonly #agent: AgentRunner;
  #status: SessionStatus = { state: 'new' };
  #lastWork: Promise<void> = Promise.resolve();
  #mode = 'default';
  /** The mode that a person chose last: an agent that is started anew begins in it. */
  #chosenMode: PermissionMode | undefined;
  #version: string | undefined;
  /** The running agent's own id of its conversation; it begins another one when it is told to clear it. */
  #cliSessionId: string | undefined;
  #whenTurnEnds: (() => Promise<void>) | undefined;

  constructor(options: SessionOptions) {
    this.id = options.sessionId;
    this.#options = options;
    this.#log = logOf(options);
    this.#agent = new AgentRunner({
      ...options,
      log: this.#log,
      mode: () => this.#nextMode,
      listener: {
        onEvent: event => this.#onEvent(event),
        onStarting: () => this.#starting(),
        onStarted: path => options.journal.note({ type: 'agent_started', path, model: this.view.model }),
        onProblem: problem => this.#fail(problem),
        onEnded: (problem, how) => this.#agentEnded(problem, how),
      },
    });
    this.#conversation = new Conversation({ ...options, log: this.#log });
    this.#channel = new Channel({
      ...options,
      judge: call => options.judge({ ...call, sessionId: this.id, mode: this.#mode }),
      write: message => this.#agent.write(message),
      onCard: card => this.#onCard(card),
      onNotice: (level, text) => this.#conversation.notice(level, text),
    });
  }

  /** Every call that was shown, as it is now: the time that is left of one that waits runs on after it was last told. */
  get cards(): readonly Card[] {
    const open = new Map(this.#channel.cards.map(card => [card.toolCallId, card]));
    return this.#conversation.cards.map(card => open.get(card.toolCallId) ?? card);
  }

  card(toolCallId: string): Card | undefined {
    return this.cards.find(card => card.toolCallId === toolCallId);
  }

  get transcript(): readonly TranscriptItem[] {
    return this.#conversation.transcript;
  }

  get view(): SessionView {
    return {
      sessionId: this.id,
      title: this.#conversation.title,
      status: this.#status,
      cwd: this.#options.cwd,
      model: modelName(this.#options),
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
    return this.#agent.pid;
  }

  rename(title: string): void {
    this.#conversation.rename(title);
    this.#changed();
  }

  /** Sends a message of the person, starting the agent first where there is none. */
  async send(text: string): Promise<void> {
    this.#conversation.say(text);
    await this.#inTurn(() => this.#deliver());
  }

  /** A person's answer to a card. */
  confirm(params: ConfirmParams): Confirmed {
    const card = this.#conversation.card(params.toolCallId);
    const plan = params.confirmed && params.options?.plan === 'clear' ? card : undefined;
    const confirmed = this.#channel.confirm(params);
    if (!confirmed.ok) return confirmed;
    // The answer to a form cannot stop a turn by itself.
    if (card?.kind === 'elicitation' && !params.confirmed && params.options?.stop) void this.interrupt();
    if (plan) this.#whenTurnEnds = () => this.#startPlan(planText(params, plan));
    return confirmed;
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

  async setMode(mode: PermissionMode): Promise<void> {
    if (this.#agent.isThere) {
      const reply = await this.#agent.request({ subtype: 'set_permission_mode', mode });
      if (!reply.ok) throw new Error(reply.error);
    }
    this.#mode = mode;
    this.#chosenMode = mode;
    this.#changed();
  }

  /** Whether a new start would lose nothing: the agent runs, and waits for a message. */
  get canRestart(): boolean {
    return this.#agent.isThere && this.#status.state === 'idle';
  }

  /** Starts the agent again, going on with the conversation where it has one. */
  async restart(): Promise<void> {
    const stopped = this.#stopStarting();
    await this.#inTurn(async () => {
      await stopped;
      await this.#restart();
    });
  }

  async end(): Promise<void> {
    const stopped = this.#stopStarting();
    await this.#inTurn(async () => {
      await stopped;
      await this.#stopAgent();
      this.#setStatus({ state: 'ended' });
      await this.#options.journal.close();
    });
  }

  /** Starts and ends of the agent never overlap: a message that comes while it is being restarted waits for the new one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#lastWork.then(work);
    this.#lastWork = done.catch(() => {});
    return done;
  }

  /** A message that was written while there was no agent goes out with the next one. */
  async #deliver(): Promise<void> {
    if (!(await this.#ensureRunning())) return;
    for (const { id, text } of this.#conversation.takeUnsent()) {
      this.#conversation.turnBegins();
      this.#busy();
      await this.#agent
        .write(userMessage(text, id))
        .catch((error: unknown) =>
          this.#conversation.notice('error', `The message could not be sent: ${String(error)}`),
        );
    }
  }

  get #turnRuns(): boolean {
    return this.#status.state === 'running' || this.#status.state === 'waiting_permission';
  }

  async #interrupt(withinMs: number): Promise<void> {
    this.#channel.interrupting();
    await this.#agent
      .request({ subtype: 'interrupt' }, withinMs)
      .catch((error: unknown) =>
        this.#conversation.notice('warning', `The turn could not be stopped: ${String(error)}`),
      );
  }

  async #restart(): Promise<void> {
    await this.#stopAgent();
    this.#agent.beginNext(this.#conversation.hasTurns);
    this.#setStatus({ state: 'new' });
    await this.#deliver();
  }

  /** Nobody waits out the patience that an agent has for getting ready. */
  async #stopStarting(): Promise<void> {
    if (this.#status.state === 'starting') await this.#agent.stop();
  }

  async #stopAgent(): Promise<void> {
    this.#agent.expectEnd();
    if (this.#turnRuns) this.#options.journal.note({ type: 'agent_lost', reason: endedEarly });
    this.#channel.ending(endedEarly);
    // An agent whose input ends finishes first what it runs; a stopped turn lets it end at once.
    if (this.#turnRuns) await this.#interrupt(stopWithinMs);
    await this.#agent.stop();
  }

  async #ensureRunning(): Promise<boolean> {
    const ready = await this.#agent.ensureReady();
    if (ready && this.#status.state === 'starting') this.#setStatus({ state: 'idle' });
    return ready;
  }

  #starting(): void {
    this.#cliSessionId = undefined;
    this.#setStatus({ state: 'starting' });
  }

  /** What the agent itself or its settings changed the mode to is not carried over to the next one. */
  get #nextMode(): PermissionMode | undefined {
    return this.#chosenMode === this.#mode ? this.#chosenMode : this.#options.mode?.();
  }

  #onEvent(event: AgentEvent): void {
    if (this.#channel.handle(event)) return;
    this.#conversation.read(event);
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
      case 'malformed':
        this.#log.warn(`malformed frame: ${event.what}`);
        return;
      default:
        return;
    }
  }

  #turnStarted(event: AgentEvent & { type: 'turnStarted' }): void {
    const { cliSessionId, version } = event;
    if (cliSessionId && (cliSessionId !== this.#cliSessionId || version !== this.#version)) {
      if (this.#cliSessionId !== undefined && this.#cliSessionId !== cliSessionId) {
        this.#conversation.divide('New conversation');
        this.#options.listener.onNewConversation?.();
      }
      this.#cliSessionId = cliSessionId;
      this.#agent.named(cliSessionId);
      this.#options.journal.note({ type: 'agent_session', cliSessionId, version });
    }
    this.#version = event.version;
    this.#mode = event.mode;
    this.#busy();
  }

  #turnEnded(event: AgentEvent & { type: 'turnEnded' }): void {
    // An agent that cannot begin says why on stderr too; the problem of the session shows it.
    if (!this.#agent.isReady) return;
    if (event.interrupted) this.#conversation.stopped();
    else for (const error of event.errors) this.#conversation.notice('error', error);
    this.#options.journal.note({ type: 'turn_ended', ok: event.ok });
    this.#setStatus(this.#channel.waiting.length > 0 ? { state: 'waiting_permission' } : { state: 'idle' });
    const next = this.#whenTurnEnds;
    this.#whenTurnEnds = undefined;
    next?.().catch((error: unknown) =>
      this.#conversation.notice('error', `The plan could not be started: ${String(error)}`),
    );
  }

  /** The approved plan in a conversation of its own, in which the text before it is gone. */
  async #startPlan(plan: string): Promise<void> {
    await this.#agent.write(userMessage('/clear', this.#options.newId()));
    this.#whenTurnEnds = async () => {
      await this.setMode('default');
      await this.send(`Implement the following plan:\n\n${plan}`);
    };
  }

  #onCard(card: Card): void {
    this.#conversation.show(card);
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

  #agentEnded(problem: SessionProblem, how: { readonly expected: boolean; readonly beginsAnew: boolean }): void {
    if (how.beginsAnew)
      this.#conversation.notice(
        'warning',
        'The earlier conversation could not be continued, so Claude starts without it.',
      );
    this.#channel.agentLost(problem.message);
    this.#options.journal.note({ type: 'agent_lost', reason: problem.message });
    if (!how.expected && !how.beginsAnew) this.#fail(problem);
  }

  #fail(problem: SessionProblem): void {
    this.#log.error(problem.message);
    this.#setStatus({ state: 'failed', problem });
  }

  #setStatus(status: SessionStatus): void {
    this.#status = status;
    this.#changed();
  }

  #changed(): void {
    this.#options.listener.onView(this.view);
  }
}

function logOf({ log, sessionId }: SessionOptions): Log {
  return {
    info: text => log.info(`session ${sessionId}: ${text}`),
    warn: text => log.warn(`session ${sessionId}: ${text}`),
    error: text => log.error(`session ${sessionId}: ${text}`),
  };
}

function planText(params: ConfirmParams, card: Card): string {
  const edited = params.options?.updatedInput?.['plan'] ?? card.input['plan'];
  return typeof edited === 'string' ? edited : '';
}
