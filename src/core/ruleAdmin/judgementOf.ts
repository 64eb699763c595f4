import { quoted, type Sentence } from '../texts/sentence';
import { type RuleRef, refKey } from '../call/ruleRef';
import type { DecidedBy } from '../call/call';
import type { Judgement, CardReason, GateVerdict } from '../call/judgement';
import type { Because, RuleSource, Verdict } from '../rules';
import { isBookkeeping } from '../rules/tables/bookkeeping';
import { callEffects } from './callEffects';

/** Who keeps a deny rule from commands. */
type KeptBy = (because: Because) => Sentence | undefined;

/** What the rules found, in the words of the gate and the card. */
export function judgementOf(tool: string, found: Verdict, keptBy: KeptBy = () => undefined): Judgement {
  return {
    verdict: verdictOf(tool, found),
    risk: found.risk,
    riskSentence: found.riskSentence,
    because: found.because.map(because => reasonOf(because, because.verdict === 'deny' ? keptBy(because) : undefined)),
    effects: callEffects(found.effects),
  };
}

function verdictOf(tool: string, found: Verdict): GateVerdict {
  const [first] = found.because;
  const { readOnly } = found;
  switch (found.decision) {
    case 'deny':
      return { decision: 'deny', by: decidedBy(first, readOnly), message: denyMessage(first), readOnly };
    case 'allow':
      return isBookkeeping(tool)
        ? { decision: 'pass' }
        : { decision: 'allow', by: decidedBy(first, readOnly), readOnly };
    case 'ask':
      // A rule that asks is obeyed even where the agent is left to its own judgement, and so is what may have been one.
      return { decision: 'ask', readOnly, always: first?.source !== undefined };
    default:
      return found.decision satisfies never;
  }
}

function decidedBy(because: Because | undefined, readOnly: boolean): DecidedBy {
  const where = because?.source && placeOf(because.source);
  const ref = because?.source && refOf(because.source);
  return {
    kind: 'rule',
    rule: because?.rule ?? (readOnly ? 'read-only' : (because?.source?.scope ?? 'built in')),
    reason: because?.reason ?? quoted(''),
    ...(where === undefined ? {} : { where }),
    ...(ref === undefined ? {} : { ruleId: refKey(ref) }),
  };
}

/** The model is told which rule it met, so that it does not try the same thing in other words. */
function denyMessage(because: Because | undefined): string {
  const reason = because?.reason.text ?? '';
  return because?.rule === undefined
    ? `Denied by a rule of the user. ${reason} Do not try to get around it.`
    : `Denied by the rule ${because.rule} of the user. ${reason} Do not try to get around it.`;
}

function reasonOf({ command, verdict, rule, source, reason }: Because, held: Sentence | undefined): CardReason {
  const where = source && placeOf(source);
  const ref = source && refOf(source);
  return {
    verdict,
    reason,
    ...(command === undefined ? {} : { command }),
    ...(rule === undefined ? {} : { rule }),
    ...(where === undefined ? {} : { where }),
    ...(ref === undefined ? {} : { ref }),
    ...(held === undefined ? {} : { held }),
  };
}

function refOf({ scope, id, sessionId }: RuleSource): RuleRef | undefined {
  if (id === undefined) return undefined;
  return sessionId === undefined ? { scope, id } : { scope, id, sessionId };
}

/** Where a rule is written, for a person. */
function placeOf({ scope, file, shown = file, line }: RuleSource): string | undefined {
  // Neither is written anywhere.
  if (scope === 'builtin' || scope === 'mode') return undefined;
  if (shown === undefined) return scope;
  return line === undefined ? `${scope} ${shown}` : `${scope} ${shown}:${line}`;
}
