import axe from 'axe-core';
import type { Frame } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What a checker of accessibility finds in a page or a frame that is serious, one line each. */
export async function seriousFindings(
  frame: Pick<Frame, 'evaluate'>,
  what: 'all' | 'contrast' = 'all',
): Promise<readonly string[]> {
  await frame.evaluate(axe.source);
  const runOnly = what === 'contrast' ? ['color-contrast'] : undefined;
  const { violations } = await frame.evaluate(only => window.axe.run(only ? { runOnly: only } : {}), runOnly);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}
