import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { namedHidden } from '../core/change/hidden';
import { isObject, type JsonObject } from '../core/base/json';
import type { Because, RuleLimits, Verdict } from '../core/rules';
import { RuleJudge } from '../rules/judge';
import { acceptedIn, howToAccept } from './accepted';
import { ruleLimits } from '../rules/limits';
import { readArgs } from './readArgs';
import { judgeLine, printable } from './vectors';

const help = `Usage: latch explain [options] 'COMMAND'
       latch explain [options] --tool TOOL 'JSON INPUT'
       latch explain --stdin < calls.jsonl

  --rules FILE   rules to apply (repeatable); default: .latch/rules.json, ~/.latch/rules.json and Claude Code's settings
  --accept HASH  count the repository's allow rules too, if its content has this hash; latch run has the same option
  --tool TOOL    the tool (default Bash)
  --cwd FOLDER   the folder of the call (default: this one)
  --json         print the verdict as JSON
  --stdin        read one call as JSON a line, print one verdict as JSON a line

Exit code: 0 allow, 1 deny, 3 ask, 2 wrong usage.
`;

const options = {
  rules: { type: 'string', multiple: true },
  accept: { type: 'string' },
  tool: { type: 'string' },
  cwd: { type: 'string' },
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
  const cwd = resolve(values.cwd ?? '.');
  const accepted = await acceptedIn(cwd, values.accept);
  if (values.rules === undefined && (accepted.open || accepted.other))
    process.stderr.write(
      `latch explain: what this repository brings was not accepted, so its allow rules do not count. ${howToAccept(accepted)}\n`,
    );
  const rules = rulesOf(cwd, values.rules, accepted.allows);
  const verdict = rules.evaluate({ tool, input, cwd });
  const { holds } = await ruleLimits(
    { scopes: rules.scopes, workspace: cwd, ownFolders: [] },
    undefined,
    process.env['PATH'] ?? '',
  );
  const told = tool === 'Bash' ? holds : [];
  process.stdout.write(values.json ? `${JSON.stringify(printable(verdict))}\n` : asText(verdict, told));
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

function rulesOf(folder: string, files: readonly string[] | undefined, projectAllows: () => boolean): RuleJudge {
  return new RuleJudge({
    workspace: folder,
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

function asText(verdict: Verdict, holds: RuleLimits['holds']): string {
  const [first, ...rest] = verdict.because;
  const lines = [
    `${verdict.decision.toUpperCase()}  ${first?.reason.text ?? ''}`,
    `Risk: ${verdict.risk}. ${verdict.riskSentence.text}`,
  ];
  const forbids = first?.verdict === 'deny' ? heldBy(first, holds) : undefined;
  if (forbids !== undefined) lines.push(forbids);
  const parts = [...(first?.command === undefined ? [] : [first]), ...rest];
  if (parts.length > 0) lines.push('', ...parts.map(part => partLine(part, holds)));
  return `${lines.map(namedHidden).join('\n')}\n`;
}

/** How far a deny holds where Claude Code has a sandbox; elsewhere all of it is held by reading. */
function heldBy({ rule, source }: Because, holds: RuleLimits['holds']): string | undefined {
  const found = holds.find(
    it => it.rule === rule && it.source.file === source?.file && it.source.line === source?.line,
  );
  if (!found) return undefined;
  const by = { kernel: 'by the kernel', partly: 'by the kernel, in part by reading', reading: 'by reading' }[
    found.hold
  ];
  return `Held ${by}.${found.why ? ` ${found.why.text}` : ''}`;
}

function partLine(part: Because, holds: RuleLimits['holds']): string {
  const rule = part.rule === undefined ? '' : `  [${part.rule}]`;
  const held = part.verdict === 'deny' ? heldBy(part, holds) : undefined;
  return `  ${marks[part.verdict]}  ${part.command ?? ''}${rule}\n           ${[part.reason.text, held].filter(Boolean).join(' ')}`;
}
