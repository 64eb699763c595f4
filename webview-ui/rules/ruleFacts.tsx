import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { useText, useView } from '../state/context';
import { Icon } from '../icon';
import { Plain } from '../text/plain';
import { OpenPlace } from './line';
import { usePanel, usePanelState } from './panelContext';
import { useNow } from './useNow';
import { fullTime, markReason, originKey, placeOf, relativeTime } from './words';
import type { ReactNode } from 'react';

/** What is worth knowing about a rule before it is kept. */
export function Marks({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const rules = usePanelState(state => state.table?.rules);
  if (row.marks.length === 0) return null;
  return (
    <ul className="warnings">
      {row.marks.map(mark => {
        const by = mark.kind === 'shadowed' ? rules?.find(it => refKey(it.ref) === refKey(mark.by)) : undefined;
        return (
          <li key={mark.kind} className="warning">
            <Icon name="warning" />
            <span>
              <Plain
                text={markReason(mark, () => by && `${text(`action.${by.rule.action}`)} ${by.rule.pattern}`, text)}
              />{' '}
              {by !== undefined && (
                <button type="button" className="link" onClick={() => panel.reveal(by.ref)}>
                  {text('mark.show')}
                </button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What is known of a rule beside what it says. */
export function Facts({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  const place = placeOf(row, text);
  const { hits, lastHit } = row;
  const { created, updated } = row.rule;
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
      {created?.request !== undefined && (
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
