import type { RiskName } from './riskReasons';

/**
 * What stays in the workspace when the kernel keeps a command there, and can be made again: everything else asks. So does
 * what changes the history of a repository, although it lies in the workspace.
 */
export const staysInside: ReadonlySet<RiskName> = new Set<RiskName>([
  'file-write',
  'file-delete',
  'recursive-delete',
  'code-exec',
  'unknown-command',
  'background',
]);

/** More files than this are not deleted without a question. */
export const mostDeleted = 10;
