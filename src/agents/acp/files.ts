import { readFile, writeFile } from 'node:fs/promises';
import { asString, type JsonObject } from '../../core/base/json';

/** Reads a file as an agent asked for it: from a line on, counted from 1, and so many of them. */
export async function readTextFile({ path, line, limit }: JsonObject): Promise<JsonObject> {
  const text = await readFile(asString(path) ?? '', 'utf8');
  if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
  const from = typeof line === 'number' ? Math.max(0, line - 1) : 0;
  const lines = text.split('\n').slice(from, typeof limit === 'number' ? from + limit : undefined);
  return { content: lines.join('\n') };
}

export async function writeTextFile({ path, content }: JsonObject): Promise<JsonObject> {
  await writeFile(asString(path) ?? '', asString(content) ?? '');
  return {};
}
