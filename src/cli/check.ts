import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentFindings, type Finding, type RuleDocument, tooBig } from '../core/analysis/document';
import type { PlacedRule } from '../core/analysis/findings';
import { severities, type Severity } from '../core/analysis/finding';
import { messageOf } from '../core/base/messageOf';
import { PatternDisk } from '../stores/patternDisk';
import { readSmallFile } from '../stores/readSmallFile';
import { readRuleDocument, type RuleFile, ruleFileAt } from '../stores/ruleDocument';
import { type CheckedFile, type Format, formats, reports } from './checkReport';
import { readArgs } from './readArgs';
import { openStore } from './team';
import { quoted } from '../core/texts/sentence';

const help = `Usage: latch check [options] [FILE…]

Tries the examples of files of rules (default: .latch/rules.json) and says what their rules do not do as they look:
rules that are not understood, never decide, are too broad or dangerous, or name what is not there. Settings of
Claude Code are read too. Files that are checked together are held against one another.

  --store URL                    look at the rules of a team too, as latch explain does; each is named with its pattern
  --format text|json|sarif       text for people; sarif for the pages of a code host (default: text)
  --fail-on error|warning|information   the least that fails (default: error)

Exit code: 0 when nothing was found that fails, 1 when something was, 2 for wrong usage.
`;

const order: readonly Severity[] = ['error', 'warning', 'information'];

export async function check(args: readonly string[]): Promise<number> {
  const options = {
    format: { type: 'string', default: 'text' },
    'fail-on': { type: 'string', default: 'error' },
    store: { type: 'string' },
  } as const;
  const read = readArgs({ name: 'check', help, options }, args);
  if (typeof read === 'number') return read;
  const format = formats.find(it => it === read.values.format);
  const failOn = order.find(it => it === read.values['fail-on']);
  if (format === undefined || failOn === undefined) {
    process.stderr.write(`latch check: an option has a value that it does not take.\n${help}`);
    return 2;
  }
  const { store } = read.values;
  const team = store === undefined ? undefined : await readTeam(store);
  if (typeof team === 'string') {
    process.stderr.write(`latch check: --store: ${team}\n`);
    return 2;
  }
  const files = read.positionals.length > 0 || team ? read.positionals : [join('.latch', 'rules.json')];
  return report(checkAll([...files.map(readFile), ...(team ? [team] : [])]), format, failOn);
}

/** The rules of a team as a file would have them, one on each line; or why they cannot be read. */
async function readTeam(url: string): Promise<ReadFile | string> {
  const store = openStore(url);
  if ('text' in store) return store.text;
  const why = await store.ready();
  const { rules, broken } = store.list();
  await store.close();
  if (broken) return why?.text ?? 'it cannot be read.';
  const lines = rules.map(({ author: _author, expires, beside, ...rule }) =>
    JSON.stringify({
      ...rule,
      ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
      ...beside,
    }),
  );
  const at: RuleFile = { kind: 'rules', file: store.place, scope: 'team', root: process.cwd() };
  return { given: store.place, at, text: `{"version":1,"rules":[\n${lines.join(',\n')}\n]}` };
}

function report(checked: readonly CheckedFile[], format: Format, failOn: Severity): number {
  process.stdout.write(reports[format](checked));
  const fails = order.slice(0, order.indexOf(failOn) + 1);
  return checked.some(({ findings }) => findings.some(({ severity }) => fails.includes(severity))) ? 1 : 0;
}

interface ReadFile {
  readonly given: string;
  readonly at: RuleFile;
  readonly text: string | { readonly unread: string };
}

function readFile(given: string): ReadFile {
  const at = ruleFileAt(resolve(given), { home: homedir(), claudeFolder: process.env['CLAUDE_CONFIG_DIR'] });
  try {
    return { given, at, text: readSmallFile(given) };
  } catch (error) {
    return { given, at, text: { unread: messageOf(error) } };
  }
}

function checkAll(files: readonly ReadFile[]): readonly CheckedFile[] {
  const documents = files.map(({ at, text }) =>
    typeof text !== 'string' || tooBig(text) ? undefined : readRuleDocument(text, at),
  );
  const now = Date.now();
  return files.map(({ given: file, at, text }, place): CheckedFile => {
    if (typeof text !== 'string') return { file, rules: 0, examples: 0, findings: [unread(text.unread)] };
    const document = documents[place];
    const big = tooBig(text);
    if (!document || big) return { file, rules: 0, examples: 0, findings: big ? [big] : [] };
    const others = documents.flatMap((it, other): readonly PlacedRule[] => (other === place ? [] : (it?.rules ?? [])));
    const findings = documentFindings(document, others, { now, disk: new PatternDisk([at.root], homedir()) });
    const named = at.scope === 'team' ? findings.map(finding => withPattern(finding, document)) : findings;
    return { file, rules: document.rules.length, examples: examplesIn(document.rules), findings: named };
  });
}

/** Nobody can look at a line of what is in a database. */
function withPattern(finding: Finding, { rules }: RuleDocument): Finding {
  const rule = finding.place === undefined ? undefined : rules[finding.place];
  if (!rule) return finding;
  return { ...finding, message: quoted(`${rule.action} ${rule.pattern}: ${finding.message.text}`) };
}

function examplesIn(
  rules: readonly { readonly spans: { readonly match: readonly unknown[]; readonly noMatch: readonly unknown[] } }[],
): number {
  return rules.reduce((sum, { spans }) => sum + spans.match.length + spans.noMatch.length, 0);
}

function unread(reason: string): Finding {
  const message = { template: '{text}', values: {}, text: `cannot be read (${reason})` };
  return { kind: 'shape', severity: severities.shape, line: 1, span: { at: 0, length: 0 }, message };
}
