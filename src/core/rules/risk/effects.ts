import { type RiskName, riskReason } from '../tables/riskReasons';
import type { VerdictEffect } from '../language/verdict';

export interface Effect extends VerdictEffect {
  readonly kind: RiskName;
}

export function effect(kind: RiskName, object?: string, count?: number): Effect {
  return {
    kind,
    ...(object === undefined ? {} : { object }),
    ...(count === undefined ? {} : { count }),
    sentence: riskReason(kind, object).sentence,
  };
}

const mostObjects = 20;

/** The effects that are found while a call is looked at, each once. */
export class Effects {
  /** The objects of each kind, and how many files each stands for. */
  readonly #found = new Map<RiskName, Map<string | undefined, number | undefined>>();

  add(kind: RiskName, object?: string, count?: number): void {
    const objects = this.#found.get(kind);
    if (!objects) this.#found.set(kind, new Map([[object, count]]));
    else if (objects.size < mostObjects && !objects.has(object)) objects.set(object, count);
  }

  include(others: Effects, chosen: (kind: RiskName) => boolean = () => true): void {
    for (const [kind, objects] of others.#found)
      if (chosen(kind)) for (const [object, count] of objects) this.add(kind, object, count);
  }

  has(...kinds: readonly RiskName[]): boolean {
    return kinds.some(kind => this.#found.has(kind));
  }

  delete(kind: RiskName): void {
    this.#found.delete(kind);
  }

  get size(): number {
    return this.#found.size;
  }

  /** Of each kind those whose object is known, or the one that says no more than its kind. */
  get all(): readonly Effect[] {
    return Array.from(this.#found).flatMap(([kind, objects]) => {
      const named = Array.from(objects).filter(([object]) => objects.size === 1 || object !== undefined);
      return named.map(([object, count]) => effect(kind, object, count));
    });
  }
}
