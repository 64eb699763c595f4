import { Told } from '../core/texts/told';
import { About } from './about';
import { BroughtGuard, broughtStops } from './broughtGuard';
import { Conversation } from './conversation';
import { watched } from './listening';
import type { SessionOptions } from './options';
import { filesBefore } from './filesBack';
import { saved } from './savedJournal';
import { noteAfter, PlanStart, planToStart } from './planStart';
import type { Enforcer } from './enforcer';
import { enforcerOf } from './enforcerOf';
import { LostCalls } from './lostCalls';
import type { Outbox } from './outbox';
import { outboxOf } from './posting';
import { RecordedRun } from './recordedRun';
import { type AgentEnd, AgentRunner } from './runner';
import { SessionState } from './state';
import { tasksOf } from './tasks';
import { Work } from './work';
import { Channel } from '../channel/channel';
import type { AgentEvent } from '../core/call/events';
import type { Judge } from '../core/call/judgement';
import type { PermissionMode } from '../core/call/mode';
import type { Card } from '../core/card/card';
import type { Confirmed, ConfirmParams } from '../core/card/confirm';
import type { Attachment, Content } from '../core/message/message';
import type { QueueChange } from '../core/message/queue';
import type { SessionProblem, SessionView } from '../core/session/view';
import type { ReadPage } from '../core/transcript/page';
import type { TranscriptItem } from '../core/transcript/items';
import { say } from '../core/texts/sentence';

