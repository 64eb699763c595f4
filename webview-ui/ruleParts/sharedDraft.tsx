import type { RuleChange, RulesDraft } from '../../src/core/ruleAdmin/changes';
import type { WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import type { TextKey } from '../language/translate';
import { useText, useView } from '../state/context';
import { DiffView } from '../text/diffView';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { type Answer, useAnswer } from './useAnswer';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/** What a change would make of rules that others get too, asked anew whenever the rules change. */
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

/** What the button says that writes to these scopes; undefined where only the person themselves gets the rules. */
export function writeLabel(scopes: readonly WritableScope[]): TextKey | undefined {
  if (scopes.includes('team')) return 'sharedTeam.write';
  return scopes.at(-1) === 'project' ? 'shared.write' : undefined;
}

interface SharedDraftProps {
  readonly draft: Answer<RulesDraft>;
  /** The end of this draft was in sight. */
  readonly onRead?: (draft: string) => void;
}

/** Shown before rules are written that others get too: line by line what that will be. */
export function SharedDraft({ draft: { found, trouble }, onRead }: SharedDraftProps): ReactNode {
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
    <>
      {trouble !== undefined && (
        <p className="bad" role="alert">
          <Sentence of={trouble} />
        </p>
      )}
      {found?.file !== undefined && <SharedFile file={found.file} />}
      {found?.team !== undefined && <SharedTeam team={found.team} />}
      <div ref={end} className="shared-end" />
    </>
  );
}

function SharedFile({ file: { before, after } }: { readonly file: NonNullable<RulesDraft['file']> }): ReactNode {
  const text = useText();
  return (
    <section className="shared-file" aria-label={text('shared.title')}>
      <strong>{text('shared.title')}</strong>
      <p className="quiet">{text('shared.note')}</p>
      <DiffView before={before} after={after} numbered />
    </section>
  );
}

/** What becomes of the rules of the team, and what that means for whom. */
function SharedTeam({ team }: { readonly team: NonNullable<RulesDraft['team']> }): ReactNode {
  const text = useText();
  const { place, members, before, after, effects } = team;
  return (
    <section className="shared-file" aria-label={text('sharedTeam.title')}>
      <strong>{text('sharedTeam.title')}</strong>
      <p className="quiet">
        <Plain text={text('sharedTeam.note', place)} />{' '}
        {members.length > 0 && <Plain text={text('team.members', members.join(', '))} />}
      </p>
      <DiffView before={before} after={after} numbered={false} />
      {effects.length > 0 && (
        <ul className="team-effects">
          {effects.map(effect => (
            <li key={effect}>{text(`sharedTeam.${effect}`)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
