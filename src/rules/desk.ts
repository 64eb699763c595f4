import { Refused } from '../channel/channel';
import type { Card } from '../core/card/card';
import { callKey } from '../core/call/call';
import { judgementOf } from '../core/ruleAdmin/judgementOf';
import { distinctCalls, textOfCall } from '../core/journal/pastCalls';
import { repeatedCalls, unusedRules } from '../core/ruleAdmin/offers';
import { previewRules } from '../core/ruleAdmin/preview';
import { type ScopedRule, suggest } from '../core/rules';
import type { Action } from '../core/call/ruleRef';
import { isShown, ruleRows } from '../core/ruleAdmin/table';
import type { ConfirmParams } from '../core/card/confirm';
import type { ConfirmRule, RuleTable, ScopeView, TestCall, TestedCall } from '../core/protocol/ruleMessages';
import type { NamedCall } from '../core/journal/pastCalls';
import type { HistoryOffer, RuleOffers } from '../core/ruleAdmin/offers';
import type { PreviewRules, RulePreview } from '../core/ruleAdmin/preview';
import type { RuleFilter, RuleRow } from '../core/ruleAdmin/row';
import { isWritable, type WritableScope, writableScopes } from '../core/ruleAdmin/storedRule';
import type { RuleBook } from './judge';
import type { RuleEditor } from './editor';
import type { ScopeContent } from './scopes';
import type { Session } from '../session/session';
import type { JournalCalls } from '../stores/journalCalls';
import type { RuleMemory } from '../stores/ruleMemory';

export interface RuleDeskOptions {
  readonly book: RuleBook;
  readonly editor: RuleEditor;
  readonly memory: RuleMemory;
  readonly calls: JournalCalls;
  /** Whether an allow rule in the file of the repository would count. */
  readonly projectTakesAllows: () => boolean;
  /** Names the folder of this window where rules are counted. */
  readonly folderKey: string;
  readonly now: () => number;
}

const previewedCalls = 500;
const offeredCalls = 5000;
const testedCalls = 50;

/** What a person does with rules: look at them, try them, make one on a card. */
export class RuleDesk {
  readonly #options: RuleDeskOptions;
  /** Calls whose rules were counted, so that a card that is sent again counts once. */
  readonly #counted = new Set<string>();

  constructor(options: RuleDeskOptions) {
    this.#options = options;
  }

  list(filter: RuleFilter): RuleTable {
    const { book, editor, memory } = this.#options;
    const contents = book.scopes.contents(filter.sessionId);
    return {
      rules: this.#rows(filter.sessionId).filter(row => isShown(row, filter)),
      scopes: contents.map(scopeView),
      ...editor.history,
      ...(memory.lastScope === undefined ? {} : { lastScope: memory.lastScope }),
    };
  }

