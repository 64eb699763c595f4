import type { RuleChange, RulesDraft } from '../../src/core/ruleAdmin/changes';
import { useText, useView } from '../state/context';
import { DiffView } from '../text/diffView';
import { Sentence } from '../text/sentence';
import { type Answer, useAnswer } from './useAnswer';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/** What a change would make of the file that everybody shares, asked anew whenever the rules change. */
export function useDraft(change: RuleChange | undefined): Answer<RulesDraft> {
  return useAnswer(
    'rules/draft',
    change,
    useView(view => view.chat.rules?.revision),
  );
}

/** The draft that is in sight, for the change to name; undefined while there is none to be confirmed. */
export function draftOf({ found, current }: Answer<RulesDraft>): { readonly draft: string } | undefined {
  return current && found !== undefined ? { draft: found.draft } : undefined;
}

interface SharedFileProps {
  readonly draft: Answer<RulesDraft>;
  /** The end of this draft was in sight. */
  readonly onRead?: (draft: string) => void;
}

/** Shown before a rule is written into the file of the repository: line by line what others will get. */
export function SharedFile({ draft: { found, trouble }, onRead }: SharedFileProps): ReactNode {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const draft = found?.draft;
  const read = useEffectEvent((seen: string) => onRead?.(seen));
  useEffect(() => {
    if (end.current === null || draft === undefined) return undefined;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) read(draft);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [draft]);
  return (
    <section className="shared-file" aria-label={text('shared.title')}>
      <strong>{text('shared.title')}</strong>
      <p className="quiet">{text('shared.note')}</p>
      {trouble !== undefined && (
        <p className="bad" role="alert">
          <Sentence of={trouble} />
        </p>
      )}
      {found !== undefined && <DiffView before={found.before} after={found.after} numbered />}
      <div ref={end} className="shared-end" />
    </section>
  );
}
