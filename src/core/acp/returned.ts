import { createdFile, printed, type Returned, withinLines } from '../call/returned';
import { diffRows, diffSections } from '../change/lineDiff';
import { type Diff, resultOf, type ToolCall } from './toolCall';

/** What a call that is one of ours returned, by its kind, as Claude Code would tell it. */
export function returnedOf(told: ToolCall, tool: string): Returned | undefined {
  const { diffs } = told;
  const [diff] = diffs;
  if (tool === 'Bash') return printed(resultOf(told));
  if ((tool !== 'Edit' && tool !== 'Write') || !diff || diffs.length > 1) return undefined;
  return diff.oldText === undefined ? createdFile(diff.path, diff.newText) : changeOf(diff.oldText, diff);
}

const signs = { same: ' ', removed: '-', added: '+' } as const;

/** The texts are parts of a file, and nobody says of which lines. */
function changeOf(before: string, { path, newText: after }: Diff): Returned {
  const parts = diffSections(diffRows(before, after)).filter(({ kind }) => kind === 'change');
  const hunks = parts.map(({ rows }) => ({
    before: 0,
    after: 0,
    lines: rows.map(({ kind, text }) => `${signs[kind]}${text}`),
  }));
  return { kind: 'change', path, created: false, hunks: withinLines(hunks) };
}