  /** What "Allow…" offers for a card, each with what it would have done. */
  async suggest(session: Session, card: Card): Promise<RuleOffers> {
    const { book, memory } = this.#options;
    const call = { tool: card.tool, input: card.input, cwd: card.cwd };
    const context = book.contextFor({ sessionId: session.id, mode: session.view.mode });
    const found = suggest(book.rulesFor(session.id), call, context);
    const scopes = writableScopes.filter(scope => this.#takesAllows(scope));
    const scope = scopes.find(it => it === memory.lastScope) ?? 'session';
    const offers = await Promise.all(
      found.map(async ({ patterns }) => ({
        patterns,
        preview: await this.preview({ patterns, scope, action: 'allow' }, session, card),
      })),
    );
    return {
      offers,
      scope,
      scopes,
      ...(found.length === 0 ? { reason: 'No rule for this call would be narrow enough to be safe.' } : {}),
    };
  }

  async preview(wanted: PreviewRules, session?: Session, card?: Card): Promise<RulePreview> {
    const { book, calls } = this.#options;
    const { scope, action, patterns, instead } = wanted;
    const root = book.scopes.rootOf(scope);
    const sessionId = session?.id;
    const counts = this.#counts(scope, action);
    const found = previewRules({
      rules: book.rulesFor(sessionId),
      added: counts ? patterns.map((pattern): ScopedRule => ({ action, pattern, root, source: { scope } })) : [],
      isGone: source => instead !== undefined && source.scope === instead.scope && source.id === instead.id,
      calls: await calls.recent(previewedCalls),
      context: book.contextFor({ sessionId, mode: session?.view.mode ?? 'default' }),
      ...(card ? { card: { tool: card.tool, input: card.input, cwd: card.cwd } } : {}),
    });
    if (counts || !found.card) return found;
    const reason = 'What the repository brings has not been accepted, so its allow rules do not count.';
    return { ...found, card: { ...found.card, reason } };
  }

  test({ tool, input, sessionId }: TestCall, cwd: string, mode: string): TestedCall {
    const call = { tool, input, cwd, mode, ...(sessionId === undefined ? {} : { sessionId }) };
    const found = this.#options.book.evaluate(call);
    const { risk, riskSentence, because } = judgementOf(tool, found);
    return { verdict: found.decision, readOnly: found.readOnly, risk, riskSentence, because };
  }

  async pastCalls(): Promise<readonly NamedCall[]> {
    return distinctCalls(await this.#options.calls.recent(previewedCalls), testedCalls);
  }

  /** The scope that a person chose is the one that is offered first the next time. */
  choseScope(scope: WritableScope): void {
    this.#options.memory.choseScope(scope);
  }

  async offers(sessionId: string | undefined): Promise<readonly HistoryOffer[]> {
    const { book, calls, memory, now } = this.#options;
    const isDismissed = (key: string): boolean => memory.isDismissed(key);
    const rules = book.rulesFor(sessionId);
    const context = book.contextFor({});
    return [
      ...repeatedCalls(await calls.recent(offeredCalls), { rules, context }, isDismissed),
      ...unusedRules(this.#rows(sessionId), now(), isDismissed),
    ];
  }

  dismiss(key: string): Promise<void> {
    return this.#options.memory.dismiss(key);
  }

  /** Makes the rule and answers the card: both, or neither. Returns the keys of what was made. */
  async confirmWithRule(session: Session, confirmation: ConfirmParams, rule: ConfirmRule): Promise<readonly string[]> {
    const card = session.card(confirmation.toolCallId);
    if (card?.state !== 'waiting' || card.revision !== confirmation.revision)
      throw new Refused('This card no longer waits as it was shown. No rule was made.');
    if (card.kind === 'question' || card.kind === 'plan' || card.kind === 'elicitation')
      throw new Refused('Questions and plans are always for a person: there are no rules for them.');
    const { action, patterns, scope, life, draft } = rule;
    const { editor, memory } = this.#options;
    const rules = patterns.map(pattern => ({ action, pattern }));
    const made = {
      scope,
      sessionId: session.id,
      rules,
      by: 'card',
      ...(life ? { life } : {}),
      ...(draft === undefined ? {} : { draft }),
    } as const;
    const request = { toolCallId: card.toolCallId, text: textOfCall(card.tool, card.input) };
    const added = await editor.add(made, request, () => session.confirm(confirmation));
    if (!added.ok) throw new Refused(added.problem.message);
    memory.choseScope(scope);
    return added.keys;
  }

  /** Counts the rules that decided a call. */
  note(card: Card): void {
    if (card.outcome?.by !== 'rule') return;
    const key = `${callKey(card.sessionId, card.toolCallId)}:${card.revision}`;
    if (this.#counted.has(key)) return;
    this.#counted.add(key);
    const { memory, now } = this.#options;
    const deciding = card.because.filter(({ verdict }) => verdict === card.outcome?.choice);
    const ids = new Set(deciding.flatMap(({ ruleId }) => (ruleId === undefined ? [] : [ruleId])));
    for (const id of ids) memory.hit(this.#memoryKey(id), now());
  }

  #rows(sessionId: string | undefined): readonly RuleRow[] {
    const { book, memory, now } = this.#options;
    const scopes = book.scopes.contents(sessionId).flatMap(({ scope, rules, root, brought = [] }) => [
      { scope, rules, root, allows: this.#counts(scope, 'allow') },
      { scope, rules: brought, root, allows: book.scopes.projectAllows },
    ]);
    return ruleRows(scopes, { sessionId, now: now(), hitsOf: key => memory.hitsOf(this.#memoryKey(key)) });
  }

  /** Rules of the user are the same in every folder, others are those of this one. */
  #memoryKey(key: string): string {
    return key.startsWith('user:') || key.startsWith('claude:') ? key : `${this.#options.folderKey} ${key}`;
  }

  #counts(scope: ScopedRule['source']['scope'], action: Action): boolean {
    return (
      scope !== 'project' || action !== 'allow' || this.#options.book.scopes.projectAllows || this.#takesAllows(scope)
    );
  }

  #takesAllows(scope: WritableScope): boolean {
    return scope !== 'project' || this.#options.projectTakesAllows();
  }
}

function scopeView({ scope, file, revision, problems, unreadable }: ScopeContent): ScopeView {
  const view = { scope, writable: isWritable(scope), revision, problems, broken: unreadable.length > 0 };
  return file === undefined ? view : { ...view, file };
}
