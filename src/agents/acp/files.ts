import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asString, type JsonObject } from '../../core/base/json';

/** What is larger is no text that a model reads, and would stand in the memory of the editor three times. */
const mostRead = 64 * 1024 * 1024;

/** Reads a file as an agent asked for it: from a line on, counted from 1, and so many of them. */
export async function readTextFile({ path, line, limit }: JsonObject): Promise<JsonObject> {
  const place = asString(path) ?? '';
  await refuseOdd(place);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(place));
  if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
  const from = typeof line === 'number' ? Math.max(0, line - 1) : 0;
  const lines = text.split('\n').slice(from, typeof limit === 'number' ? from + limit : undefined);
  return { content: lines.join('\n') };
}

export async function writeTextFile({ path, content }: JsonObject): Promise<JsonObject> {
  const place = asString(path) ?? '';
  await refuseOdd(place).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, asString(content) ?? '');
  return {};
}

/** Where a path leads, also where nothing is there yet. */
export async function placeOf(path: string): Promise<string> {
  const above = dirname(path);
  return realpath(path).catch(async () => (above === path ? path : join(await placeOf(above), basename(path))));
}

/** A pipe or a device has no end: whoever opens one may wait for ever. */
async function refuseOdd(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`${path} is no regular file`);
  if (found.size > mostRead) throw new Error(`${path} is larger than ${mostRead} bytes`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
