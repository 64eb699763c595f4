import { parseRule } from '../language/rule';
import type { ScopeEntry } from '../language/verdict';
import { isLiteralSegment } from '../paths/pathMatch';
import { isInside, joinPath, normalPath } from '../paths/pathText';
import { isOpenable, isProtected } from '../paths/world';
import type { Ground } from './limit';

/**
 * The folders elsewhere that rules let be written in as a whole, `Edit(//elsewhere/**)`. Only what is certain: the path is
 * written out, it is a folder, it leads nowhere else, and nobody would mind that all commands can write there.
 */
export function openedByRules(
  entries: readonly ScopeEntry[],
  { cwd, home, now, realPath, agentFolders }: Pick<Ground, 'cwd' | 'home' | 'now' | 'realPath' | 'agentFolders'>,
): readonly string[] {
  const folders = entries.flatMap(entry => {
    if ('why' in entry || entry.action !== 'allow' || (entry.expires ?? Infinity) <= now) return [];
    const parsed = parseRule(entry.pattern, entry.action);
    if ('error' in parsed || parsed.rule.kind !== 'path' || parsed.rule.access !== 'edit') return [];
    const { anchor, segments } = parsed.rule.pattern;
    const names = segments.slice(0, -1);
    if (segments.at(-1) !== '**' || !names.every(isLiteralSegment)) return [];
    const base = { absolute: '/', home, root: normalPath(entry.root), cwd: undefined, anywhere: undefined }[anchor];
    return base === undefined ? [] : [joinPath(base, names.join('/'))];
  });
  return [...new Set(folders)].filter(
    folder =>
      !isInside(folder, cwd) &&
      realPath(folder) === folder &&
      isOpenable(folder, [home, cwd], path => isProtected(path, agentFolders)),
  );
}
