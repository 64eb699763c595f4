import { type HistoryOffer, repeatedCalls, unusedRules } from '../core/ruleAdmin/offers';
import type { JournalCalls } from '../stores/journalCalls';
import type { RuleMemory } from '../stores/ruleMemory';
import type { RuleJudge } from './judge';
import type { RuleTables } from './tables';

interface HistoryOffersOptions {
  readonly judge: RuleJudge;
  readonly tables: RuleTables;
  readonly memory: RuleMemory;
  readonly calls: JournalCalls;
  readonly now: () => number;
}

const offeredCalls = 5000;

/** Rules worth making or removing, as what happened suggests. */
export class HistoryOffers {
  readonly #options: HistoryOffersOptions;

  constructor(options: HistoryOffersOptions) {
    this.#options = options;
  }

  async list(sessionId: string | undefined): Promise<readonly HistoryOffer[]> {
    const { judge, tables, calls, memory, now } = this.#options;
    const isDismissed = (key: string): boolean => memory.isDismissed(key);
    const known = { rules: judge.rulesFor(sessionId), context: judge.contextFor({}) };
    return [
      ...repeatedCalls(await calls.recent(offeredCalls), known, isDismissed),
      ...unusedRules(tables.rows(sessionId), now(), isDismissed),
    ];
  }

  /** Never offers this again. */
  dismiss(key: string): Promise<void> {
    return this.#options.memory.dismiss(key);
  }
}
