import { joinPath, normalPath } from '../paths/pathText';
import type { PathForms, World } from '../paths/world';

/**
 * The file in which Claude Code keeps the plan that it is making, and nothing beside it: in plan mode alone, right in
 * its folder, with a name as the CLI makes them, and no link to somewhere else. What the plan says is approved with it.
 */
export function isPlanFile({ lexical, real }: PathForms, world: World): boolean {
  if (world.context.mode !== 'plan' || real !== lexical) return false;
  const folder = joinPath(normalPath(world.context.home), '.claude/plans');
  return lexical.startsWith(`${folder}/`) && /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.test(lexical.slice(folder.length + 1));
}
