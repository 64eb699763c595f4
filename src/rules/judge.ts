import { homedir } from 'node:os';
import { asString } from '../core/base/json';
import type { Judge, JudgedCall, ShellStop } from '../core/call/judgement';
import { judgementOf } from '../core/ruleAdmin/judgementOf';
import {
  type Because,
  compileRules,
  type Context,
  excludedIn,
  joinRules,
  outOfSandbox,
  type RuleSet,
  type ScopeEntry,
  type Verdict,
  writesOutside,
} from '../core/rules';
import type { PermissionMode } from '../core/call/mode';
import type { Asking } from '../core/session/enforcement';
import type { Sentence } from '../core/texts/sentence';
import type { RuleHolds } from './holds';
import { KnownVerdicts, type TimedRules } from './knownVerdicts';
import { type RuleLayer, RuleScopes, type RuleScopesOptions } from './scopes';
import { nodeFacts } from '../stores/nodeFacts';
import { agentEnvironment } from '../agents/environment';
import { defaultRules, type ToolDefaults, withToolDefault } from '../core/ruleAdmin/toolDefaults';

export interface RuleJudgeOptions extends RuleScopesOptions {
  /** The other folders of the workspace: files in them are the person's own as well. */
  readonly otherFolders?: () => readonly string[];
  readonly skip: () => Context['skip'];
  /** What commands ask about; everything, where nothing else is given. */
  readonly askAbout?: () => Asking;
  /** What is done with calls of a tool that no rule is about. */
  readonly toolDefaults?: () => ToolDefaults;
  /** Until when a session trusts everything, in milliseconds since 1970. */
  readonly trustedUntil?: (sessionId: string) => number;
  readonly onProblem: (text: string) => void;
  /** What the sandboxes of the sessions were told. */
  readonly holds?: RuleHolds;
  /** Variables that the person's settings add to the agent's environment. */
  readonly environment?: () => Readonly<Record<string, string>>;
}

/** What depends on the environment of the agent. */
type AgentFacts = Pick<Context, 'facts' | 'claudeFolder'>;

/** The verdict of the rules of every scope on a call. Those of a place are compiled once, and again when one has changed. */
export class RuleJudge {
  readonly scopes: RuleScopes;
  readonly #options: RuleJudgeOptions;
  readonly #layers = new Map<string, { readonly revision: string } & TimedRules>();
  /** By session; calls of none share one. */
  readonly #joined = new Map<string, { readonly sets: readonly RuleSet[] } & TimedRules>();
  readonly #verdicts = new KnownVerdicts();
  #told = '';
  #known: ({ readonly settings: string } & AgentFacts) | undefined;

