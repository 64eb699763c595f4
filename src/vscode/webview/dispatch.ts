import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { messageOf } from '../../core/base/messageOf';
import { type Listeners, notifications, type WebviewNotifications } from '../../core/protocol/notifications';
import type { Reader } from '../../core/protocol/read';
import type { Request } from '../../core/protocol/request';
import { type Handlers, requests, type WebviewRequests } from '../../core/protocol/requests';

type Definitions = {
  readonly [M in keyof WebviewRequests]: Request<WebviewRequests[M]['params'], WebviewRequests[M]['result']>;
};
type Readers = { readonly [M in keyof WebviewNotifications]: Reader<WebviewNotifications[M]> };

const definitions: Definitions = requests;
const readers: Readers = notifications;

/** Reads what a page asks, and has it answered. A handler never sees what is not of its form. */
export async function answer(handlers: Partial<Handlers>, method: string, params: unknown): Promise<unknown> {
  if (!isRequest(method)) throw new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`);
  return answerRead(method, handlers[method], params);
}

/** Reads what a page tells. What is not of its form is left out: nobody waits for an answer. */
export function tell(listeners: Listeners, method: string, params: unknown): void {
  if (isNotification(method)) tellRead(method, listeners[method], params);
}

async function answerRead<M extends keyof WebviewRequests>(
  method: M,
  handler: Partial<Handlers>[M],
  params: unknown,
): Promise<unknown> {
  if (!handler) throw new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`);
  const read = definitions[method].params(params);
  if (!read.ok) throw new ResponseError(ErrorCodes.InvalidParams, read.problem);
  try {
    return await handler(read.value);
  } catch (error) {
    // A person reads the reason, so it must not be wrapped in the words of the protocol.
    throw new ResponseError(ErrorCodes.InternalError, messageOf(error));
  }
}

function tellRead<M extends keyof WebviewNotifications>(method: M, listener: Listeners[M], params: unknown): void {
  const read = readers[method](params);
  if (read.ok) listener(read.value);
}

function isRequest(method: string): method is keyof WebviewRequests {
  return Object.hasOwn(requests, method);
}

function isNotification(method: string): method is keyof WebviewNotifications {
  return Object.hasOwn(notifications, method);
}
