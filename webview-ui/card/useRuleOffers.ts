import type { Card } from '../../src/core/card/card';
import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import type { Sentence } from '../../src/core/texts/sentence';
import { sentenceOf } from '../../src/core/texts/told';
import { useChat } from '../state/context';
import { useEffect, useState } from 'react';

interface FoundOffers {
  readonly offers?: RuleOffers;
  /** Why there are none. */
  readonly trouble?: Sentence;
}

/** The rules that would allow a call from now on, once somebody wants to see them. */
export function useRuleOffers({ sessionId, toolCallId }: Card, wanted: boolean): FoundOffers {
  const chat = useChat();
  const [found, setFound] = useState<FoundOffers>({});
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    chat.host.request('rules/suggest', { sessionId, toolCallId }).then(
      offers => current && setFound({ offers }),
      (error: unknown) => current && setFound({ trouble: sentenceOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [chat, sessionId, toolCallId, wanted]);
  return found;
}
