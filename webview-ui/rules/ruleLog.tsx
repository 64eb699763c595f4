import { type RuleAudit, signedBy } from '../../src/core/ruleAdmin/team';
import { useAnswer } from '../ruleParts/useAnswer';
import { useText, useView } from '../state/context';
import { useNow } from '../base/useNow';
import { keyedPlaces } from '../base/keyed';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { fullTime, relativeTime } from './words';
import type { ReactNode } from 'react';

/** What happened to a rule of the team, the last first: who changed what, when, and from which call. */
export function RuleLog({ rule }: { readonly rule: string }): ReactNode {
  const text = useText();
  const revision = useView(view => view.chat.rules?.revision);
  const { found, trouble } = useAnswer('rules/teamLog', { rule }, revision);
  return (
    <section className="rule-log" aria-label={text('log.title')}>
      <strong>{text('log.title')}</strong>
      {trouble !== undefined && (
        <p className="quiet">
          <Sentence of={trouble} />
        </p>
      )}
      <ol>
        {keyedPlaces(found?.log ?? []).map(([key, entry]) => (
          <Entry key={key} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry: { at, who, role, call, before, after } }: { readonly entry: RuleAudit }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  return (
    <li>
      <span>
        <Plain text={signedBy({ who, role })} /> ·{' '}
        <span title={fullTime(at, language)}>{relativeTime(at, now, language)}</span>
      </span>
      {before !== undefined && <Side label={text('log.before')} of={before} />}
      {after === undefined ? <span>{text('log.gone')}</span> : <Side label={text('log.after')} of={after} />}
      {call !== undefined && (
        <span className="quiet">
          <Plain text={text('log.call', call)} />
        </span>
      )}
    </li>
  );
}

function Side({ label, of }: { readonly label: string; readonly of: NonNullable<RuleAudit['after']> }): ReactNode {
  const text = useText();
  return (
    <span>
      {label} <span data-action={of.action}>{text(`action.${of.action}`)}</span>{' '}
      <code>
        <Plain text={of.pattern} />
      </code>
    </span>
  );
}
