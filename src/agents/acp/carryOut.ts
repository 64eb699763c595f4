import { readFile } from 'node:fs/promises';
import { ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import type { Decision } from '../../core/call/call';
import type { AgentEvent } from '../../core/call/events';
import { announcing, carriedOut } from '../../core/acp/announced';
import { reasonOf } from '../../core/acp/problems';
import type { AcpState } from '../../core/acp/state';
import type { AgentLinkOptions } from '../link';
import { readTextFile, writeTextFile } from './files';
import { type OwnCall, readCall, terminalCall, writeCall } from './ownCalls';
import { Terminals } from './terminals';

interface OwnCallsOptions extends Pick<AgentLinkOptions, 'cwd' | 'environment' | 'mark' | 'newId' | 'onEvent' | 'log'> {
  readonly name: string;
  readonly connection: MessageConnection;
  /** What its agent has told so far. */
  readonly state: { readonly get: () => AcpState; readonly set: (state: AcpState) => void };
  readonly ask: (event: AgentEvent & { type: 'asked' }, answer: (decision: Decision) => void) => void;
}

type Result = JsonObject | ResponseError;

/** What an agent has us do: nothing is read, written or started before it passed the channel like any other call. */
export class OwnCalls {
  readonly #options: OwnCallsOptions;
  readonly #terminals: Terminals;

  constructor(options: OwnCallsOptions) {
    this.#options = options;
    this.#terminals = new Terminals(options);
    const { connection, cwd } = options;
    connection.onRequest('fs/read_text_file', (params: unknown) => this.#pass(params, readCall, readTextFile));
    connection.onRequest('fs/write_text_file', (params: unknown) => this.#pass(params, writeCall, writeTextFile));
    connection.onRequest('terminal/create', (params: unknown) =>
      this.#allowed(
        params,
        given => terminalCall(given, cwd),
        (given, call, id) => this.#start(given, call, id),
      ),
    );
    this.#about('terminal/output', id => this.#terminals.output(id));
    this.#about('terminal/wait_for_exit', id => this.#terminals.exitOf(id));
    this.#about('terminal/kill', id => (this.#terminals.kill(id) ? {} : undefined));
    this.#about('terminal/release', id => (this.#terminals.release(id) ? {} : undefined));
  }

  end(): void {
    this.#terminals.endAll();
  }

  /** What needs no answer of its own: the terminal was allowed when it was started. */
  #about(method: string, of: (terminalId: string) => Promise<JsonObject | undefined> | JsonObject | undefined): void {
    this.#options.connection.onRequest(method, async (params: unknown): Promise<Result> => {
      const id = isObject(params) ? asString(params['terminalId']) : undefined;
      const result = id === undefined ? undefined : await of(id);
      return result ?? new ResponseError(ErrorCodes.InvalidParams, 'no such terminal');
    });
  }

  #pass(
    params: unknown,
    callOf: (params: JsonObject) => OwnCall | undefined,
    act: (params: JsonObject) => Promise<JsonObject>,
  ): Promise<Result> | Result {
    return this.#allowed(params, callOf, async (given, _, toolCallId) => {
      const end = (ok: boolean, text: string): void => this.#options.onEvent({ type: 'ended', toolCallId, ok, text });
      try {
        const result = await act(given);
        end(true, '');
        return result;
      } catch (error) {
        end(false, reasonOf(error));
        return new ResponseError(ErrorCodes.InternalError, reasonOf(error));
      }
    });
  }

  async #allowed(
    params: unknown,
    callOf: (params: JsonObject) => OwnCall | undefined,
    act: (params: JsonObject, call: OwnCall, toolCallId: string) => Promise<Result> | Result,
  ): Promise<Result> {
    const { newId, ask, name: agent, log } = this.#options;
    const call = isObject(params) ? callOf(params) : undefined;
    if (!isObject(params) || !call) {
      log.warn('acp: a request that breaks the protocol was refused');
      return new ResponseError(ErrorCodes.InvalidParams, 'unreadable parameters');
    }
    const askId = newId();
    const partOf = await this.#wholeOf(call);
    const details = { suggestions: [], offered: { agent, allow: '', deny: '', lasting: [] } };
    const asked = { type: 'asked', askId, toolCallId: askId, ...call, details, request: params } as const;
    return new Promise(resolve => {
      ask({ ...asked, ...(partOf === undefined ? {} : { partOf }) }, decision => {
        if (decision.choice === 'allow') resolve(act(params, call, askId));
        else resolve(new ResponseError(ErrorCodes.InternalError, decision.message || 'denied'));
      });
    });
  }

  /** The edit of which a write is part. The file is read to know what that edit comes to, and for nobody else. */
  async #wholeOf({ tool, input }: OwnCall): Promise<string | undefined> {
    const { state } = this.#options;
    const path = asString(input['file_path']);
    const content = asString(input['content']);
    if (tool !== 'Write' || path === undefined || content === undefined) return undefined;
    if (announcing(state.get(), path).length === 0) return undefined;
    const before = await readFile(path, 'utf8').catch(() => undefined);
    const [after, whole] = carriedOut(state.get(), path, content, before);
    state.set(after);
    return whole;
  }

  #start({ outputByteLimit }: JsonObject, { input }: OwnCall, toolCallId: string): JsonObject {
    const { onEvent } = this.#options;
    this.#terminals.start(toolCallId, asString(input['command']) ?? '', outputByteLimit, (ok, text) =>
      onEvent({ type: 'ended', toolCallId, ok, text }),
    );
    return { terminalId: toolCallId };
  }
}
