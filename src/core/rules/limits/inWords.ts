import type { RuleSource } from '../language/verdict';
import { inOne, say, type Sentence } from '../../texts/sentence';
import type { RuleHold } from './limit';

/** What a person knows a rule by: how it reads, and where it is. */
interface NamedRule {
  readonly rule: string;
  readonly source: Pick<RuleSource, 'scope' | 'id'>;
}

/** Who keeps a deny rule from the commands of an agent; `holds` is what its sandbox was told, and nothing without one. */
export function keptBy(rule: NamedRule, holds: readonly RuleHold[] | undefined): Sentence | undefined {
  if (!holds) return say('Held by reading: commands run without a sandbox here.');
  const found = holds.find(it => nameOf(it) === nameOf(rule));
  return found && inOne([words[found.hold], ...(found.why ? [found.why] : [])]);
}

const words = {
  kernel: say('Held by the kernel.'),
  partly: say('Held by the kernel, in part by reading.'),
  reading: say('Held by reading.'),
} as const;

function nameOf({ rule, source: { scope, id = rule } }: NamedRule): string {
  return `${scope} ${id} ${rule}`;
}
