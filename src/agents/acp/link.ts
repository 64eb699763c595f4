import { createMessageConnection, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { within } from '../../core/base/within';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import { answered, readAsk } from '../../core/acp/asking';
import { cancelledOutcome, type Option, outcomeOf, permissionReply } from '../../core/acp/options';
import { beginProblem, exitProblem, reasonOf } from '../../core/acp/problems';
import { type Abilities, abilitiesIn, initializeParams, promptOf } from '../../core/acp/requests';
import { type AcpState, initialAcp, type Read } from '../../core/acp/state';
import { readUpdate, turnOver } from '../../core/acp/updates';
import type { AgentAnswer } from '../../core/call/answer';
import type { AgentEvent } from '../../core/call/events';
import type { Decision } from '../../core/call/call';
import type { Message } from '../../core/message/message';
import { say } from '../../core/texts/sentence';
import { sentenceOf, Told } from '../../core/texts/told';
import type { Agent, Reply } from '../agent';
import { ClaudeProcess, type ProcessExit } from '../claudeProcess';
import { readyWithinMs, type AgentExit, type AgentLinkOptions } from '../link';
import { OwnCalls } from './carryOut';
import { openSession } from './openSession';
import { LinesIn, LinesOut } from './wire';

interface AcpLinkOptions
  extends Pick<
    AgentLinkOptions,
    'path' | 'args' | 'cwd' | 'environment' | 'mark' | 'clock' | 'newId' | 'log' | 'onEvent' | 'onGivenUp'
  > {
  readonly name: string;
  readonly goOnWith?: string;
  readonly onForgot: () => void;
  readonly onEnded: (agent: Agent, exit: AgentExit) => void;
}

const initializedWithinMs = 10_000;
const keptStderr = 50;

type Waiting = (decision: Decision) => void;

/** The link to one agent process that speaks ACP: the same events and answers as with Claude Code, in another protocol. */
export class AcpLink implements Agent {
  readonly ready: Promise<void>;
  readonly #options: AcpLinkOptions;
  readonly #process: ClaudeProcess;
  readonly #connection: MessageConnection;
  readonly #own: OwnCalls;
  readonly #waiting = new Map<string, Waiting>();
  #state: AcpState;
  #session = '';
  #abilities: Abilities | undefined;
  #isReady = false;
  #endExpected = false;
  /** What it replays of an earlier conversation is on the screen already. */
  #replays = false;
  #isCancelled = false;
  #prompts: Promise<void> = Promise.resolve();
  #stderr: readonly string[] = [];

  constructor(options: AcpLinkOptions) {
    this.#options = options;
    const { name, cwd, mark, log } = options;
    this.#state = initialAcp(name, cwd, mark);
    const input = new LinesIn();
    this.#process = new ClaudeProcess({
      ...options,
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
    this.#own = new OwnCalls({
      ...options,
      connection: this.#connection,
      ask: (event, answer) => this.#ask(event, answer),
      state: {
        get: () => this.#state,
        set: state => (this.#state = state),
      },
    });
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
    const { askId, call, decision } = answer;
    const waiting = this.#waiting.get(askId);
    if (!waiting) throw new Told(say('the agent has ended'));
    waiting(decision);
    this.#waiting.delete(askId);
    this.#state = answered(this.#state, call.toolCallId);
    if (decision.choice === 'deny' && decision.stop) this.#cancel();
  }

  async request(request: JsonObject, withinMs = readyWithinMs): Promise<Reply> {
    const { subtype, mode, model } = request;
    const sessionId = this.#session;
    try {
      if (subtype === 'interrupt') this.#cancel();
      else if (subtype === 'set_permission_mode')
        await this.#requested('session/set_mode', { sessionId, modeId: asString(mode) ?? '' }, withinMs);
      else if (subtype === 'set_model')
        await this.#requested('session/set_model', { sessionId, modelId: asString(model) ?? '' }, withinMs);
      else throw new Told(say('{agent} cannot do this.', { agent: this.#options.name }));
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
    this.#own.end();
    await this.#process.stop();
  }

  #listen(): void {
    const { log } = this.#options;
    this.#connection.onError(([error]) => log.warn(`acp: ${error.message}`));
    this.#connection.onUnhandledNotification(({ method }) => log.info(`acp: ${method} is not known here`));
    this.#connection.onNotification('session/update', (params: unknown) => this.#onUpdate(params));
    this.#connection.onRequest('session/request_permission', (params: unknown) => this.#onAsk(params));
    this.#connection.listen();
  }

  #onUpdate(params: unknown): void {
    const update = isObject(params) && params['sessionId'] === this.#session ? params['update'] : undefined;
    if (this.#replays) return;
    if (isObject(update)) this.#tell(readUpdate(this.#state, update));
    else this.#options.log.warn('acp: an update of no session of ours');
  }

  #tell([state, events]: Read): void {
    this.#state = state;
    for (const event of events)
      try {
        if (event.type === 'malformed') this.#options.log.warn(`acp: malformed: ${event.what}`);
        else this.#options.onEvent(event);
      } catch (error) {
        this.#options.log.error(`${event.type} failed: ${String(error)}`);
      }
  }

  #onAsk(params: unknown): Promise<JsonObject> | JsonObject | ResponseError {
    const refused = (what: string): ResponseError => {
      this.#options.log.warn(`acp: ${what}`);
      return new ResponseError(ErrorCodes.InvalidParams, what);
    };
    if (!isObject(params) || params['sessionId'] !== this.#session) return refused('a request of no session of ours');
    const askId = this.#options.newId();
    const read = readAsk(this.#state, askId, params);
    if (!read.ok) return refused(read.what);
    // After a cancel every request of that turn is cancelled, also one that comes later.
    if (this.#isCancelled) return permissionReply(cancelledOutcome);
    return new Promise((resolve, reject) => {
      this.#waiting.set(askId, decision => this.#decide(decision, read.options, resolve));
      try {
        this.#tell([read.state, read.events]);
      } catch (error) {
        reject(error);
      }
    });
  }

  #decide(decision: Decision, options: readonly Option[], reply: (answer: JsonObject) => void): void {
    const outcome = outcomeOf(decision, options);
    if (!outcome)
      throw new Told(
        say('{agent} offers no way to allow this once, so it can only be denied.', { agent: this.#state.agent }),
      );
    this.#options.log.info(`acp: ${decision.choice} by ${decision.by.kind} is answered ${JSON.stringify(outcome)}`);
    reply(permissionReply(outcome));
  }

  /** A call that we carry out for the agent: it is asked for like all others. */
  #ask(event: AgentEvent & { type: 'asked' }, answer: Waiting): void {
    this.#waiting.set(event.askId, answer);
    this.#options.onEvent(event);
  }

  #cancel(): void {
    this.#isCancelled = true;
    for (const [askId, waiting] of this.#waiting) {
      waiting({ choice: 'deny', by: { kind: 'stop' }, message: '', stop: true });
      this.#waiting.delete(askId);
      this.#options.onEvent({ type: 'cancelled', askId });
    }
    this.#connection
      .sendNotification('session/cancel', { sessionId: this.#session })
      .catch((error: unknown) => this.#options.log.warn(`acp: ${String(error)}`));
  }

  async #turn(message: Message): Promise<void> {
    const { onEvent, name: model, cwd } = this.#options;
    this.#isCancelled = false;
    const version = this.#abilities?.version ?? '';
    onEvent({ type: 'begun', id: message.id });
    onEvent({ type: 'turnStarted', cliSessionId: this.#session, model, mode: this.#mode, version, cwd });
    try {
      const reply = await this.#connection.sendRequest<unknown>('session/prompt', {
        sessionId: this.#session,
        prompt: promptOf(message),
      });
      this.#tell(turnOver(this.#state, isObject(reply) ? asString(reply['stopReason']) : undefined));
    } catch (error) {
      if (this.#process.isOver) return;
      onEvent({
        type: 'notice',
        level: 'error',
        text: say('The turn could not be finished: {error}', { error: reasonOf(error) }),
      });
      this.#tell(turnOver(this.#state, this.#isCancelled ? 'cancelled' : 'end_turn'));
    }
  }

  #mode = 'default';

  async #begin(): Promise<void> {
    const { name: agent, onGivenUp } = this.#options;
    try {
      const reply = await this.#requested('initialize', initializeParams, initializedWithinMs);
      this.#abilities = abilitiesIn(reply);
      const { protocolVersion } = this.#abilities;
      if (protocolVersion !== 1)
        throw new Told(
          say('It speaks version {version} of the protocol, and Latch speaks version 1.', {
            version: String(protocolVersion),
          }),
        );
      this.#mode = await this.#openSession(this.#abilities);
      this.#isReady = true;
    } catch (error) {
      if (!this.#process.isOver) {
        onGivenUp(beginProblem(agent, error, this.#abilities?.authMethods, this.#stderr));
        await this.stop();
      }
      throw error;
    }
  }

  async #openSession({ goesOnBy }: Abilities): Promise<string> {
    const { cwd, goOnWith, onForgot, log } = this.#options;
    const ask = (method: string, params: JsonObject): Promise<unknown> =>
      this.#requested(method, params, readyWithinMs);
    this.#replays = true;
    const opened = await openSession({ ask, cwd, log, goesOnBy, goOnWith, onForgot });
    this.#replays = false;
    this.#session = opened.sessionId;
    return opened.mode;
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
    this.#own.end();
    this.#waiting.clear();
    const { code, signal, error, left } = exit;
    const problem = exitProblem(name, { code, signal, ...(error ? { startError: error.message } : {}) }, this.#stderr);
    onEnded(this, { problem, expected: this.#endExpected, keptNothing: false, left });
  }
}
