import { dirname, join, resolve } from 'node:path';
import { readSmallFile } from '../stores/readSmallFile';
import { type FileRule, parseRulesFile } from '../stores/rulesFile';
import { failedExamples, weaknesses, type Weakness } from '../core/rules';
import { readArgs } from './readArgs';
import { messageOf } from '../core/base/messageOf';

const help = `Usage: latch check [FILE…]

Tries the examples of rules files (default: .latch/rules.json) and reports rules that are
invalid, repeated, shadowed by another rule, expired, or broader than they look.
Exit code: 0 when all is well, 1 when a rule is invalid or an example fails, 2 for wrong usage.
`;

export async function check(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'check', help, options: {} }, args);
  if (typeof read === 'number') return read;
  const files = read.positionals.length > 0 ? read.positionals : [join('.latch', 'rules.json')];
  const results = files.map(file => checkFile(file));
  return results.every(Boolean) ? 0 : 1;
}

function checkFile(file: string): boolean {
  let text: string;
  try {
    text = readSmallFile(file);
  } catch (error) {
    process.stdout.write(`${file}: cannot be read (${messageOf(error)})\n`);
    return false;
  }
  const parsed = parseRulesFile(text);
  const root = resolve(dirname(file), dirname(file).endsWith('.latch') ? '..' : '.');
  const say = (line: number, kind: string, message: string): void => {
    process.stdout.write(`${file}:${line}: ${kind}: ${message}\n`);
  };
  for (const problem of parsed.problems) say(problem.line, 'error', problem.message.text);
  const failed = parsed.rules.flatMap(rule =>
    failedExamples(rule, root).map(({ text: message }) => ({ line: rule.line, message })),
  );
  for (const { line, message } of failed) say(line, 'error', message);
  const written = parsed.rules.map(({ rule }) => rule);
  for (const weakness of weaknesses(written, Date.now()))
    say(parsed.rules[weakness.place]?.line ?? 1, 'warning', weaknessText(parsed.rules, weakness));
  process.stdout.write(`${file}: rules: ${parsed.rules.length}, examples: ${countExamples(parsed.rules)}\n`);
  return parsed.problems.length === 0 && failed.length === 0;
}

function countExamples(rules: readonly FileRule[]): number {
  return rules.reduce((sum, rule) => sum + rule.examples.match.length + rule.examples.noMatch.length, 0);
}

function weaknessText(rules: readonly FileRule[], weakness: Weakness): string {
  const pattern = rules[weakness.place]?.rule.pattern ?? '';
  switch (weakness.kind) {
    case 'expired':
      return `${pattern} has expired and does nothing.`;
    case 'broad':
      return weakness.reason.text;
    case 'shadowed': {
      const by = rules[weakness.by];
      return `${pattern} never decides: ${by?.rule.action} ${by?.rule.pattern} (line ${by?.line}) comes first.`;
    }
    default:
      return weakness satisfies never;
  }
}
