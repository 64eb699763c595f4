import type { PreviewRules, RulePreview } from '../../src/core/rulesRpc';
import { useLatch } from '../context';
import { useEffect, useState } from 'react';
import { messageOf } from '../../src/core/messageOf';

/** What is known of rules that are not saved yet. */
export interface Preview {
  readonly found: RulePreview | undefined;
  /** Why nothing is known. */
  readonly trouble: string | undefined;
}

/** So long a person may pause between two letters before the host is asked. */
const pauseMs = 180;
const nothing: Preview = { found: undefined, trouble: undefined };

/** Asks the host what rules would do, after every change of them; an answer to an older question is left out. */
export function usePreview(wanted: PreviewRules | undefined): Preview {
  const latch = useLatch();
  const [preview, setPreview] = useState<Preview>(nothing);
  const question = wanted === undefined ? undefined : JSON.stringify(wanted);
  useEffect(() => {
    if (question === undefined) return undefined;
    let current = true;
    const timer = window.setTimeout(() => {
      const params: PreviewRules = JSON.parse(question);
      latch.host.request('rules/preview', params).then(
        found => current && setPreview({ found, trouble: undefined }),
        (error: unknown) => current && setPreview({ found: undefined, trouble: messageOf(error) }),
      );
    }, pauseMs);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [latch, question]);
  return question === undefined ? nothing : preview;
}
