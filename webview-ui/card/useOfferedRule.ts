import type { Card } from '../../src/core/card/card';
import type { ConfirmRule } from '../../src/core/protocol/readRules';
import type { RulesDraft } from '../../src/core/ruleAdmin/changes';
import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import type { RulePreview } from '../../src/core/ruleAdmin/preview';
import { isShared, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import { type LifeName, lives, livesOf } from '../ruleParts/lives';
import { draftOf, useDraft } from '../ruleParts/sharedDraft';
import { type Answer, useAnswer } from '../ruleParts/useAnswer';
import { useState } from 'react';

/** What a person has chosen of the rule that is to be made. */
export interface Written {
  readonly action: ConfirmRule['action'];
  /** What is offered, each of which can be changed, and a rule of the person's own. */
  readonly choices: readonly (readonly string[])[];
  readonly chosen: number;
  readonly scope: WritableScope;
  readonly life: LifeName;
}

interface OfferedRule {
  readonly written: Written;
  readonly write: (part: Partial<Written>) => void;
  readonly preview: Answer<RulePreview>;
  /** Whether others will get the rule, and what it makes of theirs. */
  readonly shares: boolean;
  readonly draft: Answer<RulesDraft>;
  /** The rule as it goes with the decision; undefined while it cannot be made. */
  readonly rule: ConfirmRule | undefined;
}

/** The rule that an answer becomes, with what it would have done. */
export function useOfferedRule({ sessionId, toolCallId }: Card, offers: RuleOffers): OfferedRule {
  const [written, setWritten] = useState<Written>(() => ({
    action: 'allow',
    choices: [...offers.offers.map(offer => offer.patterns), ['']],
    chosen: 0,
    scope: offers.scope,
    life: 'always',
  }));
  const { action, scope, life } = written;
  const patterns = (written.choices[written.chosen] ?? []).map(pattern => pattern.trim());
  const whole = patterns.every(pattern => pattern !== '');
  const preview = useAnswer('rules/preview', whole ? { sessionId, toolCallId, scope, action, patterns } : undefined);
  const limit = livesOf(scope).includes(life) ? lives[life] : undefined;
  const lasts = limit === undefined ? {} : { life: limit };
  const rules = patterns.map(pattern => ({ action, pattern }));
  const shares = isShared(scope);
  const draft = useDraft(
    shares && whole ? { type: 'add', add: { scope, sessionId, rules, by: 'card', ...lasts } } : undefined,
  );
  const seen = draftOf(draft);
  const previewed = preview.found !== undefined && preview.found.problem === undefined;
  const canMake = whole && previewed && (!shares || seen !== undefined);
  return {
    written,
    write: part => setWritten(before => ({ ...before, ...part })),
    preview,
    shares,
    draft,
    rule: canMake ? { action, patterns, scope, ...lasts, ...seen } : undefined,
  };
}
