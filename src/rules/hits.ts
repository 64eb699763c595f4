import { RecentNames } from '../core/base/recentNames';
import { callKey } from '../core/call/call';
import { refKey, type RuleRef } from '../core/call/ruleRef';
import type { Card } from '../core/card/card';
import type { Hits } from '../core/ruleAdmin/table';
import type { RuleMemory } from '../stores/ruleMemory';

interface RuleHitsOptions {
  readonly memory: RuleMemory;
  /** Names the folder of this window where rules are counted. */
  readonly folderKey: string;
  readonly now: () => number;
}

/** How often each rule was needed. */
export class RuleHits {
  readonly #options: RuleHitsOptions;
  /** Calls whose rules were counted, so that a card that is sent again counts once. */
  readonly #counted = new RecentNames();

  constructor(options: RuleHitsOptions) {
    this.#options = options;
  }

  of(rule: RuleRef): Hits | undefined {
    return this.#options.memory.hitsOf(this.#memoryKey(rule));
  }

  /** Counts the rules that decided a call. */
  note(card: Card): void {
    if (card.outcome?.by !== 'rule') return;
    const key = `${callKey(card.sessionId, card.toolCallId)}:${card.revision}`;
    if (this.#counted.has(key)) return;
    this.#counted.add(key);
    const { memory, now } = this.#options;
    const deciding = card.because.filter(({ verdict }) => verdict === card.outcome?.choice);
    const keys = new Set(deciding.flatMap(({ ref }) => (ref === undefined ? [] : [this.#memoryKey(ref)])));
    for (const one of keys) memory.hit(one, now());
  }

  /** Rules of the user are the same in every folder, others are those of this one. */
  #memoryKey(rule: RuleRef): string {
    const everywhere = rule.scope === 'user' || rule.scope === 'claude';
    return everywhere ? refKey(rule) : `${this.#options.folderKey} ${refKey(rule)}`;
  }
}
