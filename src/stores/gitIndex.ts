import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The list that git keeps of the files it follows, read without git: only as far as there is nothing unusual about it. */

const mostBytes = 2_000_000;
const mostFiles = 3000;

/** What `git ls-files` prints in a folder; `undefined` when that cannot be told from here. */
export function trackedFiles(folder: string): readonly string[] | undefined {
  const root = rootOf(folder);
  if (root === undefined) return undefined;
  try {
    const settings = readFileSync(join(root, '.git/config'), 'utf8');
    if (/worktree|include|objectformat/i.test(settings)) return undefined;
    const file = join(root, '.git/index');
    if (statSync(file).size > mostBytes) return undefined;
    const names = namesIn(readFileSync(file));
    const prefix = relative(root, folder).split(sep).join('/');
    if (prefix === '') return names;
    return names?.filter(name => name.startsWith(`${prefix}/`)).map(name => name.slice(prefix.length + 1));
  } catch {
    return undefined;
  }
}

/** The folder of the nearest ordinary repository, when nothing on the way to it may be taken for another one. */
function rootOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const git = join(current, '.git');
    if (existsSync(git))
      return ['HEAD', 'objects', 'refs'].every(name => existsSync(join(git, name))) ? current : undefined;
    if (existsSync(join(current, 'HEAD')) || dirname(current) === current) return undefined;
  }
}

/** The names of an index in the versions 2 to 4; `undefined` for one that is split, sparse, or larger than is quick. */
function namesIn(index: Buffer): readonly string[] | undefined {
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4 || count > mostFiles) return undefined;
  const names: string[] = [];
  let at = 12;
  for (let left = count; left > 0; left--) {
    const isFolder = index.readUInt32BE(at + 24) >>> 12 === 0o4;
    const flags = index.readUInt16BE(at + 60);
    let from = at + 62 + ((flags & 0x4000) === 0 ? 0 : 2);
    let name = '';
    if (version === 4) {
      const { value, next } = varint(index, from);
      const before = names.at(-1) ?? '';
      name = before.slice(0, before.length - value);
      from = next;
    }
    const end = index.indexOf(0, from);
    if (isFolder || end < 0) return undefined;
    names.push(name + index.toString('latin1', from, end));
    at = version === 4 ? end + 1 : at + (((end - at) / 8) | 0) * 8 + 8;
  }
  return hasLink(index, at) ? undefined : [...new Set(names)];
}

function varint(index: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from;
  let byte = index.readUInt8(at++);
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = index.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next: at };
}

/** Whether the index goes on in another file, or holds folders for what stands in them. */
function hasLink(index: Buffer, from: number): boolean {
  for (let at = from; at + 8 <= index.length - 20; at += 8 + index.readUInt32BE(at + 4)) {
    if (/^(?:link|sdir)$/.test(index.toString('latin1', at, at + 4))) return true;
  }
  return false;
}
