import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentFindings, type Finding, tooBig } from '../core/analysis/document';
import type { PlacedRule } from '../core/analysis/findings';
import { severities, type Severity } from '../core/analysis/finding';
import { messageOf } from '../core/base/messageOf';
import { PatternDisk } from '../stores/patternDisk';
import { readSmallFile } from '../stores/readSmallFile';
import { readRuleDocument, type RuleFile, ruleFileAt } from '../stores/ruleDocument';
import { type CheckedFile, type Format, formats, reports } from './checkReport';
import { readArgs } from './readArgs';

const help = `Usage: latch check [options] [FILE…]

Tries the examples of files of rules (default: .latch/rules.json) and says what their rules do not do as they look:
rules that are not understood, never decide, are too broad or dangerous, or name what is not there. Settings of
Claude Code are read too. Files that are checked together are held against one another.

  --format text|json|sarif       text for people; sarif for the pages of a code host (default: text)
  --fail-on error|warning|information   the least that fails (default: error)

Exit code: 0 when nothing was found that fails, 1 when something was, 2 for wrong usage.
`;

const order: readonly Severity[] = ['error', 'warning', 'information'];

export async function check(args: readonly string[]): Promise<number> {
  const options = {
    format: { type: 'string', default: 'text' },
    'fail-on': { type: 'string', default: 'error' },
  } as const;
  const read = readArgs({ name: 'check', help, options }, args);
  if (typeof read === 'number') return read;
  const format = formats.find(it => it === read.values.format);
  const failOn = order.find(it => it === read.values['fail-on']);
  if (format === undefined || failOn === undefined) {
    process.stderr.write(`latch check: an option has a value that it does not take.\n${help}`);
    return 2;
  }
  const files = read.positionals.length > 0 ? read.positionals : [join('.latch', 'rules.json')];
  return report(checkFiles(files), format, failOn);
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

function checkFiles(given: readonly string[]): readonly CheckedFile[] {
  const around = { home: homedir(), claudeFolder: process.env['CLAUDE_CONFIG_DIR'] };
  const files = given.map((name): ReadFile => {
    const at = ruleFileAt(resolve(name), around);
    try {
      return { given: name, at, text: readSmallFile(name) };
    } catch (error) {
      return { given: name, at, text: { unread: messageOf(error) } };
    }
  });
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
    const findings = documentFindings(document, others, { now, disk: new PatternDisk([at.root], around.home) });
    return { file, rules: document.rules.length, examples: examplesIn(document.rules), findings };
  });
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
