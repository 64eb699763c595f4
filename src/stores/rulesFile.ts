import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { parseRule, type RuleWithExamples } from '../core/rules';
import type { Action } from '../core/call/ruleRef';
import type { RuleCreation, RuleOrigin, StoredRule } from '../core/ruleAdmin/storedRule';
import { isObject } from '../core/base/json';
import { say, type Sentence } from '../core/texts/sentence';
import { problemOf, unknownKey } from '../core/analysis/findings';
import type { DocumentProblem, RuleSpans } from '../core/analysis/document';
import type { Span } from '../core/analysis/finding';
import { spanOf, spansOf } from './ruleSpans';
import { TextLines } from './textLines';

/** A rule with its place in a rules file. */
export interface FileRule extends RuleWithExamples {
  /** As it stands in the file: a person may have left out its id. */
  readonly rule: Omit<StoredRule, 'id' | 'file' | 'line'> & { readonly id?: string };
  readonly line: number;
  /** Its place in the list of the file, counted from 0. */
  readonly entry: number;
  readonly span: Span;
  /** Where its parts stand, for whoever asked for it. */
  readonly spans?: RuleSpans;
}

interface FileProblem extends DocumentProblem {
  /** It may have been a rule that forbids anything: every call asks. */
  readonly asks: boolean;
}

export interface RulesFile {
  readonly rules: readonly FileRule[];
  readonly problems: readonly FileProblem[];
  /** The file as a whole could not be understood: it may have held deny rules. */
  readonly broken: boolean;
  /** The file says that a later version of the format wrote it. */
  readonly newer: boolean;
}

const mostRules = 100_000;
const longestFile = 32 * 1024 * 1024;
/** The last one is for editors: it names what describes the file. */
const fileKeys = ['version', 'rules', '$schema'];

/** Reads the text of a rules file: JSON with comments and trailing commas. Unknown keys are left alone. */
export function parseRulesFile(text: string, wanted?: 'spans'): RulesFile {
  if (text.length > longestFile) return whole('tooBig', say('The file is too large to be read as rules.'));
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const lines = new TextLines(text);
  const problems = errors.map(({ offset, length, error }) =>
    problemAt(lines, 'json', { offset, length }, notJson(printParseErrorCode(error))),
  );
  if (!tree || tree.type !== 'object')
    return {
      rules: [],
      problems: problems.length > 0 ? problems : whole('shape', say('The file holds no JSON object.')).problems,
      broken: true,
      newer: false,
    };
  const isTwice = reportDuplicates(tree, lines, problems);
  const version: unknown = findNodeAtLocation(tree, ['version'])?.value;
  if (version !== undefined && version !== 1) {
    const message = say('Version {version} of the rules format is not known; 1 is.', {
      version: JSON.stringify(version),
    });
    problems.push(problemAt(lines, 'version', { offset: 0, length: 1 }, message));
  }
  const newer = version !== undefined && version !== 1;
  reportStrange(tree, lines, problems);
  const list = findNodeAtLocation(tree, ['rules']);
  if (!list) return { rules: [], problems, broken: errors.length > 0 || newer, newer };
  if (list.type !== 'array') {
    problems.push(problemAt(lines, 'shape', list, say('"rules" is not a list.')));
    return { rules: [], problems, broken: true, newer };
  }
  const entries = list.children ?? [];
  if (entries.length > mostRules) {
    const counts = { most: mostRules, count: entries.length };
    const message = say('Only the first {most} rules are read; the file has {count}.', counts);
    problems.push(problemAt(lines, 'tooBig', { offset: list.offset, length: 1 }, message));
  }
  const rules = entries
    .slice(0, mostRules)
    .flatMap((entry, place) => readRule(entry, place, lines, problems, wanted) ?? []);
  return {
    rules,
    problems,
    broken: isTwice || errors.length > 0 || newer || entries.length > mostRules,
    newer,
  };
}

function whole(kind: FileProblem['kind'], message: Sentence): RulesFile {
  const problem: FileProblem = { kind, line: 1, span: { at: 0, length: 1 }, message, asks: true };
  return { rules: [], problems: [problem], broken: true, newer: false };
}

function readRule(
  entry: Node,
  place: number,
  lines: TextLines,
  problems: FileProblem[],
  wanted: 'spans' | undefined,
): FileRule | undefined {
  const at = (kind: FileProblem['kind'], message: Sentence, node: Node = entry, asks = false): void => {
    problems.push(problemAt(lines, kind, node, message, asks));
  };
  if (entry.type !== 'object') {
    at('shape', say('A rule is an object with "action" and "pattern".'), entry, true);
    return undefined;
  }
  const isUnclear = reportDuplicates(entry, lines, problems);
  const pattern = findNodeAtLocation(entry, ['pattern']);
  const written = actionOf(findNodeAtLocation(entry, ['action'])?.value);
  // With a key twice the other one may have been meant: the rule asks.
  const action = isUnclear && written === 'allow' ? 'ask' : written;
  if (typeof pattern?.value !== 'string') {
    at(
      'shape',
      pattern ? say('The "pattern" of a rule is a text.') : say('The rule has no "pattern".'),
      pattern,
      action !== 'allow',
    );
    return undefined;
  }
  if (action === undefined)
    at(
      'shape',
      say('The action must be "allow", "ask" or "deny". Until then this rule asks.'),
      findNodeAtLocation(entry, ['action']) ?? entry,
    );
  // Who looks at the places weighs the rules too, and says there what is wrong with a pattern.
  const read = wanted === 'spans' ? undefined : parseRule(pattern.value, action ?? 'ask');
  if (read && 'error' in read)
    at('invalid', problemOf(read.error.message, read.error.suggestion, action === 'allow'), pattern);
  // Most rules have these two keys alone; of thousands nothing else is looked for in each.
  const isPlain = written !== undefined && entry.children?.length === 2;
  const expires = isPlain ? undefined : expiryOf(entry, at);
  const more = isPlain ? { action: written } : ruleOf(entry, { action, expires, isWritten: written !== undefined });
  const rule = { ...more, pattern: pattern.value };
  const examples = isPlain ? noExamples : { match: texts(entry, 'match'), noMatch: texts(entry, 'noMatch') };
  const found = { rule, line: lines.lineAt(entry.offset), entry: place, span: spanOf(entry), examples };
  return wanted === 'spans' ? { ...found, spans: spansOf(entry, pattern) } : found;
}

