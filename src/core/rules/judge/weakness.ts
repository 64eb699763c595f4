import type { Sentence } from '../../texts/sentence';
import { type WeighedEntry, type WeighedRule, WeighedRules } from './weighed';

/** What is weak about the rule at a place of the list. */
type Weakness =
  | { readonly kind: 'expired'; readonly place: number }
  | { readonly kind: 'broad'; readonly place: number; readonly reason: Sentence }
  /** Whatever it could decide, the rule at `by` decides. */
  | { readonly kind: 'shadowed'; readonly place: number; readonly by: number };

/** Rules that are dead, repeated by a wider one, or broader than they look, in the order of the list. */
export function weaknesses(rules: readonly WeighedRule[], now: number): readonly Weakness[] {
  return new WeighedRules<WeighedRule>().look(rules, now).flatMap(weaknessesOf);
}

function weaknessesOf({ place, isOver, breadth, by }: WeighedEntry<WeighedRule>): readonly Weakness[] {
  return [
    ...(isOver ? [{ kind: 'expired' as const, place }] : []),
    ...(breadth === undefined ? [] : [{ kind: 'broad' as const, place, reason: breadth }]),
    ...(by === undefined ? [] : [{ kind: 'shadowed' as const, place, by: by.place }]),
  ];
}
