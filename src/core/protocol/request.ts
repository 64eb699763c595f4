import { name, object, type Reader, type TypeOf, where, whole } from './read';

/** A request of the page: how its parameters are read, and what the host answers. */
export interface Request<P, R> {
  readonly params: Reader<P>;
  /** Only for the compiler: host and page are built from the same list, so nobody reads a result. */
  readonly result?: R;
}

type Requests = Readonly<Record<string, Request<unknown, unknown>>>;

export function takes<P>(params: Reader<P>): { readonly gives: <R>() => Request<P, R> } {
  return { gives: () => ({ params }) };
}

/** Method -> parameters and result. */
export type MessagesOf<L extends Requests> = {
  readonly [M in keyof L]: {
    readonly params: TypeOf<L[M]['params']>;
    readonly result: L[M] extends Request<unknown, infer R> ? R : never;
  };
};

export type HandlersOf<L extends Requests> = {
  readonly [M in keyof L]: (params: MessagesOf<L>[M]['params']) => Promise<MessagesOf<L>[M]['result']>;
};

/** What many requests take, or give. */
export const nothing = object({});
export type Done = Record<string, never>;
export const call = object({ sessionId: name, toolCallId: name });
/** Counted from 1. */
export const line = where(whole, value => value > 0, 'must be the number of a line');