const noExamples: RuleWithExamples['examples'] = { match: [], noMatch: [] };

interface ReadParts {
  readonly action: Action | undefined;
  readonly isWritten: boolean;
  readonly expires: number | undefined;
}

/** What else a rule says, with the parts of it that were looked at before. */
function ruleOf(entry: Node, { action, isWritten, expires }: ReadParts): Omit<FileRule['rule'], 'pattern'> {
  const text = (key: string): string | undefined => textOf(entry, [key]);
  const [id, description, updated] = [text('id'), text('description'), timeOf(text('updated'))];
  const created = creationOf(entry);
  return {
    action: action ?? 'ask',
    ...(id === undefined || id === '' ? {} : { id }),
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expires: expiredWhenUnclear(expires, action) }),
    ...(created ? { created } : {}),
    ...(updated === undefined ? {} : { updated }),
    ...besideOf(entry, {
      action: isWritten,
      pattern: true,
      id: true,
      description: description !== undefined,
      expires: expires !== undefined && !Number.isNaN(expires),
      updated: updated !== undefined,
    }),
  };
}

/** What stands at a rule beside what was read of it, as it was written. */
function besideOf(entry: Node, read: Readonly<Record<string, boolean>>): Pick<StoredRule, 'beside'> {
  const value: unknown = getNodeValue(entry);
  if (!isObject(value)) return {};
  const beside = Object.fromEntries(Object.entries(value).filter(([key]) => !(Object.hasOwn(read, key) && read[key])));
  return Object.keys(beside).length > 0 ? { beside } : {};
}

const origins: readonly RuleOrigin[] = ['card', 'panel', 'import', 'preset', 'offer'];

/** Where a rule came from. It decides nothing, so what cannot be read is left out. */
function creationOf(entry: Node): RuleCreation | undefined {
  const at = timeOf(textOf(entry, ['created', 'at']));
  const by = origins.find(origin => origin === textOf(entry, ['created', 'by']));
  const toolCallId = textOf(entry, ['created', 'request', 'toolCallId']);
  const text = textOf(entry, ['created', 'request', 'text']);
  if (at === undefined || by === undefined) return undefined;
  return { at, by, ...(toolCallId === undefined || text === undefined ? {} : { request: { toolCallId, text } }) };
}

function textOf(entry: Node, path: readonly string[]): string | undefined {
  const value: unknown = findNodeAtLocation(entry, [...path])?.value;
  return typeof value === 'string' ? value : undefined;
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function actionOf(value: unknown): Action | undefined {
  return value === 'allow' || value === 'ask' || value === 'deny' ? value : undefined;
}

/** An expiry that cannot be read ends an allow rule at once and never ends a deny or ask rule. */
function expiredWhenUnclear(expires: number, action: Action | undefined): number {
  if (!Number.isNaN(expires)) return expires;
  return action === 'allow' ? 0 : Number.POSITIVE_INFINITY;
}

function expiryOf(entry: Node, report: (kind: 'expires', message: Sentence, node?: Node) => void): number | undefined {
  const node = findNodeAtLocation(entry, ['expires']);
  if (!node) return undefined;
  const time = typeof node.value === 'string' ? Date.parse(node.value) : Number.NaN;
  if (Number.isNaN(time)) report('expires', say('"expires" is not a date such as 2027-01-01T00:00:00Z.'), node);
  return time;
}

function texts(entry: Node, key: string): readonly string[] {
  const node = findNodeAtLocation(entry, ['examples', key]);
  return (node?.children ?? []).flatMap(child => (typeof child.value === 'string' ? [child.value] : []));
}

function reportDuplicates(node: Node, lines: TextLines, problems: FileProblem[]): boolean {
  const before = problems.length;
  const seen = new Set<unknown>();
  for (const property of node.children ?? []) {
    const key = property.children?.[0];
    if (!key) continue;
    const name: unknown = key.value;
    if (seen.has(name)) {
      const message = say('The key {key} stands here twice: which one is meant?', { key: JSON.stringify(name) });
      problems.push(problemAt(lines, 'twice', key, message));
    }
    seen.add(name);
  }
  return problems.length > before;
}

/** Keys of the file itself; those of its rules are told with the rules. */
function reportStrange(tree: Node, lines: TextLines, problems: FileProblem[]): void {
  for (const { children: [key] = [] } of tree.children ?? []) {
    const name: unknown = key?.value;
    if (!key || typeof name !== 'string' || fileKeys.includes(name)) continue;
    const { reason, better } = unknownKey(name, fileKeys);
    problems.push({ ...problemAt(lines, 'unknownKey', key, reason), ...(better === undefined ? {} : { better }) });
  }
}

export function notJson(error: string): Sentence {
  return say('This is not JSON ({error}).', { error });
}

function problemAt(
  lines: TextLines,
  kind: FileProblem['kind'],
  node: Pick<Node, 'offset' | 'length'>,
  message: Sentence,
  asks = false,
): FileProblem {
  return { kind, line: lines.lineAt(node.offset), span: spanOf(node), message, asks };
}
