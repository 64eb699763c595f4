import { alarms } from '../tables/alarms';
import { type RiskName, riskReason } from '../tables/riskReasons';
import type { VerdictEffect } from '../language/verdict';

export interface Effect extends VerdictEffect {
  readonly kind: RiskName;
}

interface Found {
  readonly count?: number;
  readonly part?: string;
}

export function effect(kind: RiskName, object?: string, found: Found = {}): Effect {
  return {
    kind,
    ...(object === undefined ? {} : { object }),
    ...found,
    alarm: alarms[kind],
    sentence: riskReason(kind, object).sentence,
  };
}

const mostObjects = 20;

/** The effects that are found while a call is looked at, each once. */
export class Effects {
  /** The objects of each kind, with what more is known of them. */
  readonly #found = new Map<RiskName, Map<string | undefined, Found>>();

  add(kind: RiskName, object?: string, found: Found = {}): void {
    const objects = this.#found.get(kind);
    if (!objects) this.#found.set(kind, new Map([[object, found]]));
    else if (objects.size < mostObjects && !objects.has(object)) objects.set(object, found);
  }

  /** Takes over what another has found, with the command of which it is said. */
  include(others: Effects, part?: string, chosen: (kind: RiskName) => boolean = () => true): void {
    const of = part === undefined ? {} : { part };
    for (const [kind, objects] of others.#found)
      if (chosen(kind)) for (const [object, found] of objects) this.add(kind, object, { ...of, ...found });
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
      return named.map(([object, found]) => effect(kind, object, found));
    });
  }
}
