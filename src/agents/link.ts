import { within } from '../core/base/within';
import { sentenceOf, Told } from '../core/texts/told';
import { ClaudeProcess, type ProcessExit, type ProcessOptions } from './claudeProcess';
import type { Clock } from '../core/base/clock';
import type { Agent, Reply } from './agent';
import type { Message } from '../core/message/message';
import type { AgentAnswer } from '../core/call/answer';
import type { AgentEvent } from '../core/call/events';
import { decode } from '../core/claude/decode';
import { factsOfInitialize } from '../core/claude/facts';
import { answerFrame, refusalOf } from '../core/claude/answerFrame';
import { controlRequest, initializeRequest, userMessage } from '../core/claude/answers';
import { type ClaudeState, initialClaude } from '../core/claude/state';
import type { JsonObject } from '../core/base/json';
import { exitProblem, keptNothing, sandboxRefusal } from '../core/claude/launch';
import type { SessionProblem } from '../core/session/view';
import type { Log } from '../core/base/log';
import { say, type Sentence, quoted } from '../core/texts/sentence';

export interface AgentLinkOptions extends Pick<ProcessOptions, 'path' | 'args' | 'cwd' | 'environment'> {
  readonly mark: string;
  /** Instructions of the repository that it is given. */
  readonly instructions?: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly onEvent: (event: AgentEvent) => void;
  /** It did not get ready, and is about to be ended for that. */
  readonly onGivenUp: (problem: SessionProblem) => void;
  readonly onEnded: (link: AgentLink, exit: AgentExit) => void;
}

export interface AgentExit {
  readonly problem: SessionProblem;
  /** We ended it ourselves. */
  readonly expected: boolean;
  /** It has nothing of the conversation that it was to go on with. */
  readonly keptNothing: boolean;
  /** In its own words, why it has no sandbox to run commands in. */
  readonly sandboxRefusal?: string;
  /** What it had left running, once that is stopped. */
  readonly left: ProcessExit['left'];
}

/** How long the CLI may take to answer `initialize`; it was measured at 0.2 to 0.4 s. */
export const readyWithinMs = 30_000;
const noAnswer = quoted('no answer');
/** How long an agent may take to read a line; 20 MB were measured at one second. */
const takenWithinMs = 30_000;
/** How long it may say nothing after an answer before it is asked for a sign of life. It goes on in milliseconds. */
const silentMs = 20_000;
/** How long the wire is quiet after a line that could not be read before its message counts as ended. */
const quietMs = 5000;
const keptStderr = 50;
/** An agent that writes one unreadable line after the other is not asked after each of them. */
const againAfterMs = 10_000;
const askedAgain = say('Claude Code wrote a line that cannot be read, and was asked again for what it waits for.');
const askedInVain = say(
  'Claude Code wrote a line that cannot be read, and does not say what it waits for. If nothing goes on, stop the turn or restart the session.',
);

/** The link to one agent process, from its start to its exit: its events, and the replies to what we request of it. */
export class AgentLink implements Agent {
  /** Rejects when the agent did not get ready. */
  readonly ready: Promise<void>;
  readonly #options: AgentLinkOptions;
  readonly #process: ClaudeProcess;
  readonly #replies = new Map<string, (reply: Reply) => void>();
  #codec: ClaudeState = initialClaude;
  #stderr: readonly string[] = [];
  #isReady = false;
  /** Lines that were not understood, and whether the agent is being asked what it waits for. */
  #unread = false;
  #isAskedAgain = false;
  #stopAsking = (): void => {};
  /** How many lines it has said. */
  #heard = 0;
  #stopWatching = (): void => {};
  #stopListening = (): void => {};
  #endExpected = false;

