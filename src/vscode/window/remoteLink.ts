import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-jsonrpc/node';
import { isObject } from '../../core/base/json';
import { isSentence, say, type Sentence } from '../../core/texts/sentence';
import { sentenceOf, Told } from '../../core/texts/told';

/** How long a window may take that is there: a socket answers at once, or its host stands still. */
const answersWithinMs = 5000;
/** How long it may take to let go of a session: its agent and its journal are given less to come to their end. */
export const letsGoWithinMs = 30_000;

/** The way to another window. */
export interface Link {
  readonly socket: Socket;
  readonly connection: MessageConnection;
}

/** Connects to a window; rejects where there is none. */
export async function linkTo(path: string): Promise<Link> {
  const socket = connect(path);
  socket.on('error', () => {});
  await within(once(socket, 'connect')).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  connection.onError(() => {});
  // Whoever waits for an answer is told that there will be none.
  socket.once('close', () => connection.dispose());
  connection.listen();
  return { socket, connection };
}

const silent = say('The window in which this session runs does not answer.');

/** Rejects where the other window does not answer. */
export async function within<T>(work: Promise<T>, ms = answersWithinMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Told(silent)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Any answer to it shows that the other window works, also that of one that does not know it. */
export const alive = 'window/alive';
const standsStill = say(
  'The window in which this session runs does not answer. What you did may still count once it goes on.',
);

/** However long something may take in another window, it is not waited for once nothing comes from there any more. */
export async function whileAlive<T>(connection: MessageConnection, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const silence = new Promise<never>((_, reject) => {
    const look = (): void => {
      if (!isOver) timer = setTimeout(() => ask(), answersWithinMs);
    };
    const ask = (): void => {
      const answer = connection.sendRequest(alive).catch(() => {});
      within(answer).then(look, () => reject(new Told(standsStill)));
    };
    look();
  });
  return Promise.race([work, silence]).finally(() => {
    isOver = true;
    clearTimeout(timer);
  });
}

const unanswered = say('The window in which this session ran has closed before it answered.');

/** Whether it is not known whether that window did what it was asked. */
export function mayHaveHappened(error: unknown): boolean {
  const { template } = sentenceOf(error);
  return template === unanswered.template || template === standsStill.template;
}

/** A refusal comes as the sentence that the other window would have told its own page. */
export function reasonOf(error: unknown): Sentence {
  if (error instanceof Told) return error.sentence;
  const data = isObject(error) || error instanceof Error ? Object(error).data : undefined;
  return isSentence(data) ? data : unanswered;
}
