import type { Action, RuleRef, Scope } from '../core/call/ruleRef';
import type { Card } from '../core/card/card';
import { distinctCalls, type NamedCall } from '../core/journal/pastCalls';
import type { TestCall, TestedCall } from '../core/protocol/ruleRequests';
import { judgementOf } from '../core/ruleAdmin/judgementOf';
import type { RuleOffers } from '../core/ruleAdmin/offers';
import { previewRules, type PreviewRules, type RulePreview } from '../core/ruleAdmin/preview';
import { type WritableScope, writableScopes } from '../core/ruleAdmin/storedRule';
import { parseRule, ruleInWords, type RuleSource, type ScopedRule, suggest } from '../core/rules';
import type { JournalCalls } from '../stores/journalCalls';
import type { RuleKeeper } from './holds';
import type { RuleJudge } from './judge';
import { quoted, say, type Sentence } from '../core/texts/sentence';

interface RuleTrialsOptions {
  readonly judge: RuleJudge;
  readonly calls: JournalCalls;
  /** Whether allow rules of a scope count, or would as soon as one is made. */
  readonly takesAllows: (scope: Scope) => boolean;
  /** Whether a person can be offered to make an allow rule there. */
  readonly offersScope: (scope: WritableScope) => boolean;
  readonly lastScope: () => WritableScope | undefined;
}

/** For whom a rule is tried: what a session is to the rules. */
interface TriedIn {
  readonly sessionId: string;
  readonly mode: string;
}

const previewedCalls = 500;
const testedCalls = 50;

/** What rules would do, before anything is changed. */
export class RuleTrials {
  readonly #options: RuleTrialsOptions;

  constructor(options: RuleTrialsOptions) {
    this.#options = options;
  }

  /** What "Make a rule…" offers for a card, each with what it would have done. */
  async suggest(session: TriedIn, card: Card): Promise<RuleOffers> {
    const { judge, offersScope, lastScope } = this.#options;
    const call = { tool: card.tool, input: card.input, cwd: card.cwd };
    const found = suggest(judge.rulesFor(session.sessionId), call, judge.contextFor(session));
    const scopes = writableScopes.filter(scope => offersScope(scope));
    const scope = scopes.find(it => it === lastScope()) ?? 'session';
    const offers = await Promise.all(
      found.map(async ({ patterns }) => ({
        patterns,
        says: patterns.map(inWords),
        preview: await this.preview({ patterns, scope, action: 'allow' }, session, card),
      })),
    );
    return {
      offers,
      scope,
      scopes,
      ...(found.length === 0 ? { reason: say('No rule for this call would be narrow enough to be safe.') } : {}),
    };
  }

  async preview(wanted: PreviewRules, session?: TriedIn, card?: Card): Promise<RulePreview> {
    const { judge, calls } = this.#options;
    const { scope, action, patterns, instead } = wanted;
    const root = judge.scopes.rootOf(scope);
    const counts = this.#counts(scope, action);
    const found = previewRules({
      rules: judge.rulesFor(session?.sessionId),
      added: counts ? patterns.map((pattern): ScopedRule => ({ action, pattern, root, source: { scope } })) : [],
      isGone: source => instead !== undefined && isFrom(source, instead),
      calls: await calls.recent(previewedCalls),
      context: judge.contextFor({ sessionId: session?.sessionId, mode: session?.mode ?? 'default' }),
      ...(card ? { card: { tool: card.tool, input: card.input, cwd: card.cwd } } : {}),
    });
    if (counts || !found.card) return found;
    const reason = say('What the repository brings has not been accepted, so its allow rules do not count.');
    return { ...found, card: { ...found.card, reason } };
  }

  test({ tool, input, sessionId }: TestCall, cwd: string, mode: string, keeper: RuleKeeper): TestedCall {
    const call = { tool, input, cwd, mode, ...(sessionId === undefined ? {} : { sessionId }) };
    const found = this.#options.judge.evaluate(call);
    const { risk, riskSentence, because } = judgementOf(tool, found, ({ rule, source }) =>
      tool === 'Bash' && rule && source ? keeper(rule, source) : undefined,
    );
    return { verdict: found.decision, readOnly: found.readOnly, risk, riskSentence, because };
  }

  /** Calls worth trying, the last one first. */
  async pastCalls(): Promise<readonly NamedCall[]> {
    return distinctCalls(await this.#options.calls.recent(previewedCalls), testedCalls);
  }

  #counts(scope: Scope, action: Action): boolean {
    return action !== 'allow' || this.#options.takesAllows(scope);
  }
}

function isFrom(source: RuleSource, rule: RuleRef): boolean {
  return source.scope === rule.scope && source.id === rule.id;
}

function inWords(pattern: string): Sentence {
  const parsed = parseRule(pattern, 'allow');
  return 'rule' in parsed ? ruleInWords(parsed.rule) : quoted(pattern);
}