  constructor(options: AgentLinkOptions) {
    this.#options = options;
    this.#process = new ClaudeProcess({
      ...options,
      onMessage: message => this.#onMessage(message),
      onGarbage: line => this.#onUnreadable(`not JSON on stdout: ${line}`),
      onStderr: line => this.#onStderr(line),
      onExit: exit => this.#onExit(exit),
    });
    this.ready = this.#initialize();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  say(message: Message): Promise<void> {
    return this.#write(userMessage(message));
  }

  async answer(answer: AgentAnswer): Promise<void> {
    await this.#write(answerFrame(answer));
    this.#watch();
  }

  /** An agent that takes nothing any more can never be answered again: it is ended, so that nothing waits for it for ever. */
  async #write(message: JsonObject): Promise<void> {
    try {
      await within(this.#options.clock, takenWithinMs, this.#process.send(message), () => {
        throw new Told(say('the agent did not take it within {seconds} s', { seconds: takenWithinMs / 1000 }));
      });
    } catch (error) {
      if (this.#isReady && !this.#endExpected && !this.#process.isOver) this.#cutOff(sentenceOf(error));
      throw error;
    }
  }

  #cutOff(reason: Sentence): void {
    const message = say('Claude Code takes no answers any more, so it was ended: {reason}', { reason });
    this.#options.onGivenUp({ code: 'cli-unreadable', message, stderr: this.#stderr.slice(-12) });
    this.stop().catch((error: unknown) => this.#options.log.error(String(error)));
  }

  /** Sends a request of ours. An agent that does not answer in time gives a reply that says so. */
  async request(request: JsonObject, withinMs = readyWithinMs): Promise<Reply> {
    const id = this.#options.newId();
    const replied = this.#reply(id, withinMs);
    await this.#write(controlRequest(id, request));
    return replied;
  }

  /** From here on its exit is what was wanted, not a failure. */
  expectEnd(): void {
    this.#endExpected = true;
  }

  async stop(): Promise<void> {
    this.expectEnd();
    await this.#process.stop();
  }

  async #initialize(): Promise<void> {
    const reply = await this.#initialized();
    if (!reply.ok) {
      if (!this.#process.isOver) await this.#giveUp(reply.error);
      throw new Told(reply.error);
    }
    this.#isReady = true;
    this.#options.onEvent({ type: 'told', told: factsOfInitialize(reply.response) });
  }

  async #initialized(): Promise<Reply> {
    const id = this.#options.newId();
    const replied = this.#reply(id, readyWithinMs);
    // What does not even take the message is about to end, and its end says more than the broken pipe.
    await this.#write(initializeRequest(id, this.#options.instructions)).catch(() => this.#process.stop());
    return replied;
  }

  async #giveUp(reason: Sentence): Promise<void> {
    const stderr = this.#stderr.slice(-12);
    this.#options.onGivenUp({ code: 'cli-unreadable', message: notBegun(reason), stderr });
    await this.stop();
  }

  #reply(requestId: string, withinMs: number): Promise<Reply> {
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

  #onMessage(message: unknown): void {
    this.#heard += 1;
    for (const event of this.#decoded(message))
      try {
        if (event.type === 'malformed') this.#onUnreadable(`malformed frame: ${event.what}`);
        else if (event.type === 'reply') this.#replies.get(event.requestId)?.(event);
        else this.#options.onEvent(event);
      } catch (error) {
        // What fails with one event must not keep the next one from being read, and is never a yes.
        this.#options.log.error(`${event.type} failed: ${String(error)}`);
        const refusal = refusalOf(event);
        if (refusal) this.answer(refusal).catch(() => {});
      }
  }

  #onUnreadable(what: string): void {
    const { log } = this.#options;
    log.warn(what);
    if (this.#isReady && !this.#isAskedAgain) this.#askAgain();
    else this.#unread = true;
  }

  /** What could not be read may have been a question, for which the agent would wait for ever. It is asked what it waits for. */
  #askAgain(): void {
    const { clock, log, onEvent } = this.#options;
    this.#isAskedAgain = true;
    this.#unread = false;
    this.#stopAsking = clock.after(againAfterMs, () => {
      this.#isAskedAgain = false;
      if (this.#unread && !this.#process.isOver) this.#askAgain();
    });
    this.#initialized()
      .then(reply => {
        onEvent({ type: 'notice', level: 'warning', text: reply.ok ? askedAgain : askedInVain });
        this.#endMessageWhenQuiet();
      })
      .catch((error: unknown) => log.error(`asking again failed: ${String(error)}`));
  }

  /** What could not be read may have been the end of a message, without which its calls would be held for ever. */
  #endMessageWhenQuiet(): void {
    const { clock, onEvent } = this.#options;
    const { messageId } = this.#codec;
    const heard = this.#heard;
    if (messageId === undefined) return;
    this.#stopListening();
    this.#stopListening = clock.after(quietMs, () => {
      if (this.#heard !== heard) this.#endMessageWhenQuiet();
      else onEvent({ type: 'batchComplete', batchId: messageId });
    });
  }

  /** An agent that was answered and says nothing is asked for a sign of life: one that reads nothing would never be seen. */
  #watch(): void {
    const { clock } = this.#options;
    if (!this.#isReady || this.#endExpected) return;
    const heard = this.#heard;
    this.#stopWatching();
    this.#stopWatching = clock.after(silentMs, () => {
      if (this.#heard === heard && !this.#process.isOver) this.#askForLife().catch(() => {});
    });
  }

  async #askForLife(): Promise<void> {
    const heard = this.#heard;
    await this.request({ subtype: 'get_session_cost' });
    if (this.#heard !== heard || this.#process.isOver || this.#endExpected) return;
    this.#cutOff(say('it has not reacted for {seconds} s', { seconds: readyWithinMs / 1000 }));
  }

  #decoded(message: unknown): readonly AgentEvent[] {
    try {
      const [codec, events] = decode(this.#codec, message);
      this.#codec = codec;
      return events;
    } catch (error) {
      this.#options.log.error(`a line failed: ${String(error)}`);
      return [];
    }
  }

  #onStderr(line: string): void {
    this.#options.log.info(`stderr: ${line}`);
    this.#stderr = [...this.#stderr, line].slice(-keptStderr);
  }

  #onExit(exit: ProcessExit): void {
    const problem = exitProblem(
      { code: exit.code, signal: exit.signal, ...(exit.error ? { startError: exit.error.message } : {}) },
      this.#stderr,
      this.#isReady,
    );
    for (const stop of [this.#stopAsking, this.#stopWatching, this.#stopListening]) stop();
    for (const [requestId, reply] of this.#replies)
      reply({ type: 'reply', requestId, ok: false, error: problem.message });
    const refusal = sandboxRefusal(this.#stderr);
    this.#options.onEnded(this, {
      problem,
      expected: this.#endExpected,
      keptNothing: keptNothing(this.#stderr),
      ...(refusal === undefined ? {} : { sandboxRefusal: refusal }),
      left: exit.left,
    });
  }
}

function notBegun(reason: Sentence): Sentence {
  return reason === noAnswer
    ? say('Claude Code did not answer in {seconds} s, so it was ended. It may not be Claude Code, or be too old.', {
        seconds: readyWithinMs / 1000,
      })
    : say('Claude Code could not begin, so it was ended: {reason}', { reason });
}
