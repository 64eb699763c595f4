/** Paths as text: no file system is asked here. */

/** Resolves `.`, `..` and repeated slashes of an absolute path, without regard to symlinks. */
export function normalPath(path: string): string {
  if (!path.includes('//') && !path.includes('/.') && !path.endsWith('/')) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function joinPath(folder: string, path: string): string {
  return normalPath(path.startsWith('/') ? path : `${folder}/${path}`);
}

/** The path as the kernel gets it: `..` after a symlink must stay. */
export function joinRaw(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`;
}

/**
 * What a process calls its own folder and root is another place for each process: `/proc/self/cwd/x` is `x` in the
 * folder in which the command runs, and not where we do.
 */
export function throughProcess(path: string, folder: string): string {
  if (!/^\/+(?:proc|dev)\//.test(path)) return path;
  const plain = normalPath(path.replace(/^\/+dev\/+fd(?=\/)/, '/proc/self/fd'));
  const own = /^\/proc\/[^/]+(?:\/task\/[^/]+)?\/(cwd|root)(?=\/|$)/.exec(plain);
  if (!own) return path;
  return `${own[1] === 'cwd' ? folder : ''}${plain.slice(own[0].length)}` || '/';
}

export function isInside(path: string, folder: string): boolean {
  if (folder === '/') return path.startsWith('/');
  return path === folder || path.startsWith(`${folder}/`);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
