import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { acceptedAs } from '../../src/core/ruleAdmin/team';
import { isWritable } from '../../src/core/ruleAdmin/writableScopes';
import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { Plain } from '../text/plain';
import { Facts } from './facts';
import { PaneHead } from './paneHead';
import { usePanel, usePanelState } from './panelContext';
import { RuleLog } from './ruleLog';
import { RuleEditor } from './ruleEditor';
import { isOpen } from './teamBar';
import { useRuleActions } from './useRuleActions';
import { markReason } from './words';
import type { ReactNode } from 'react';

/** One rule whole: what it says, to change it in place, and what is known of it. */
export function Inspector({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const { remove } = useRuleActions(useView(view => view.chat.activeSessionId));
  const scope = !row.readOnly && isWritable(row.ref.scope) ? row.ref.scope : undefined;
  return (
    <div className="pane">
      <PaneHead title={text('rule.title')}>
        {scope !== undefined && (
          <button type="button" className="quiet-button" onClick={() => void remove([row])}>
            {text('rule.remove')}
          </button>
        )}
      </PaneHead>
      {scope === undefined ? <FixedRule row={row} /> : <RuleEditor row={row} scope={scope} />}
      {isOpen(row) && <Accept row={row} />}
      <Marks row={row} />
      <Facts row={row} />
      {row.ref.scope === 'team' && <RuleLog rule={row.ref.id} />}
    </div>
  );
}

/** A rule that is not ours to change. */
function FixedRule({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const team = usePanelState(state => state.team);
  const { rule } = row;
  return (
    <>
      <p>
        <span className="cell-action" data-action={rule.action}>
          {text(`action.${rule.action}`)}
        </span>{' '}
        <code>
          <Plain text={rule.pattern} />
        </code>
      </p>
      <p className="warning quiet">
        <Icon name="lock" />
        {text(
          row.ref.scope !== 'team' ? 'rule.readOnly' : team?.state === 'online' ? 'team.readOnly' : 'team.readOnlyAway',
        )}
      </p>
    </>
  );
}

/** Lets the team allow this to the person. */
function Accept({ row: { rule } }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const chat = useChat();
  const panel = usePanel();
  return (
    <div className="row">
      <button
        type="button"
        className="primary"
        onClick={() => void panel.attempt(() => chat.host.request('rules/acceptTeam', { rules: [acceptedAs(rule)] }))}
      >
        {text('team.accept')}
      </button>
    </div>
  );
}

function Marks({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const rules = usePanelState(state => state.table?.rules);
  if (row.marks.length === 0) return null;
  return (
    <ul className="warnings">
      {row.marks.map(mark => {
        const by = rules?.find(({ ref }) => mark.by !== undefined && refKey(ref) === refKey(mark.by));
        return (
          <li key={`${mark.kind} ${mark.reason.text}`} className="warning">
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
