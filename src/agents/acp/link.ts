import { createMessageConnection, ErrorCodes, type MessageConnection } from 'vscode-jsonrpc/node';
import { within } from '../../core/base/within';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import { afterChoosing, modelNow, requestFor, wantedOf } from '../../core/acp/choices';
import { exactNumbers } from '../../core/acp/exactNumbers';
import { beginProblem, exitProblem, reasonOf } from '../../core/acp/problems';
import { type Abilities, abilitiesIn, initializeParams, promptOf } from '../../core/acp/requests';
import { initialAcp } from '../../core/acp/state';
import { turnOver, withChoices } from '../../core/acp/updates';
import type { AgentEvent } from '../../core/call/events';
import type { AgentAnswer } from '../../core/call/answer';
import type { AgentChoices } from '../../core/call/use';
import type { Message } from '../../core/message/message';
import { say } from '../../core/texts/sentence';
import { sentenceOf, Told } from '../../core/texts/told';
import type { Agent, Reply } from '../agent';
import { ClaudeProcess, type ProcessExit } from '../claudeProcess';
import { processorSeconds } from '../descendants';
import { readyWithinMs, type AgentExit, type AgentLinkOptions } from '../link';
import { Asks } from './asks';
import { Book } from './book';
import { OwnCalls } from './carryOut';
import { Frames } from './frames';
import { openSession, type OpenOptions } from './openSession';
import { firstReply } from './patience';
import { Updates } from './updates';
import { LinesIn, LinesOut } from './wire';

interface AcpLinkOptions
  extends Pick<
      AgentLinkOptions,
      'path' | 'args' | 'cwd' | 'environment' | 'mark' | 'clock' | 'newId' | 'log' | 'onEvent' | 'onGivenUp'
    >,
    Pick<OpenOptions, 'goOnWith' | 'logIn' | 'wanted' | 'onForgot'> {
  readonly name: string;
  readonly onEnded: (agent: Agent, exit: AgentExit) => void;
}

const keptStderr = 50;

/** The link to one agent process that speaks ACP: the same events and answers as with Claude Code, in another protocol. */
export class AcpLink implements Agent {
  readonly ready: Promise<void>;
  readonly #options: AcpLinkOptions;
  readonly #process: ClaudeProcess;
  readonly #connection: MessageConnection;
  readonly #frames: Frames;
  readonly #book: Book;
  readonly #asks: Asks;
  readonly #updates: Updates;
  readonly #own: OwnCalls;
  #session = '';
  #abilities: Abilities | undefined;
  #isReady = false;
  #endExpected = false;
  #prompts: Promise<void> = Promise.resolve();
  #stderr: readonly string[] = [];

  constructor(given: AcpLinkOptions) {
    this.#frames = new Frames(given);
    const options = { ...given, onEvent: (event: AgentEvent) => this.#frames.take(event) };
    this.#options = options;
    const { name, cwd, mark, log } = options;
    this.#book = new Book(initialAcp(name, cwd, mark), options);
    this.#asks = new Asks({ ...options, book: this.#book, session: () => this.#session });
    this.#updates = new Updates({ book: this.#book, log });
    const input = new LinesIn();
    this.#process = new ClaudeProcess({
      ...options,
      json: exactNumbers,
      onMessage: message => {
        if (!input.take(message)) this.#refuseLine('it is no message of JSON-RPC', ErrorCodes.InvalidRequest);
      },
      onGarbage: line => this.#refuseLine(`it is not JSON: ${line}`, ErrorCodes.ParseError),
      onStderr: line => {
        log.info(`stderr: ${line}`);
        this.#stderr = [...this.#stderr, line].slice(-keptStderr);
      },
      onExit: exit => this.#onExit(exit),
    });
    const output = new LinesOut(message => this.#process.send(message));
    this.#connection = createMessageConnection(input, output);
    this.#own = new OwnCalls({ ...options, connection: this.#connection, asks: this.#asks, book: this.#book });
    this.#listen();
    this.ready = this.#begin();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** A prompt is one turn; what is said meanwhile is the next one. */
  async say(message: Message): Promise<void> {
    if (this.#process.isOver) throw new Told(say('the agent has ended'));
    this.#prompts = this.#prompts.then(() => this.#turn(message));
  }

  async answer(answer: AgentAnswer): Promise<void> {
    if (answer.type !== 'decision') return;
    this.#asks.answer(answer);
    const { decision } = answer;
    if (decision.choice === 'deny' && decision.stop) this.#cancel();
  }

  async request(request: JsonObject, withinMs = readyWithinMs): Promise<Reply> {
    const { subtype, mode, model, settings } = request;
    const effort = isObject(settings) ? asString(settings['effortLevel']) : undefined;
    try {
      if (subtype === 'interrupt') this.#cancel();
      else if (subtype === 'set_permission_mode') await this.#choose({ mode: asString(mode) ?? '' }, withinMs);
      else if (subtype === 'set_model') await this.#choose({ model: asString(model) ?? '' }, withinMs);
      else if (effort !== undefined) await this.#choose({ effort }, withinMs);
      else throw this.#cannot();
      return { type: 'reply', requestId: '', ok: true, response: {} };
    } catch (error) {
      return { type: 'reply', requestId: '', ok: false, error: sentenceOf(error) };
    }
  }

  expectEnd(): void {
    this.#endExpected = true;
  }

  async stop(): Promise<void> {
    this.expectEnd();
    this.#own.terminals.endAll();
    await this.#process.stop();
  }

  #listen(): void {
    const { log } = this.#options;
    this.#connection.onError(([error]) => log.warn(`acp: ${error.message}`));
    this.#connection.onUnhandledNotification(({ method }) => log.info(`acp: ${method} is not known here`));
    this.#connection.onNotification('session/update', (params: unknown) => this.#updates.take(params));
    this.#connection.onRequest('session/request_permission', (params: unknown, token) =>
      this.#asks.take(params, token),
    );
    this.#connection.listen();
  }

