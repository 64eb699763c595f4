import { say } from '../core/texts/sentence';
import { isObject } from '../core/base/json';
import { compileRules, type Context, evaluate, type ScopeEntry, type Verdict } from '../core/rules';
import type { Risk } from '../core/call/judgement';
import type { Action } from '../core/call/ruleRef';
import { agentEnvironment } from '../agents/environment';
import { nodeFacts } from '../stores/nodeFacts';

/** One line of `latch explain --stdin`. */
interface Vector {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly workspace: string;
  readonly home: string;
  readonly rules: readonly ScopeEntry[];
  readonly trusted: boolean;
  readonly platform: Context['platform'];
}

interface Defaults {
  readonly cwd: string;
  readonly home: string;
  readonly now: number;
}

type LineAnswer = ({ readonly id: string } & Printable) | { readonly error: string };

/** Judges one JSON line. A bad line becomes an error, never an exception. */
export function judgeLine(line: string, defaults: Defaults): LineAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return { error: 'This line is not JSON.' };
  }
  const vector = readVector(parsed, defaults);
  if (typeof vector === 'string') return { error: vector };
  const context: Context = {
    workspace: [vector.workspace],
    home: vector.home,
    platform: vector.platform,
    trusted: vector.trusted,
    mode: 'default',
    skip: { fileEdits: false, bash: false, skills: false, mcp: false },
    trustAll: false,
    now: defaults.now,
    facts: nodeFacts(homeEnvironment(vector.home), gitWithinMs),
  };
  const call = { tool: vector.tool, input: vector.input, cwd: vector.cwd };
  return { id: vector.id, ...printable(evaluate(compileRules(vector.rules), call, context)) };
}

/** Nobody waits for this at a window, and what is asked because git was slow would be another answer. */
const gitWithinMs = 30_000;

/** As if an agent of the person with this home had been started from here. */
function homeEnvironment(home: string): Readonly<Record<string, string>> {
  const { XDG_CONFIG_HOME, ...own } = process.env;
  const kept = own['HOME'] === home && XDG_CONFIG_HOME !== undefined ? { XDG_CONFIG_HOME } : {};
  return { ...agentEnvironment({ ...own, ...kept }, {}), HOME: home };
}

interface Printable {
  readonly decision: Action;
  readonly safe: boolean;
  readonly risk: Risk;
  readonly reasons: readonly string[];
  readonly sentence: string;
  readonly effects: readonly object[];
  readonly because: readonly object[];
}

/** The verdict as `explain --json` and `--stdin` print it. */
export function printable(verdict: Verdict): Printable {
  return {
    decision: verdict.decision,
    safe: verdict.readOnly,
    risk: verdict.risk,
    reasons: verdict.riskReasons,
    sentence: verdict.riskSentence.text,
    effects: verdict.effects.map(({ sentence, part: _part, ...rest }) => ({ ...rest, sentence: sentence.text })),
    because: verdict.because.map(({ command, verdict: said, rule, source, reason }) => ({
      command,
      verdict: said,
      rule,
      scope: source?.scope,
      file: source?.file,
      line: source?.line,
      reason: reason.text,
    })),
  };
}

function readVector(parsed: unknown, defaults: { readonly cwd: string; readonly home: string }): Vector | string {
  if (!isObject(parsed)) return 'This line is not a JSON object.';
  const { id, tool, input, cwd, workspace, home, rules, workspaceTrusted, platform } = parsed;
  if (typeof tool !== 'string') return 'The field "tool" is missing.';
  const folder = typeof cwd === 'string' ? cwd : defaults.cwd;
  const root = typeof workspace === 'string' ? workspace : folder;
  const read = readRules(rules, root);
  if (typeof read === 'string') return read;
  return {
    id: typeof id === 'string' ? id : '',
    tool,
    input,
    cwd: folder,
    workspace: root,
    home: typeof home === 'string' ? home : defaults.home,
    rules: read,
    trusted: workspaceTrusted !== false,
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
  };
}

const actions: readonly Action[] = ['deny', 'ask', 'allow'];

function readRules(rules: unknown, root: string): readonly ScopeEntry[] | string {
  if (rules === undefined || rules === null) return [];
  if (!isObject(rules)) return 'The field "rules" is not an object.';
  const found: ScopeEntry[] = [];
  for (const action of actions) {
    const list = rules[action];
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) return `The field "rules.${action}" is not a list.`;
    for (const pattern of list) {
      const source = { scope: 'project' } as const;
      if (typeof pattern === 'string') found.push({ action, pattern, source, root });
      else if (action !== 'allow')
        found.push({ source, why: say('This {action} rule is not a text in a list.', { action: say(action) }) });
    }
  }
  return found;
}
