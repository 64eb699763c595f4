import type { Entry, Facts } from '../../../../src/core/rules';
import { workspace } from '../helpers';

/** A disk with these files below the workspace, `name -> target` for a link. What git follows is all but `untracked`. */
export function disk(files: readonly string[], tracked?: readonly string[]): Facts {
  const folders = new Map<string, Map<string, Entry>>();
  const links = new Map<string, string>();
  const add = (path: string, isFolder: boolean): void => {
    const at = path.lastIndexOf('/');
    const parent = path.slice(0, at) || '/';
    if (path !== '/') {
      const inParent = folders.get(parent) ?? new Map<string, Entry>();
      folders.set(parent, inParent);
      inParent.set(path.slice(at + 1), { name: path.slice(at + 1), isFolder });
      if (parent !== '/') add(parent, true);
    }
  };
  add(workspace, true);
  for (const file of files) {
    const [path = '', target] = file.split(' -> ');
    add(`${workspace}/${path}`, false);
    if (target !== undefined) links.set(`${workspace}/${path}`, target);
  }
  return {
    realPath: path => {
      const parts: string[] = [];
      for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else if (part !== '' && part !== '.') parts.push(part);
      }
      const plain = `/${parts.join('/')}`;
      return links.get(plain) ?? plain;
    },
    entries: folder => {
      const found = folders.get(folder);
      return found && [...found.values()];
    },
    text: () => undefined,
    tracked: () => tracked,
    git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
    gitAnswer: () => '',
  };
}
