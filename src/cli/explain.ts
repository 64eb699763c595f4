import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { namedHidden } from '../core/change/hidden';
import { asString, isObject, type JsonObject } from '../core/base/json';
import { type Because, excludedIn, keptBy, outOfSandbox, type Verdict } from '../core/rules';
import { trySandbox } from '../agents/sandbox';
import { RuleJudge } from '../rules/judge';
import type { Sentence } from '../core/texts/sentence';
import { acceptedIn, howToAccept } from './accepted';
import { ruleLimits } from '../rules/limits';
import { excluding } from './excluding';
import { readArgs } from './readArgs';
import type { TeamRules } from '../rules/teamRules';
import { teamHelp, teamOf, teamOptions } from './team';
import { judgeLine, printable } from './vectors';

const help = `Usage: latch explain [options] 'COMMAND'
       latch explain [options] --tool TOOL 'JSON INPUT'
       latch explain --stdin < calls.jsonl

  --rules FILE   rules to apply (repeatable); default: .latch/rules.json, ~/.latch/rules.json and Claude Code's settings
  --accept HASH  count the repository's allow rules too, if its content has this hash; latch run has the same option
  --exclude CMD  a command that runs outside of the sandbox, as latch.excludedCommands names it (repeatable)
  --tool TOOL    the tool (default Bash)
  --cwd FOLDER   the folder of the call (default: this one)
${teamHelp}  --json         print the verdict as JSON
  --stdin        read one call as JSON a line, print one verdict as JSON a line

Exit code: 0 allow, 1 deny, 3 ask, 2 wrong usage.
`;

const options = {
  rules: { type: 'string', multiple: true },
  accept: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  tool: { type: 'string' },
  cwd: { type: 'string' },
  ...teamOptions,
  json: { type: 'boolean', default: false },
  stdin: { type: 'boolean', default: false },
} as const;

export async function explain(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'explain', help, options }, args);
  if (typeof read === 'number') return read;
  const { values, positionals } = read;
  if (values.stdin) return explainStdin();
  const [text] = positionals;
  if (text === undefined || positionals.length > 1) {
    process.stderr.write(`latch explain: give one command, in quotes.\n${help}`);
    return 2;
  }
  const tool = values.tool ?? 'Bash';
  const input = inputOf(tool, text);
  if (input === undefined) {
    process.stderr.write(`latch explain: the input of ${tool} must be a JSON object.\n`);
    return 2;
  }
  const excluded = excluding('explain', values.exclude);
  if (!excluded) return 2;
  const cwd = resolve(values.cwd ?? '.');
  const accepted = await acceptedIn(cwd, values.accept);
  if (values.rules === undefined && (accepted.open || accepted.other))
    process.stderr.write(
      `latch explain: what this repository brings was not accepted, so its allow rules do not count. ${howToAccept(accepted)}\n`,
    );
  const team = await teamOf('explain', values);
  if (typeof team === 'number') return team;
  const rules = rulesOf(cwd, values.rules, accepted.allows, team);
  const verdict = rules.evaluate({ tool, input, cwd });
  const held =
    tool === 'Bash' ? await keptHere(rules, cwd, excludedIn(asString(input['command']) ?? '', excluded)) : {};
  await team?.close();
  process.stdout.write(values.json ? `${JSON.stringify(printable(verdict))}\n` : asText(verdict, held));
  return verdict.decision === 'allow' ? 0 : verdict.decision === 'deny' ? 1 : 3;
}

function inputOf(tool: string, text: string): JsonObject | undefined {
  if (tool === 'Bash' && !text.trimStart().startsWith('{"')) return { command: text };
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return tool === 'Bash' ? { command: text } : undefined;
  }
}

function rulesOf(
  folder: string,
  files: readonly string[] | undefined,
  projectAllows: () => boolean,
  team: TeamRules | undefined,
): RuleJudge {
  return new RuleJudge({
    workspace: folder,
    ...(team ? { team } : {}),
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows,
    onProblem: text => void process.stderr.write(`latch explain: ${text}\n`),
    ...(files ? { files: files.map(file => resolve(file)) } : {}),
  });
}

async function explainStdin(): Promise<number> {
  const defaults = { cwd: process.cwd(), home: homedir(), now: Date.now() };
  process.stdin.setEncoding('utf8');
  let rest = '';
  for await (const chunk of process.stdin) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    const answers = lines
      .filter(line => line.trim() !== '')
      .map(line => `${JSON.stringify(judgeLine(line, defaults))}\n`);
    if (answers.length > 0) process.stdout.write(answers.join(''));
  }
  if (rest.trim() !== '') process.stdout.write(`${JSON.stringify(judgeLine(rest, defaults))}\n`);
  return 0;
}

const marks = { allow: '✓ allow', ask: '? ask  ', deny: '✗ deny ' } as const;

interface Held {
  /** How far the kernel of this machine would hold a deny rule in the command. */
  readonly rule?: (because: Because) => Sentence | undefined;
  /** Why it would hold nothing of it. */
  readonly nothing?: Sentence;
}

async function keptHere({ scopes }: RuleJudge, workspace: string, excluded: string | undefined): Promise<Held> {
  const path = process.env['PATH'] ?? '';
  const { ok } = await trySandbox({ platform: process.platform, path });
  if (ok && excluded !== undefined) return { nothing: outOfSandbox(excluded) };
  const limits = ok ? await ruleLimits({ scopes, workspace, ownFolders: [] }, undefined, path) : undefined;
  return { rule: ({ rule, source }) => (rule && source ? keptBy({ rule, source }, limits?.holds) : undefined) };
}

function asText(verdict: Verdict, held: Held): string {
  const [first, ...rest] = verdict.because;
  const lines = [
    `${verdict.decision.toUpperCase()}  ${first?.reason.text ?? ''}`,
    `Risk: ${verdict.risk}. ${verdict.riskSentence.text}`,
  ];
  const forbids = held.nothing ?? (first?.verdict === 'deny' ? held.rule?.(first) : undefined);
  if (forbids) lines.push(forbids.text);
  const parts = [...(first?.command === undefined ? [] : [first]), ...rest];
  if (parts.length > 0) lines.push('', ...parts.map(part => partLine(part, held)));
  return `${lines.map(namedHidden).join('\n')}\n`;
}

function partLine(part: Because, held: Held): string {
  const rule = part.rule === undefined ? '' : `  [${part.rule}]`;
  const forbids = part.verdict === 'deny' ? held.rule?.(part)?.text : undefined;
  return `  ${marks[part.verdict]}  ${part.command ?? ''}${rule}\n           ${[part.reason.text, forbids].filter(Boolean).join(' ')}`;
}
