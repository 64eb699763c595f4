import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonical } from '../core/base/json';
import { findingsIn, type Finding, type RepositoryFile } from '../core/session/repository';
import { parseRulesFile } from './rulesFile';
import { sha256 } from './sha256';
import { say } from '../core/texts/sentence';

const single = ['.claude/settings.json', '.claude/settings.local.json', '.mcp.json'];
/** Our own rules file: its deny and ask rules always count, its allow rules when they were accepted. */
const rulesFile = '.latch/rules.json';
const folders = ['.claude/skills', '.claude/commands', '.claude/agents'];
/** More than this is no longer something that a person reviews; it is reported as one finding instead. */
const mostFiles = 500;
const largestFile = 1024 * 1024;

export interface RepositoryContent {
  readonly findings: readonly Finding[];
  readonly hash: string;
  /** The hash of all but our own rules file, and that of our rules file, if it is there. */
  readonly others: string;
  readonly rules?: string;
}

/** Reads what the agent would read of this folder, and names its content by a hash. */
export async function readRepository(folder: string): Promise<RepositoryContent> {
  const names = [...single, ...(await Promise.all(folders.map(name => markdownFiles(folder, name)))).flat()];
  const tooMany: Finding[] =
    names.length > mostFiles
      ? [
          {
            kind: 'unreadable',
            file: '.claude',
            name: 'files',
            text: '',
            says: say('There are {count} files; the first {most} were read.', { count: names.length, most: mostFiles }),
          },
        ]
      : [];
  const files = (await Promise.all(names.slice(0, mostFiles).map(name => readOne(folder, name)))).filter(
    file => file !== undefined,
  );
  const rules = await readOne(folder, rulesFile);
  if (rules) files.push(rules);
  const findings = [
    ...findingsIn(files.filter(file => file !== rules)),
    ...(rules ? ruleFindings(rules) : []),
    ...tooMany,
  ];
  const hashes = (of: readonly RepositoryFile[]): string =>
    sha256(
      canonical([
        ...of.map(({ file, text }) => [file, text === undefined ? 'unreadable' : sha256(text)]),
        ['count', names.length],
      ]),
    );
  const others = hashes(files.filter(file => file !== rules));
  const hash = hashes(files);
  return { findings, hash, others, ...(rules?.text === undefined ? {} : { rules: sha256(rules.text) }) };
}

/**
 * Whether all that is different between two readings is our rules file, which went from one text to the other by a
 * change of ours. Nobody else has touched anything that a person accepted.
 */
export function isOurChange(
  known: RepositoryContent,
  next: RepositoryContent,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): boolean {
  const rules = before === undefined ? undefined : sha256(before);
  return known.others === next.others && known.rules === rules && next.rules === sha256(after);
}

async function markdownFiles(folder: string, name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => !entry.isDirectory() && entry.name.toLowerCase().endsWith('.md'));
  return files
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
}

/** A file that is there and cannot be read is not nothing: the agent may be able to read it. */
async function readOne(folder: string, name: string): Promise<RepositoryFile | undefined> {
  const path = join(folder, name);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : error,
  );
  if (!found) return undefined;
  if (found instanceof Error || found.size > largestFile) return { file: name, text: undefined };
  return { file: name, text: await readFile(path, 'utf8').catch(() => undefined) };
}

function ruleFindings({ file, text }: RepositoryFile): Finding[] {
  const rules = parseRulesFile(text ?? '{').rules.filter(({ rule }) => rule.action === 'allow');
  return rules.map(({ rule, line }) => ({ kind: 'allowRule', file, line, name: 'allow', text: rule.pattern }));
}
