import { joinPath } from '../paths/pathText';
import type { PathForms, World } from '../paths/world';

/**
 * The file in which Claude Code keeps the plan that it is making, and nothing beside it: in plan mode alone, right in
 * its folder, with a name as the CLI makes them, and no link to somewhere else. What the plan says is approved with it.
 */
export function isPlanFile({ lexical, real }: PathForms, world: World): boolean {
  if (world.context.mode !== 'plan' || real !== lexical) return false;
  const { home, claudeFolder } = world.context;
  const own = claudeFolder ?? joinPath(home, '.claude');
  // What is relative or empty depends on where the agent was started.
  if (!own.startsWith('/')) return false;
  const folder = joinPath(own, 'plans');
  return lexical.startsWith(`${folder}/`) && /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.test(lexical.slice(folder.length + 1));
}
