import { join } from 'node:path';
import { canonical } from '../core/base/json';
import type { Finding, RepositoryFile } from '../core/session/finding';
import { findingsIn } from '../core/session/findings';
import { say } from '../core/texts/sentence';
import { broughtFiles } from './broughtFiles';
import { readRegular } from './readRegular';
import type { TextChange } from './fileStore';
import { parseRulesFile } from './rulesFile';
import { sha256 } from './sha256';

/** Our own rules file: its deny and ask rules always count, its allow rules when they were accepted. */
const rulesFile = '.latch/rules.json';

/** The hash of all but our own rules file, and that of our rules file, if it is there. */
export interface ContentParts {
  readonly others: string;
  readonly rules?: string;
}

export interface RepositoryContent extends ContentParts {
  readonly findings: readonly Finding[];
  /** Whether any of that is for the agent itself, and not only for our rules. */
  readonly forAgent: boolean;
  readonly hash: string;
  /** What {@link ruleTexts} was when this was read. */
  readonly ruleTexts: string;
}

/**
 * Reads what the agent would read of this folder, and names its content by a hash. `claudeFolder` is CLAUDE_CONFIG_DIR of
 * the agent, where it has one.
 */
export async function readRepository(folder: string, claudeFolder?: string): Promise<RepositoryContent> {
  const texts = ruleTexts(folder);
  const { files: names, more } = await broughtFiles(folder, claudeFolder);
  const others = names.map(name => readOne(folder, name)).filter(file => file !== undefined);
  const rules = readOne(folder, rulesFile);
  const brought = findingsIn(others);
  const found = [...brought, ...(rules ? ruleFindings(rules) : [])];
  // Without anything to accept the agent looks at no file by itself, so what was not looked through does not matter.
  const findings = brought.length > 0 && more ? [...found, tooMany] : found;
  const all = rules ? [...others, rules] : others;
  return {
    findings,
    forAgent: brought.length > 0,
    hash: hashOf(all),
    others: hashOf(others),
    ruleTexts: texts,
    ...(rules?.text === undefined ? {} : { rules: sha256(rules.text) }),
  };
}

const tooMany: Finding = {
  kind: 'unreadable',
  file: '.claude',
  name: 'files',
  text: '',
  says: say('There is more in this folder than was looked through.'),
};

function hashOf(files: readonly RepositoryFile[]): string {
  return sha256(
    canonical([
      ...files.map(({ file, text }) => [file, text === undefined ? 'unreadable' : sha256(text)]),
      ['count', files.length],
    ]),
  );
}

/** The files whose allow rules count once they are accepted, as one text: what is asked while a call waits. */
export function ruleTexts(folder: string): string {
  const files = [rulesFile, '.claude/settings.json', '.claude/settings.local.json'];
  return files.map(file => textHash(readRegular(join(folder, file)))).join(' ');
}

function textHash(text: ReturnType<typeof readRegular>): string {
  return typeof text === 'string' && text !== '' ? sha256(text) : '';
}

export function hasParts(content: RepositoryContent, { others, rules }: ContentParts): boolean {
  return content.others === others && content.rules === rules;
}

/** What becomes of a content by a change of ours to its rules file; as it was, where that file was another one. */
export function partsAfter(parts: ContentParts, { before, after }: TextChange): ContentParts {
  const known = before === undefined || before === '' ? undefined : sha256(before);
  return parts.rules === known ? { others: parts.others, rules: sha256(after) } : parts;
}

/**
 * A file that is there and cannot be read is not nothing: the agent may be able to read it. An empty one is: while a
 * command runs, the sandbox holds a place for each protected file that is missing.
 */
function readOne(folder: string, file: string): RepositoryFile | undefined {
  const text = readRegular(join(folder, file));
  return text === undefined || text === '' ? undefined : { file, text: typeof text === 'string' ? text : undefined };
}

function ruleFindings({ file, text }: RepositoryFile): Finding[] {
  const rules = parseRulesFile(text ?? '{').rules.filter(({ rule }) => rule.action === 'allow');
  return rules.map(({ rule, line }) => ({ kind: 'allowRule', file, line, name: 'allow', text: rule.pattern }));
}
