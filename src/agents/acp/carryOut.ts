import { type CancellationToken, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import { announcing, carriedOut, printedFor, runAs } from '../../core/acp/announced';
import { newUse } from '../../core/acp/state';
import { reasonOf } from '../../core/acp/problems';
import type { Decision } from '../../core/call/call';
import type { AgentLinkOptions } from '../link';
import type { Asks } from './asks';
import type { Book } from './book';
import { placeOf, readTextFile, writeTextFile } from './files';
import { type OwnCall, readCall, terminalCall, writeCall } from './ownCalls';
import { Terminals } from './terminals';

interface OwnCallsOptions extends Pick<AgentLinkOptions, 'cwd' | 'environment' | 'mark' | 'newId' | 'onEvent' | 'log'> {
  readonly name: string;
  readonly connection: MessageConnection;
  readonly book: Book;
  readonly asks: Pick<Asks, 'ask' | 'isOurs'>;
}

type Result = JsonObject | ResponseError;

/** What an agent has us do: nothing is read, written or started before it passed the channel like any other call. */
export class OwnCalls {
  readonly #options: OwnCallsOptions;
  readonly terminals: Terminals;

  constructor(options: OwnCallsOptions) {
    this.#options = options;
    this.terminals = new Terminals(options);
    const { connection, cwd } = options;
    connection.onRequest('fs/read_text_file', (params: unknown, token) =>
      this.#pass(params, token, readCall, readTextFile),
    );
    connection.onRequest('fs/write_text_file', (params: unknown, token) =>
      this.#pass(params, token, writeCall, writeTextFile),
    );
    connection.onRequest('terminal/create', (params: unknown, token) =>
      this.#allowed(
        params,
        token,
        given => terminalCall(given, cwd),
        (given, call, id, whole) => this.#start(given, call, id, whole),
      ),
    );
    this.#about('terminal/output', id => this.terminals.output(id));
    this.#about('terminal/wait_for_exit', id => this.terminals.exitOf(id));
    this.#about('terminal/kill', id => (this.terminals.kill(id) ? {} : undefined));
    this.#about('terminal/release', id => (this.terminals.release(id) ? {} : undefined));
  }

  /** What needs no answer of its own: the terminal was allowed when it was started. */
  #about(method: string, of: (terminalId: string) => Promise<JsonObject | undefined> | JsonObject | undefined): void {
    this.#options.connection.onRequest(method, async (params: unknown): Promise<Result> => {
      const id = isObject(params) && this.#options.asks.isOurs(params) ? asString(params['terminalId']) : undefined;
      const result = id === undefined ? undefined : await of(id);
      return result ?? new ResponseError(ErrorCodes.InvalidParams, 'no such terminal');
    });
  }

  /** A path is decided about as it leads somewhere when it is asked for. */
  async #pass(
    params: unknown,
    token: CancellationToken,
    callOf: (params: JsonObject) => OwnCall | undefined,
    act: (params: JsonObject) => Promise<JsonObject>,
  ): Promise<Result> {
    const path = isObject(params) ? (asString(params['path']) ?? '') : '';
    const place = await placeOf(path);
    return this.#allowed(params, token, callOf, async (given, _, toolCallId) => {
      const end = (ok: boolean, text: string): void => this.#options.onEvent({ type: 'ended', toolCallId, ok, text });
      try {
        if ((await placeOf(path)) !== place)
          throw new Error(`${path} leads to another place than when it was asked for`);
        const result = await act(given);
        end(true, '');
        return result;
      } catch (error) {
        end(false, reasonOf(error));
        return failed(reasonOf(error));
      }
    });
  }

  async #allowed(
    params: unknown,
    token: CancellationToken,
    callOf: (params: JsonObject) => OwnCall | undefined,
    act: (params: JsonObject, call: OwnCall, toolCallId: string, partOf?: string) => Promise<Result> | Result,
  ): Promise<Result> {
    const { newId, asks, book, name: agent, log } = this.#options;
    const call = isObject(params) && asks.isOurs(params) ? callOf(params) : undefined;
    if (!isObject(params) || !call) {
      log.warn('acp: a request that breaks the protocol, or is of no session of ours, was refused');
      return new ResponseError(ErrorCodes.InvalidParams, 'unreadable parameters');
    }
    const askId = newId();
    // Its agent is told this name, and cannot speak of a call of its own by it.
    [book.state] = newUse(book.state, askId);
    const partOf = await this.#wholeOf(call);
    const details = { suggestions: [], offered: { agent, allow: '', deny: '', lasting: [] } };
    const asked = { type: 'asked', askId, toolCallId: askId, ...call, details, request: params } as const;
    return new Promise(resolve => {
      const reply = (decision: Decision): void => {
        if (decision.choice === 'allow') resolve(act(params, call, askId, partOf));
        else resolve(failed(decision.message || 'denied'));
      };
      asks.ask({ ...asked, ...(partOf === undefined ? {} : { partOf }) }, reply, token);
    });
  }

  /** The edit of which a write is part, or the command that it starts. The file is read to know what that edit comes to, and for nobody else. */
  async #wholeOf({ tool, input }: OwnCall): Promise<string | undefined> {
    const { book } = this.#options;
    const path = asString(input['file_path']);
    const [content, command] = [asString(input['content']), asString(input['command'])];
    if (tool === 'Bash' && command !== undefined) {
      const [after, whole] = runAs(book.state, command);
      book.state = after;
      return whole;
    }
    if (tool !== 'Write' || path === undefined || content === undefined) return undefined;
    if (announcing(book.state, path).length === 0) return undefined;
    const before = await readTextFile({ path }).then(
      ({ content: text }) => asString(text),
      () => undefined,
    );
    const [after, whole] = carriedOut(book.state, path, content, before);
    book.state = after;
    return whole;
  }

  #start({ outputByteLimit }: JsonObject, { input }: OwnCall, toolCallId: string, partOf: string | undefined): Result {
    const { onEvent, book } = this.#options;
    const end = (ok: boolean, text: string): void => onEvent({ type: 'ended', toolCallId, ok, text });
    try {
      this.terminals.start(toolCallId, asString(input['command']) ?? '', outputByteLimit, {
        onPrinted: printed => onEvent({ type: 'progress', toolCallId: partOf ?? toolCallId, printed }),
        onExit(ok, text) {
          if (partOf !== undefined) book.state = printedFor(book.state, partOf, text);
          end(ok, text);
        },
      });
      return { terminalId: toolCallId };
    } catch (error) {
      end(false, reasonOf(error));
      return failed(reasonOf(error));
    }
  }
}

function failed(why: string): ResponseError {
  return new ResponseError(ErrorCodes.InternalError, why);
}