  #cannot(): Told {
    return new Told(say('{agent} cannot do this.', { agent: this.#options.name }));
  }

  async #choose(wanted: AgentChoices, withinMs: number): Promise<void> {
    for (const [chosen, id] of wantedOf(wanted)) {
      const asked = requestFor(this.#book.state.choices, chosen, id);
      if (!asked) throw this.#cannot();
      const reply = await this.#requested(asked.method, { sessionId: this.#session, ...asked.params }, withinMs);
      const { state } = this.#book;
      this.#book.tell(withChoices(state, afterChoosing(state.choices, chosen, id, reply)));
    }
  }

  #cancel(): void {
    this.#asks.cancel();
    // Not every agent ends them itself.
    this.#own.terminals.stopTurn();
    this.#connection
      .sendNotification('session/cancel', { sessionId: this.#session })
      .catch((error: unknown) => this.#options.log.warn(`acp: ${String(error)}`));
  }

  async #turn(message: Message): Promise<void> {
    const { onEvent, cwd } = this.#options;
    const { choices } = this.#book.state;
    this.#asks.turnBegins();
    this.#own.terminals.turnBegins();
    const version = this.#abilities?.version ?? '';
    const [model, mode] = [modelNow(choices) ?? '', choices.mode?.now ?? 'default'];
    onEvent({ type: 'begun', id: message.id });
    onEvent({ type: 'turnStarted', cliSessionId: this.#session, model, mode, version, cwd });
    try {
      const reply = await this.#connection.sendRequest<unknown>('session/prompt', {
        sessionId: this.#session,
        prompt: promptOf(message),
      });
      this.#asks.turnEnded();
      const reason = isObject(reply) ? asString(reply['stopReason']) : undefined;
      // Some end their turn themselves when they are told no: nobody stopped it, and a note goes on with it.
      const isOwn = reason === 'cancelled' && !this.#asks.isCancelled;
      this.#book.tell(turnOver(this.#book.state, isOwn ? 'end_turn' : reason));
    } catch (error) {
      if (this.#process.isOver) return;
      this.#asks.turnEnded();
      onEvent({
        type: 'notice',
        level: 'error',
        text: say('The turn could not be finished: {error}', { error: reasonOf(error) }),
      });
      this.#book.tell(turnOver(this.#book.state, this.#asks.isCancelled ? 'cancelled' : 'end_turn'));
    }
  }

  async #begin(): Promise<void> {
    const { name: agent, clock, cwd, goOnWith, logIn, wanted, log, onForgot, onGivenUp } = this.#options;
    try {
      const reply = await firstReply(this.#connection.sendRequest('initialize', initializeParams), {
        clock,
        agent,
        worked: async () => (this.pid === undefined ? undefined : processorSeconds(this.pid)),
      });
      this.#abilities = abilitiesIn(reply);
      const { protocolVersion, goesOnBy } = this.#abilities;
      if (protocolVersion !== 1)
        throw new Told(
          say('It speaks version {version} of the protocol, and Latch speaks version 1.', {
            version: String(protocolVersion),
          }),
        );
      const ask: OpenOptions['ask'] = (method, params, withinMs = readyWithinMs) =>
        this.#requested(method, params, withinMs);
      const opened = await openSession({ ask, cwd, log, goesOnBy, goOnWith, logIn, wanted, onForgot });
      this.#session = opened.sessionId;
      this.#book.tell(withChoices(this.#book.state, opened.choices));
      this.#updates.opened(opened.sessionId);
      this.#isReady = true;
    } catch (error) {
      if (!this.#process.isOver) {
        onGivenUp(beginProblem(agent, error, this.#abilities?.authMethods, this.#stderr));
        await this.stop();
      }
      throw error;
    }
  }

  #requested(method: string, params: JsonObject, withinMs: number): Promise<unknown> {
    const { clock, name: agent } = this.#options;
    return within(clock, withinMs, this.#connection.sendRequest<unknown>(method, params), () => {
      throw new Told(
        say('{agent} did not answer in {seconds} s, so it was ended.', { agent, seconds: withinMs / 1000 }),
      );
    });
  }

  /** What is no message gets the error of the protocol, and never a decision. */
  #refuseLine(what: string, code: number): void {
    this.#options.log.warn(`acp: a line was refused: ${what}`);
    this.#process.send({ jsonrpc: '2.0', id: null, error: { code, message: what.slice(0, 200) } }).catch(() => {});
  }

  #onExit(exit: ProcessExit): void {
    const { name, onEnded } = this.#options;
    this.#connection.dispose();
    this.#own.terminals.endAll();
    this.#asks.end();
    this.#book.end();
    this.#frames.end();
    const { code, signal, error, left } = exit;
    const problem = exitProblem(name, { code, signal, ...(error ? { startError: error.message } : {}) }, this.#stderr);
    onEnded(this, { problem, expected: this.#endExpected, keptNothing: false, left });
  }
}
