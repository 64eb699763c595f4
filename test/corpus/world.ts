import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface VectorFile {
  readonly path: string;
  readonly content?: string;
}

interface VectorFiles {
  readonly dirs?: readonly string[];
  readonly files?: readonly (string | VectorFile)[];
  readonly homeFiles?: readonly (string | VectorFile)[];
  readonly symlinks?: readonly { readonly path: string; readonly target: string }[];
}

export interface CorpusVector {
  readonly id: string;
  readonly kind: string;
  readonly rules?: object;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly fs?: VectorFiles;
  readonly workspaceTrusted?: boolean;
  readonly platform?: string;
  readonly expect: {
    readonly decision?: string;
    readonly safe?: boolean;
    readonly minRisk?: string;
    readonly maxRisk?: string;
    readonly reasons?: readonly string[];
  };
  readonly why: string;
}

/** Makes the folders and files of one vector for real, gives its JSON line, and removes them when asked. */
export function makeWorld(vector: CorpusVector): { readonly line: string; readonly workspace: string; remove(): void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'latch-vector-')));
  const workspace = join(root, 'workspace');
  const home = join(root, 'home');
  const fill = (text: string): string => text.replaceAll('{CWD}', workspace).replaceAll('{HOME}', home).replaceAll('{ROOT}', root);
  mkdirSync(workspace);
  mkdirSync(home);
  for (const folder of vector.fs?.dirs ?? []) mkdirSync(join(workspace, folder), { recursive: true });
  for (const file of vector.fs?.files ?? []) makeFile(workspace, file);
  for (const file of vector.fs?.homeFiles ?? []) makeFile(home, file);
  for (const link of vector.fs?.symlinks ?? []) {
    mkdirSync(dirname(join(workspace, link.path)), { recursive: true });
    symlinkSync(fill(link.target), join(workspace, link.path));
  }
  const { id, kind, rules, tool, input, cwd, workspaceTrusted, platform } = vector;
  const call = { id, kind, rules, tool, input, cwd, workspace: '{CWD}', home: '{HOME}', workspaceTrusted, platform };
  const fillJson = (text: string): string => JSON.stringify(fill(text)).slice(1, -1);
  const line = JSON.stringify(call)
    .replaceAll('{CWD}', fillJson('{CWD}'))
    .replaceAll('{HOME}', fillJson('{HOME}'))
    .replaceAll('{ROOT}', fillJson('{ROOT}'));
  return { line, workspace, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function makeFile(folder: string, file: string | VectorFile): void {
  const path = join(folder, typeof file === 'string' ? file : file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof file === 'string' ? 'text\n' : (file.content ?? 'text\n'));
}

const levels = ['low', 'medium', 'high', 'critical'];

/** What is wrong with an answer, or `undefined` when it is as the vector says. */
export function wrongAnswer(vector: CorpusVector, answer: { decision: string; safe: boolean; risk: string; reasons: readonly string[] }): string | undefined {
  const { expect } = vector;
  if (expect.decision !== undefined && answer.decision !== expect.decision) return `${answer.decision}, expected ${expect.decision}`;
  if (expect.safe !== undefined && answer.safe !== expect.safe) return `safe ${answer.safe}, expected ${expect.safe}`;
  const level = levels.indexOf(answer.risk);
  if (expect.minRisk !== undefined && level < levels.indexOf(expect.minRisk)) return `risk ${answer.risk}, expected at least ${expect.minRisk}`;
  if (expect.maxRisk !== undefined && level > levels.indexOf(expect.maxRisk)) return `risk ${answer.risk} (${answer.reasons.join(' ')}), expected at most ${expect.maxRisk}`;
  const missing = expect.reasons?.filter(reason => !answer.reasons.includes(reason)) ?? [];
  return missing.length > 0 ? `reasons ${answer.reasons.join(' ')}, missing ${missing.join(' ')}` : undefined;
}
