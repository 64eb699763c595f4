import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';
import { isObject, type JsonObject } from '../../core/base/json';

/** JSON-RPC over the lines of a process: the reading half, which is given each line as it comes. */
export class LinesIn extends AbstractMessageReader {
  #callback: DataCallback = () => {};

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => {} };
  }

  /** False: it is no message of JSON-RPC. */
  take(value: unknown): boolean {
    if (!isMessage(value)) return false;
    this.#callback(withdrawal(value) ?? value);
    return true;
  }
}

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** ACP has parameters by name alone, and JSON-RPC no other ids. */
function isMessage(value: unknown): value is Message & JsonObject {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params } = value;
  if (method === undefined) return isId(id) && ('result' in value || isObject(value['error']));
  return typeof method === 'string' && (!('id' in value) || isId(id)) && (params === undefined || isObject(params));
}

/** That a request is withdrawn, as the library knows it from another protocol. */
function withdrawal({ method, params }: JsonObject): (Message & JsonObject) | undefined {
  if (method !== '$/cancel_request' || !isObject(params)) return undefined;
  return { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: params['requestId'] ?? null } };
}

/** The writing half. */
export class LinesOut extends AbstractMessageWriter {
  readonly #send: (message: JsonObject) => Promise<void>;

  constructor(send: (message: JsonObject) => Promise<void>) {
    super();
    this.#send = send;
  }

  write(message: Message): Promise<void> {
    return this.#send({ ...message });
  }

  end(): void {}
}