/** One conversation with one agent: what a person does in it, and what the agent says. */
export class Session {
  readonly id: string;
  readonly tasks = tasksOf(
    () => this.#agent.current,
    id => this.#conversation.task(id),
  );
  readonly pageBefore = (item: string): Promise<ReadPage> => this.#conversation.shown.pageBefore(item);
  /** The card of a call, also where that is not held any more. */
  readonly cardOf = (toolCallId: string): Promise<Card | undefined> => this.#conversation.shown.cardOf(toolCallId);
  readonly filesBefore = filesBefore({
    ask: (request, withinMs) => this.about.ask(request, withinMs),
    turnRuns: () => this.#state.turnRuns,
    notice: text => this.#conversation.notice('info', text),
  });
  /** The file of the journal, once everything so far is in it. */
  readonly savedJournal = (): Promise<string> => saved(this.#options);
  readonly catchUp = (): Promise<void> => this.#conversation.catchUp(() => this.#agent.goesOnWith);
  readonly drafting = (toolCallId: string, active: boolean): void => this.#channel.drafting(toolCallId, active);
  readonly #options: SessionOptions;
  readonly #channel: Channel;
  readonly #conversation: Conversation;
  readonly #agent: AgentRunner;
  readonly #state: SessionState;
  readonly #work: Work;
  readonly #outbox: Outbox;
  readonly #plan: PlanStart;
  readonly #enforcer: Enforcer;
  readonly #lostCalls = new LostCalls((toolCallId, fate) => this.#channel.traced(toolCallId, fate));
  readonly #brought: BroughtGuard;
  readonly #run: RecordedRun;
  readonly about = new About({
    agent: () => this.#agent.current,
    onFacts: facts => this.#options.listener.onFacts?.(facts),
    onUse: () => this.#state.changed(),
  });
  readonly #judge: Judge = call =>
    this.#options.judge({ ...call, sessionId: this.id, ...this.#state.told, ...this.#agent.toldOf(call) });
  readonly #logged = (error: unknown): void => this.#options.log.error(String(error));

  constructor(given: SessionOptions) {
    const options = watched(given);
    this.id = options.sessionId;
    this.#options = options;
    this.#conversation = new Conversation(options);
    this.#run = new RecordedRun(options);
    this.#enforcer = enforcerOf(options, () => this.#enforcementChanged());
    this.#state = new SessionState(options, {
      title: () => this.#conversation.title,
      shield: () => this.#enforcer.shield,
      about: this.about,
      queue: () => this.#outbox.view,
    });
    this.#agent = new AgentRunner({
      ...options,
      enforcer: this.#enforcer,
      mode: () => this.#state.nextMode,
      choices: () => this.about.choices,
      onEvent: event => this.#onEvent(event),
      onStarting: () => {
        this.#run.begin();
        this.#state.become({ state: 'starting' });
      },
      onNotice: text => this.#conversation.notice('warning', text),
      onStarted: (path, process) => this.#run.started(path, this.view.model.text, process),
      onProblem: problem => this.#fail(problem),
      onEnded: (problem, how) => this.#onEnded(problem, how),
      onStopped: left => this.#lostCalls.stopped(left),
    });
    this.#channel = new Channel({
      ...options,
      context: () => ({ run: this.#run.id, mode: this.#state.mode, ...(options.user ? { user: options.user } : {}) }),
      judge: this.#judge,
      beforeCommand: (toolCallId, leaves) => this.#enforcer.before(toolCallId, leaves),
      afterCommand: toolCallId => this.#enforcer.after(toolCallId),
      stoppedIn: text => this.#enforcer.stoppedIn(text),
      answer: async answer => this.#agent.running.answer(answer),
      beforeGoingOn: () => this.#brought.look(),
      onCard: card => this.#onCard(card),
      onNotice: (level, text) => this.#conversation.notice(level, text),
    });
    const parts = { agent: this.#agent, channel: this.#channel, conversation: this.#conversation, state: this.#state };
    this.#work = new Work({ ...options, ...parts, outbox: () => this.#outbox });
    this.#outbox = outboxOf({ ...options, ...parts, work: this.#work, judge: this.#judge });
    this.#brought = new BroughtGuard({
      took: () => this.#agent.took,
      may: async () => (await options.fromRepository()).choice,
      runs: () => this.#channel.hasRunning,
      stop: () => this.#work.rest(broughtStops).catch(this.#logged),
    });
    this.#plan = new PlanStart({
      clear: async () => this.#agent.running.say({ id: options.newId(), text: '/clear' }),
      begin: message => this.setMode('default').then(() => this.send(message)),
    });
  }

  /** Every call that was shown, as it is now: the time that is left of one that waits runs on after it was last told. */
  get cards(): readonly Card[] {
    const open = new Map(this.#channel.cards.map(card => [card.toolCallId, card]));
    return this.#conversation.shown.cards.map(card => open.get(card.toolCallId) ?? card);
  }

  card(toolCallId: string): Card | undefined {
    return this.cards.find(card => card.toolCallId === toolCallId);
  }

  get transcript(): readonly TranscriptItem[] {
    return this.#conversation.shown.items;
  }

  /** How many items lie before the transcript that were not read yet. */
  get unread(): number {
    return this.#conversation.shown.unread;
  }

  get view(): SessionView {
    return this.#state.view;
  }

  get pid(): number | undefined {
    return this.#agent.current?.pid;
  }

  rename(title: string): void {
    this.#work.refuseWhenOver();
    this.#conversation.rename(title);
    this.#state.changed();
  }

  /** Sends a message of the person, starting the agent first where there is none; it waits for the turn that runs. */
  async send(text: string, attachments: readonly Attachment[] = []): Promise<void> {
    this.#work.refuseWhenOver();
    await this.#outbox.post({ text, attachments });
  }

  /** What a person does with the messages that wait, and gets back of them. */
  async changeQueue(change: QueueChange): Promise<readonly Content[]> {
    this.#work.refuseWhenOver();
    return this.#outbox.change(change);
  }

  /** Starts the agent where there is none, so that it says what it has. */
  async prepare(): Promise<void> {
    this.#work.refuseWhenOver();
    await this.#work.send();
  }

  /** A person's answer to a card. */
  confirm(params: ConfirmParams): Confirmed {
    const card = this.#conversation.shown.card(params.toolCallId);
    const confirmed = this.#channel.confirm(params);
    if (!confirmed.ok) return confirmed;
    // It is recorded before it leaves, so this arrives first, and nothing that the agent was given begins after the stop.
    if (!params.confirmed && params.options?.stop) this.#outbox.hold('stopped').catch(this.#logged);
    // The answer to a form cannot stop a turn by itself.
    if (card?.kind === 'elicitation' && !params.confirmed && params.options?.stop) void this.interrupt();
    const [plan, note] = [planToStart(params, card), noteAfter(params, card)];
    if (plan !== undefined) this.#plan.approved(plan);
    if (note !== undefined) this.send(note).catch(this.#logged);
    return confirmed;
  }

  /** The rules changed: what waits is judged anew, and the kernel is told before the next command. */
  rejudge(): void {
    this.#enforcementChanged();
    // Whoever waits for it to run a command is told what went wrong.
    this.#enforcer.bringUpToDate().catch(this.#logged);
  }

  /** What the repository brings may have changed: an agent that has all of it stops, unless that was accepted too. */
  lookAtBrought(): void {
    void this.#brought.look();
  }

  /** Stops the turn, and nothing begins after it. The session stays and takes the next message. */
  async interrupt(): Promise<void> {
    const { isBeginning } = this.#outbox;
    await this.#outbox.hold('stopped');
    if (!isBeginning) await this.#work.interrupt();
  }

  async setMode(mode: PermissionMode): Promise<void> {
    const reply = await this.#agent.current?.request({ subtype: 'set_permission_mode', mode });
    if (reply?.ok === false) throw new Told(reply.error);
    this.#state.modeChosen(mode);
  }

  /** Commands write no longer in a folder elsewhere that was opened to them; what runs there already ends as it began. */
  async takeBack(folder: string): Promise<void> {
    if (await this.#enforcer.takeBack(folder))
      this.#conversation.notice('info', say('From now on no command may write in {folder}.', { folder }));
  }

  /** Whether a new start would lose nothing: the agent runs, and waits for a message. */
  get canRestart(): boolean {
    return this.#agent.current !== undefined && this.#state.now === 'idle';
  }

  /** Starts the agent again, going on with the conversation where it has one. An agent over ACP may be told how to log in. */
  restart(logIn?: string): Promise<void> {
    return this.#work.restart(logIn);
  }

  end(): Promise<void> {
    return this.#work.end();
  }

  #onEvent(event: AgentEvent): void {
    if (this.#channel.handle(event)) {
      if (event.type !== 'ended') return;
      this.#conversation.read(event);
      void this.#brought.settle();
      return;
    }
    this.#conversation.read(event);
    this.about.read(event);
    if (event.type === 'begun') this.#outbox.begun(event);
    else if (event.type === 'turnStarted') this.#turnStarted(event);
    else if (event.type === 'turnEnded') this.#turnEnded(event);
    else if (event.type === 'modeChanged') this.#state.modeChanged(event.mode);
    else if (event.type === 'unreached' && event.inVain) void this.interrupt();
  }

  #turnStarted({ cliSessionId, version, mode }: AgentEvent & { type: 'turnStarted' }): void {
    const place = cliSessionId ? this.#run.speaksIn(cliSessionId, version) : 'same';
    if (place === 'other') {
      this.#conversation.divide(say('New conversation'));
      this.#options.listener.onNewConversation?.();
    }
    if (place !== 'same') this.#agent.named(cliSessionId);
    this.#state.turnStarted(version, mode, this.#channel.hasWaiting);
  }

  #turnEnded(event: AgentEvent & { type: 'turnEnded' }): void {
    if (!this.#work.turnEnded(event)) return;
    this.#plan.turnEnded().catch((error: unknown) => this.#work.planFailed(error));
    this.#outbox.turnEnded(event).catch(this.#logged);
  }

  #onCard(card: Card): void {
    this.#conversation.show(card);
    try {
      this.#options.listener.onCard(card);
    } finally {
      const { hasWaiting } = this.#channel;
      this.#state.shown(card.state === 'waiting', hasWaiting, this.#outbox.isBeginning);
    }
  }

  #onEnded(problem: SessionProblem, how: AgentEnd): void {
    if (how.beginsAnew) this.#conversation.notice('warning', how.beginsAnew);
    this.#lostCalls.lost(this.#channel.running, problem.message);
    this.#channel.agentLost(problem.message);
    this.#outbox.lost();
    this.#options.journal.note({ type: 'agent_lost', reason: problem.message });
    if (!how.expected && !how.beginsAnew) this.#fail(problem);
  }

  #enforcementChanged(): void {
    this.#channel.rejudge();
    this.#state.changed();
  }

  #fail(problem: SessionProblem): void {
    this.#options.log.error(problem.message.text);
    this.#state.become({ state: 'failed', problem });
  }
}
