import type { WebviewRequests } from '../../src/core/protocol/requests';
import type { Sentence } from '../../src/core/texts/sentence';
import { sentenceOf } from '../../src/core/texts/told';
import { useChat } from '../state/context';
import { useEffect, useState } from 'react';

export interface Answer<T> {
  readonly found: T | undefined;
  /** Why nothing was found. */
  readonly trouble: Sentence | undefined;
  /** Whether this is an answer to what is asked now, and not to what was asked before. */
  readonly current: boolean;
}

/** So long a person may pause between two letters before the host is asked. */
const pauseMs = 180;

/**
 * Asks the host after every change of the question, and keeps the answer to the last one in sight meanwhile. Another
 * `occasion` asks the same again.
 */
export function useAnswer<M extends 'rules/preview' | 'rules/draft' | 'rules/test' | 'rules/teamLog'>(
  method: M,
  params: WebviewRequests[M]['params'] | undefined,
  occasion?: number,
): Answer<WebviewRequests[M]['result']> {
  const chat = useChat();
  const asked = params === undefined ? undefined : JSON.stringify(params);
  const question = asked === undefined ? undefined : JSON.stringify([asked, occasion]);
  const [answer, setAnswer] = useState<
    Omit<Answer<WebviewRequests[M]['result']>, 'current'> & { readonly asked: string | undefined }
  >({ found: undefined, trouble: undefined, asked: undefined });
  useEffect(() => {
    if (question === undefined) return undefined;
    let current = true;
    const timer = window.setTimeout(() => {
      const [text]: [string] = JSON.parse(question);
      const wanted: WebviewRequests[M]['params'] = JSON.parse(text);
      chat.host.request(method, wanted).then(
        found => current && setAnswer({ found, trouble: undefined, asked: text }),
        (error: unknown) => current && setAnswer({ found: undefined, trouble: sentenceOf(error), asked: text }),
      );
    }, pauseMs);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [chat, method, question]);
  if (question === undefined) return { found: undefined, trouble: undefined, current: false };
  return { ...answer, current: answer.asked === asked };
}
