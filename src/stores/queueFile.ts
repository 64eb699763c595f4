import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../core/base/json';
import type { Attachment, Message } from '../core/message/message';
import { writeAtomically } from './atomicWrite';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import { codeOf } from './errorCode';

/** The messages of a session that wait for their turn, as long as there are any. Only this user can read them. */
export class QueueFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is no message is left out. A file that cannot be read at all is put aside before another one is written. */
  async load(): Promise<readonly Message[]> {
    try {
      const read: unknown = JSON.parse(await readFile(this.#path, 'utf8'));
      if (Array.isArray(read)) return read.flatMap(messageOf);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
    }
    const path = asideOf(this.#path);
    await rename(this.#path, path);
    throw new Told(say('The messages that waited here could not be read. Their file was put aside: {path}', { path }));
  }

  /** With what was put aside of it. */
  async remove(): Promise<void> {
    for (const path of [this.#path, asideOf(this.#path)]) await rm(path, { force: true });
  }

  async save(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) {
      await rm(this.#path, { force: true });
      return;
    }
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    // It is written by whoever holds the journal of its session, which is one at a time.
    await writeAtomically(this.#path, JSON.stringify(messages), {
      mode: 0o600,
      stillOurs: () => true,
    });
  }
}

function asideOf(path: string): string {
  return `${path}.damaged`;
}

function messageOf(value: unknown): readonly Message[] {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['text'] !== 'string') return [];
  const { id, text, attachments } = value;
  return [{ id, text, ...(Array.isArray(attachments) ? { attachments: attachments.flatMap(attachmentOf) } : {}) }];
}

function attachmentOf(value: unknown): readonly Attachment[] {
  if (!isObject(value)) return [];
  const { kind, name, mediaType, data } = value;
  if (kind !== 'image' && kind !== 'pdf' && kind !== 'text') return [];
  if (typeof name !== 'string' || typeof mediaType !== 'string' || typeof data !== 'string') return [];
  return [{ kind, name, mediaType, data }];
}
