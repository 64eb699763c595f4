import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { signedBy } from '../../src/core/ruleAdmin/team';
import { useText, useView } from '../state/context';
import { useNow } from '../base/useNow';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { OpenPlace } from './line';
import { fullTime, originKey, placeOf, relativeTime } from './words';
import type { ReactNode } from 'react';

/** What is known of a rule beside what it says. */
export function Facts({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  const place = placeOf(row, text);
  const { hits, lastHit } = row;
  const { author, created, updated } = row.rule;
  const when = (at: number): ReactNode => <span title={fullTime(at, language)}>{relativeTime(at, now, language)}</span>;
  return (
    <dl className="rule-facts">
      <dt>{text('rule.scope')}</dt>
      <dd>{text(`scope.${row.ref.scope}`)}</dd>
      {place !== undefined && (
        <>
          <dt>{text('fact.place')}</dt>
          <dd>
            <OpenPlace row={row} place={place} />
          </dd>
        </>
      )}
      {row.held !== undefined && <Held by={row.held} />}
      {author !== undefined && <Author of={author} when={when(author.at)} />}
      <dt>{text('column.used')}</dt>
      <dd>
        {hits === 0 ? text('used.never') : text('used.times', hits)}
        {lastHit !== undefined && <> · {when(lastHit)}</>}
      </dd>
      {created !== undefined && (
        <>
          <dt>{text('column.made')}</dt>
          <dd>
            {text(originKey(created.by))} · {when(created.at)}
          </dd>
        </>
      )}
      {updated !== undefined && (
        <>
          <dt>{text('fact.changed')}</dt>
          <dd>{when(updated)}</dd>
        </>
      )}
      {created?.request !== undefined && created.request.text !== '' && (
        <>
          <dt>{text('fact.request')}</dt>
          <dd>
            <code>
              <Plain text={created.request.text} />
            </code>
          </dd>
        </>
      )}
    </dl>
  );
}

function Author({
  of,
  when,
}: {
  readonly of: NonNullable<RuleRow['rule']['author']>;
  readonly when: ReactNode;
}): ReactNode {
  const text = useText();
  return (
    <>
      <dt>{text('fact.author')}</dt>
      <dd>
        <Plain text={signedBy(of)} /> · {when}
      </dd>
    </>
  );
}

function Held({ by }: { readonly by: NonNullable<RuleRow['held']> }): ReactNode {
  const text = useText();
  return (
    <>
      <dt>{text('fact.held')}</dt>
      <dd>
        <Sentence of={by} />
      </dd>
    </>
  );
}
