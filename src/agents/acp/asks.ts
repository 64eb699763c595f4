import { type CancellationToken, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { answered, readAsk } from '../../core/acp/asking';
import { type Option, outcomeOf, permissionReply } from '../../core/acp/options';
import { isObject, type JsonObject } from '../../core/base/json';
import type { AgentAnswer } from '../../core/call/answer';
import type { Decision } from '../../core/call/call';
import type { AgentEvent } from '../../core/call/events';
import { say } from '../../core/texts/sentence';
import { Told } from '../../core/texts/told';
import type { AgentLinkOptions } from '../link';
import type { Book } from './book';

interface AsksOptions extends Pick<AgentLinkOptions, 'clock' | 'newId' | 'log' | 'onEvent'> {
  readonly book: Book;
  /** The session of the agent, as it calls it. */
  readonly session: () => string;
}

type Asked = AgentEvent & { readonly type: 'asked' };
type Reply = (decision: Decision) => void;

interface Waiting {
  readonly toolCallId: string;
  readonly reply: Reply;
}

/**
 * How long an agent has to stop before what waited is answered. Claude over ACP takes an answer that comes together with
 * the stop for a tool that failed, in one of six tries, and asks its model how to go on.
 */
const stopsWithinMs = 1000;
const stopped: Decision = { choice: 'deny', by: { kind: 'stop' }, message: '', stop: true };

/** The questions of an agent that wait: its own, and those about what it has us do. */
export class Asks {
  readonly #options: AsksOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** The answers that go out once the turn has come to its end. */
  readonly #held = new Map<string, () => void>();
  #isCancelled = false;
  #waitNoMore = (): void => {};

  constructor(options: AsksOptions) {
    this.#options = options;
  }

  /** The turn was cancelled, and the next one has not begun. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** A request names the session that it is about. */
  isOurs(params: JsonObject): boolean {
    return params['sessionId'] === this.#options.session();
  }

  turnBegins(): void {
    this.turnEnded();
    this.#isCancelled = false;
  }

  /** What was held back until now is answered. */
  turnEnded(): void {
    this.#waitNoMore();
    this.#waitNoMore = () => {};
    for (const askId of this.#held.keys()) this.#release(askId);
  }

  /** One of its own, `session/request_permission`: its reply, once that is decided. */
  take(params: unknown, token: CancellationToken): Promise<JsonObject> | ResponseError {
    const { book, newId, log } = this.#options;
    const refused = (what: string): ResponseError => {
      log.warn(`acp: ${what}`);
      return new ResponseError(ErrorCodes.InvalidParams, what);
    };
    if (!isObject(params) || !this.isOurs(params)) return refused('a request of no session of ours');
    const askId = newId();
    const read = readAsk(book.state, askId, params);
    if (!read.ok) return refused(read.what);
    return new Promise((resolve, reject) => {
      const reply = (decision: Decision): void => this.#decide(decision, read.options, resolve);
      try {
        if (!this.#waits(askId, { toolCallId: read.asked.toolCallId, reply }, token)) return;
        book.tell([read.state, read.before]);
        this.#show(read.asked);
      } catch (error) {
        reject(error);
      }
    });
  }

  /** What cannot be shown is answered with an error: nobody would see that it waits. */
  #show(event: Asked): void {
    try {
      this.#options.onEvent(event);
    } catch (error) {
      this.#waiting.delete(event.askId);
      this.#options.log.error(`acp: a call could not be shown: ${String(error)}`);
      throw error;
    }
  }

  /** About a call that we carry out for the agent: it is asked for like all others. */
  ask(event: Asked, reply: Reply, token: CancellationToken): void {
    const { askId, toolCallId } = event;
    if (this.#waits(askId, { toolCallId, reply }, token)) this.#show(event);
  }

  answer({ askId, decision }: Pick<AgentAnswer & { type: 'decision' }, 'askId' | 'decision'>): void {
    const waiting = this.#waiting.get(askId);
    if (!waiting) throw new Told(say('the agent has ended'));
    if (decision.choice === 'deny' && decision.stop) this.#hold(askId, waiting, decision);
    else waiting.reply(decision);
    this.#over(askId, waiting);
  }

  /** The turn is cancelled: so is whatever waits. */
  cancel(): void {
    this.#isCancelled = true;
    for (const askId of this.#waiting.keys()) this.#withdraw(askId);
  }

  end(): void {
    this.#waitNoMore();
    this.#waiting.clear();
    this.#held.clear();
  }

  /** False: after a cancel every request of that turn is cancelled, also one that comes later. */
  #waits(askId: string, waiting: Waiting, token: CancellationToken): boolean {
    token.onCancellationRequested(() => {
      this.#withdraw(askId);
      this.#release(askId);
    });
    if (this.#isCancelled) this.#hold(askId, waiting, stopped);
    else this.#waiting.set(askId, waiting);
    return !this.#isCancelled;
  }

  #withdraw(askId: string): void {
    const waiting = this.#waiting.get(askId);
    if (!waiting) return;
    this.#hold(askId, waiting, stopped);
    this.#over(askId, waiting);
    this.#options.onEvent({ type: 'cancelled', askId });
  }

  #over(askId: string, { toolCallId }: Waiting): void {
    const { book } = this.#options;
    this.#waiting.delete(askId);
    book.state = answered(book.state, toolCallId);
  }

  #hold(askId: string, { reply }: Waiting, decision: Decision): void {
    if (this.#held.size === 0) this.#waitNoMore = this.#options.clock.after(stopsWithinMs, () => this.turnEnded());
    this.#held.set(askId, () => reply(decision));
  }

  #release(askId: string): void {
    const held = this.#held.get(askId);
    this.#held.delete(askId);
    held?.();
  }

  #decide(decision: Decision, options: readonly Option[], reply: (answer: JsonObject) => void): void {
    const { book, log } = this.#options;
    const outcome = outcomeOf(decision, options);
    if (!outcome)
      throw new Told(
        say('{agent} offers no way to allow this once, so it can only be denied.', { agent: book.state.agent }),
      );
    log.info(`acp: ${decision.choice} by ${decision.by.kind} is answered ${JSON.stringify(outcome)}`);
    reply(permissionReply(outcome));
  }
}
