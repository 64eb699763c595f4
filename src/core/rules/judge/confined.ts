import type { Because, ToolUse } from '../language/verdict';
import type { World } from '../paths/world';
import type { Effect } from '../risk/effects';
import { mostDeleted, staysInside } from '../tables/confined';
import { say } from '../../texts/sentence';
import { writesOutside } from './outside';

/**
 * Where a person wants to be asked about what leaves the workspace alone, a command that the kernel keeps in it needs no
 * question: what it reaches beyond, whatever it is written like, the kernel refuses or asks about. What can be lost within
 * asks all the same, as far as the command says it.
 */
export function confined(call: ToolUse, effects: readonly Effect[], world: World): Because | undefined {
  const { context } = world;
  if (!context.confined) return undefined;
  if (!effects.every(({ kind }) => staysInside.has(kind)) || !deletesLittle(effects)) return undefined;
  if (writesOutside(call, context).length > 0) return undefined;
  return {
    verdict: 'allow',
    source: { scope: 'mode' },
    reason: say('The kernel keeps it in the workspace, and the setting latch.askAbout asks about what leaves that.'),
  };
}

/** So few files that each is named, or was counted. */
function deletesLittle(effects: readonly Effect[]): boolean {
  const writes = effects.some(({ kind }) => kind === 'file-write');
  const deleted = effects.filter(({ kind }) => kind === 'file-delete' || kind === 'recursive-delete');
  const counts = deleted.map(({ kind, object, count }) => {
    // What the same line has written or renamed is another folder by then.
    if (kind === 'recursive-delete') return writes ? Infinity : (count ?? Infinity);
    return object === undefined || /[*?[{$`]/.test(object) ? Infinity : 1;
  });
  return counts.reduce((sum, count) => sum + count, 0) <= mostDeleted;
}