  constructor(options: RuleJudgeOptions) {
    this.#options = options;
    this.scopes = new RuleScopes({ ...options, claudeFolder: () => this.#agentFacts().claudeFolder });
  }

  readonly judge: Judge = asked => {
    const excluded = excludedOf(asked);
    const call = excluded === undefined ? asked : { ...asked, held: false };
    const found = judgementOf(call.tool, this.evaluate(call), because => this.#keptBy(call, because, excluded));
    if (excluded !== undefined) return { ...found, excluded };
    // The sandbox lets commands write in the folder of the session alone.
    const own = { ...this.contextFor(call), workspace: [this.#options.workspace] };
    const outside = call.held === true ? writesOutside(call, own, call.writable) : [];
    return outside.length > 0 ? { ...found, outside } : found;
  };

  #keptBy(call: JudgedCall, { rule, source }: Because, excluded: string | undefined): Sentence | undefined {
    const { holds } = this.#options;
    if (call.tool !== 'Bash' || !holds || !rule || !source) return undefined;
    return excluded === undefined
      ? holds.told(call.sessionId, call.held === true)(rule, source)
      : outOfSandbox(excluded);
  }

  evaluate(call: JudgedCall): Verdict {
    const found = this.#verdicts.verdict(this.#rulesFor(call.sessionId), call, this.contextFor(call));
    return stopped(withToolDefault(found, call.tool, this.#toolDefaults), call.shell);
  }

  contextFor({
    mode,
    sessionId,
    held = false,
    tight = false,
    takes = false,
  }: {
    readonly mode?: string | undefined;
    readonly sessionId?: string | undefined;
    readonly held?: boolean;
    readonly tight?: boolean;
    readonly takes?: boolean;
  }): Context {
    const now = Date.now();
    const until = sessionId === undefined ? 0 : (this.#options.trustedUntil?.(sessionId) ?? 0);
    return {
      workspace: [this.#options.workspace, ...(this.#options.otherFolders?.() ?? [])],
      home: homedir(),
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      trusted: true,
      mode: modes.find(it => it === mode) ?? 'default',
      skip: this.#options.skip(),
      trustAll: now < until,
      held,
      takes,
      confined: held && tight && this.#options.askAbout?.() === 'leaving',
      now,
      ...this.#agentFacts(),
    };
  }

  rulesFor(sessionId: string | undefined): readonly ScopeEntry[] {
    return [...this.scopes.rules(sessionId), ...defaultRules(this.#toolDefaults)];
  }

  /** git is asked as the agent would start it, and the folder of the agent is where the agent looks for it. */
  #agentFacts(): AgentFacts {
    const variables = this.#options.environment?.() ?? {};
    const settings = JSON.stringify(variables);
    if (this.#known?.settings !== settings) {
      const environment = agentEnvironment(process.env, variables);
      this.#known = { settings, facts: nodeFacts(environment), claudeFolder: environment['CLAUDE_CONFIG_DIR'] };
    }
    const { facts, claudeFolder } = this.#known;
    return { facts, claudeFolder };
  }

  get #toolDefaults(): ToolDefaults {
    return this.#options.toolDefaults?.() ?? {};
  }

  endSession(sessionId: string): void {
    this.scopes.endSession(sessionId);
    this.#layers.delete(`session ${sessionId}`);
    this.#joined.delete(sessionId);
  }

  /** Of a change only its own place is compiled again. */
  #rulesFor(sessionId: string | undefined): TimedRules {
    const layers = [...this.scopes.layers(sessionId), this.#defaults()].map(layer => this.#compiled(layer));
    const key = sessionId ?? '';
    const known = this.#joined.get(key);
    if (known && known.sets.every((set, at) => set === layers[at]?.set)) return known;
    this.#tellProblems();
    const sets = layers.map(({ set }) => set);
    const joined = { sets, set: joinRules(sets), ends: layers.flatMap(({ ends }) => ends) };
    this.#joined.set(key, joined);
    return joined;
  }

  #compiled({ place, revision, entries }: RuleLayer): TimedRules {
    const known = this.#layers.get(place);
    if (known?.revision === revision) return known;
    const rules = entries();
    const ends = rules.flatMap(rule => ('expires' in rule && rule.expires !== undefined ? rule.expires : []));
    const layer = { revision, set: compileRules(rules), ends };
    this.#layers.set(place, layer);
    return layer;
  }

  #defaults(): RuleLayer {
    const defaults = this.#toolDefaults;
    return { place: 'defaults', revision: JSON.stringify(defaults), entries: () => defaultRules(defaults) };
  }

  #tellProblems(): void {
    const texts = this.scopes.problems.map(({ file, line, message }) =>
      file === undefined ? message.text : `${file}:${line ?? 1}: ${message.text}`,
    );
    const all = texts.join('\n');
    if (all === this.#told) return;
    this.#told = all;
    for (const text of texts) this.#options.onProblem(text);
  }
}

function excludedOf({ tool, input, held, excluded }: JudgedCall): string | undefined {
  const line = tool === 'Bash' && held === true ? asString(input['command']) : undefined;
  return line === undefined || !excluded ? undefined : excludedIn(line, excluded);
}

/** Modes of the agent that change what the rules say. Skipping every question is not one of them: it counts as asking. */
const modes: readonly PermissionMode[] = ['acceptEdits', 'plan', 'dontAsk'];

/** What cannot be held is not run by a rule; what is proven to only read needs no holding, unless no command is to run at all. */
function stopped(found: Verdict, stop: ShellStop | undefined): Verdict {
  const passes = stop === undefined || (stop.decision === 'ask' && (found.decision !== 'allow' || found.readOnly));
  if (passes || found.decision === 'deny') return found;
  return {
    ...found,
    decision: stop.decision,
    because: [{ verdict: stop.decision, reason: stop.reason }, ...found.because],
  };
}
