import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A file that was changed so shortly before may be changed again without another time. */
const settledMs = 2000;

/**
 * Changes whenever git might find another repository from this folder, or other settings in it: every folder up to the
 * root with what makes it a repository, and the files with settings. Undefined where something has just changed.
 */
export function gitStamp(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const parts: string[] = [];
  let newest = 0;
  const add = (path: string): void => {
    for (const stat of [lstatSync, statSync]) {
      try {
        const { dev, ino, size, mode, uid, mtimeNs, ctimeNs } = stat(path, { bigint: true });
        parts.push(`${dev} ${ino} ${size} ${mode} ${uid} ${mtimeNs} ${ctimeNs}`);
        newest = Math.max(newest, Number(ctimeNs / 1_000_000n), Number(mtimeNs / 1_000_000n));
      } catch {
        parts.push('none');
      }
    }
  };
  for (const file of ownSettings(environment)) add(file);
  for (let current = resolve(folder); ; current = dirname(current)) {
    for (const name of ['.', '.git', 'HEAD', 'objects', 'refs', 'commondir']) add(join(current, name));
    for (const place of [join(current, '.git'), current, ...linked(join(current, '.git'))])
      for (const name of [
        '.',
        'HEAD',
        'objects',
        'refs',
        'commondir',
        'config',
        'config.worktree',
        'hooks',
        'hooks/post-index-change',
      ])
        add(join(place, name));
    if (dirname(current) === current) break;
  }
  return Date.now() - newest < settledMs ? undefined : parts.join('\n');
}

function ownSettings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '/';
  const config = environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
  return [
    '/etc/gitconfig',
    join(home, '.gitconfig'),
    join(config, 'git', 'config'),
    ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'].flatMap(name => environment[name] ?? []),
  ];
}

/** Where a `.git` that is a file leads, and what is shared there. */
function linked(file: string): readonly string[] {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFile(file) ?? '')?.[1];
  if (target === undefined) return [];
  const place = resolve(dirname(file), target);
  const shared = readFile(join(place, 'commondir'))?.trim();
  return shared === undefined ? [place] : [place, resolve(place, shared)];
}

function readFile(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size < 10_000 ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
