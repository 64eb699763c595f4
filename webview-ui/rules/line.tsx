import { refKey } from '../../src/core/call/ruleRef';
import type { RuleMark, RuleRow } from '../../src/core/ruleAdmin/row';
import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { Plain } from '../text/plain';
import { usePanel, usePanelState } from './panelContext';
import { useNow } from '../base/useNow';
import { type Line, toggled } from './view';
import { fullTime, markReason, originKey, placeOf, relativeTime } from './words';
import { memo, type ReactNode } from 'react';

interface LineProps {
  readonly id: string;
  readonly place: number;
  readonly top: number;
  readonly active: boolean;
}

/** One tool and how many rules it has; folds them away. */
export function GroupLine({
  id,
  place,
  top,
  active,
  group,
}: LineProps & { readonly group: Line & { kind: 'group' } }): ReactNode {
  const panel = usePanel();
  const folded = usePanelState(state => state.folded);
  return (
    <div
      id={id}
      role="row"
      className="rules-line group"
      aria-rowindex={place + 2}
      aria-level={1}
      aria-expanded={!group.folded}
      data-active={active}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => panel.set({ active: `group:${group.tool}`, folded: toggled(folded, group.tool) })}
    >
      <span role="gridcell" className="cell cell-group">
        <Icon name={group.folded ? 'chevronRight' : 'chevronDown'} />
        <strong>
          <Plain text={group.tool} />
        </strong>
        <span className="quiet">{group.count}</span>
      </span>
    </div>
  );
}

/** One rule. Everything that a click does here the keyboard does from the table. */
export const RuleLine = memo(function RuleLine({
  id,
  place,
  top,
  active,
  row,
}: LineProps & { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const { action } = row.rule;
  const key = refKey(row.ref);
  const ticked = usePanelState(state => state.ticked.has(key));
  return (
    <div
      id={id}
      role="row"
      className="rules-line"
      aria-rowindex={place + 2}
      aria-level={2}
      aria-selected={ticked}
      data-active={active}
      data-rule={key}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => panel.set({ active: key, pane: { kind: 'rule' } })}
    >
      <Tick row={row} ticked={ticked} />
      <span role="gridcell" className="cell cell-action" data-action={action}>
        {text(`action.${action}`)}
      </span>
      <Pattern row={row} />
      <Scope row={row} />
      <Times row={row} />
    </div>
  );
});

function Tick({ row, ticked }: { readonly row: RuleRow; readonly ticked: boolean }): ReactNode {
  const text = useText();
  const panel = usePanel();
  return (
    <span role="gridcell" className="cell cell-tick">
      {row.readOnly ? (
        <span title={text('rule.readOnly')}>
          <Icon name="lock" />
          <span className="announcer">{text('rule.readOnly')}</span>
        </span>
      ) : (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={row.rule.pattern}
          checked={ticked}
          onClick={event => event.stopPropagation()}
          onChange={() => panel.set({ ticked: toggled(panel.store.getState().ticked, refKey(row.ref)) })}
        />
      )}
    </span>
  );
}

function Pattern({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const { pattern, description } = row.rule;
  const unsaved = usePanelState(state => state.editing.has(refKey(row.ref)));
  return (
    <span role="gridcell" className="cell cell-pattern">
      <code title={pattern}>
        <Plain text={pattern} />
      </code>
      {row.marks.map(mark => (
        <Mark key={`${mark.kind} ${mark.reason.text}`} mark={mark} />
      ))}
      {unsaved && <span className="mark">{text('rule.unsaved')}</span>}
      {description !== undefined && (
        <span className="quiet rule-description">
          <Plain text={description} />
        </span>
      )}
    </span>
  );
}

function Mark({ mark }: { readonly mark: RuleMark }): ReactNode {
  const text = useText();
  const { by } = mark;
  const shadow = usePanelState(
    state => by && state.table?.rules.find(({ ref }) => refKey(ref) === refKey(by))?.rule.pattern,
  );
  return (
    <span className="mark" data-mark={mark.kind} title={markReason(mark, () => shadow, text)}>
      {text(`mark.${mark.kind}`)}
    </span>
  );
}

function Scope({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const place = placeOf(row, text);
  return (
    <span role="gridcell" className="cell cell-scope">
      <span className="scope-name">{text(`scope.short.${row.ref.scope}`)}</span>
      {place !== undefined && <OpenPlace row={row} place={place} />}
    </span>
  );
}

/** Leads to the line on which the rule is written. */
export function OpenPlace({ row, place }: { readonly row: RuleRow; readonly place: string }): ReactNode {
  const text = useText();
  const chat = useChat();
  const panel = usePanel();
  return (
    <button
      type="button"
      className="link place"
      tabIndex={-1}
      title={text('rule.open', row.rule.file ?? place)}
      onClick={event => {
        event.stopPropagation();
        void panel.attempt(() => chat.host.request('rules/open', row.ref));
      }}
    >
      <Plain text={place} />
    </button>
  );
}

function Times({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  const ago = (at: number): string => relativeTime(at, now, language);
  const titleOf = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : fullTime(at, language);
  const { hits, lastHit } = row;
  const { created, expires } = row.rule;
  return (
    <>
      <span role="gridcell" className="cell cell-used" title={titleOf(lastHit)}>
        {hits === 0 ? (
          <span className="quiet">{text('used.never')}</span>
        ) : (
          <>
            {text('used.times', hits)}
            {lastHit !== undefined && <span className="quiet"> · {ago(lastHit)}</span>}
          </>
        )}
      </span>
      <span role="gridcell" className="cell cell-made quiet" title={titleOf(created?.at)}>
        {created !== undefined && `${text(originKey(created.by))} · ${ago(created.at)}`}
      </span>
      <span role="gridcell" className="cell cell-ends quiet" title={titleOf(expires)}>
        {expires !== undefined && ago(expires)}
      </span>
    </>
  );
}
