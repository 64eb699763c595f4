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
    this.#callback(value);
    return true;
  }
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value['jsonrpc'] === '2.0';
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
