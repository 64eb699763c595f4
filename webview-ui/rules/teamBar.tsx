import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { RecordStatus, TeamView } from '../../src/core/ruleAdmin/team';
import { Icon } from '../base/icon';
import { useNow } from '../base/useNow';
import { useChat, useText, useView } from '../state/context';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { usePanel, usePanelState } from './panelContext';
import { everything } from './view';
import { relativeTime } from './words';
import type { ReactNode } from 'react';

/** With whom rules are shared, how fresh they are, and what of them this person lets count. */
export function TeamBar(): ReactNode {
  const text = useText();
  const team = usePanelState(state => state.team);
  const rules = usePanelState(state => state.table?.rules);
  if (team === undefined) return null;
  const open = (rules ?? []).filter(isOpen);
  return (
    <section className="team-bar" aria-label={text('team.label')} data-state={team.state}>
      <Icon name={team.state === 'offline' ? 'warning' : 'people'} />
      <span className="banner-text">
        <Standing team={team} />
        {team.record && <Recorded record={team.record} isAway={team.state !== 'online'} />}
        {team.members.length > 0 && (
          <span className="quiet">
            {' '}
            <Plain text={text('team.members', team.members.join(', '))} />
          </span>
        )}
      </span>
      <Acceptance team={team} open={open} />
    </section>
  );
}

/** An allow rule of the team that this person has not accepted. */
export function isOpen({ ref, marks }: RuleRow): boolean {
  return ref.scope === 'team' && marks.some(({ kind }) => kind === 'notAccepted');
}

function Standing({ team: { place, state, readAt, allowsUntil, why } }: { readonly team: TeamView }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  const ago = (at: number): string => relativeTime(at, now, language);
  switch (state) {
    case 'connecting':
      return <Plain text={text('team.connecting', place)} />;
    case 'online':
      return <Plain text={text('team.online', place, readAt === undefined ? '' : ago(readAt))} />;
    case 'offline':
      return (
        <>
          <Plain
            text={readAt === undefined ? text('team.neverRead', place) : text('team.offline', place, ago(readAt))}
          />{' '}
          {why !== undefined && (
            <>
              (<Sentence of={why} />){' '}
            </>
          )}
          {allowsUntil !== undefined && (
            <Plain text={allowsUntil > now ? text('team.allowsEnd', ago(allowsUntil)) : text('team.allowsEnded')} />
          )}
        </>
      );
    default:
      return state satisfies never;
  }
}

/** What of the sessions here goes to the record of the team, and what keeps it from going. */
function Recorded({ record, isAway }: { readonly record: RecordStatus; readonly isAway: boolean }): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  const now = useNow();
  const { detail, why, waiting, since, conflicts } = record;
  const waits =
    since === undefined ? text('record.stops') : text('record.waits', waiting, relativeTime(since, now, language));
  return (
    <>
      {' '}
      <Plain text={text(detail === 'full' ? 'record.full' : 'record.hashes')} />
      {why !== undefined && (
        <>
          {' '}
          <Plain text={waits} />
          {/* Of a team that is away it was said already. */}
          {!isAway && (
            <>
              {' '}
              (<Sentence of={why} />)
            </>
          )}
        </>
      )}
      {conflicts > 0 && (
        <>
          {' '}
          <Plain text={text('record.conflicts', conflicts)} />
        </>
      )}
    </>
  );
}

function Acceptance({ team, open }: { readonly team: TeamView; readonly open: readonly RuleRow[] }): ReactNode {
  const text = useText();
  const chat = useChat();
  const panel = usePanel();
  const trust = (trusted: boolean): void => void panel.attempt(() => chat.host.request('rules/trustTeam', { trusted }));
  return (
    <>
      {open.length > 0 && (
        <button
          type="button"
          onClick={() => panel.set({ filter: { ...everything, scope: 'team', mark: 'notAccepted' } })}
        >
          {text('team.open', open.length)}
        </button>
      )}
      <button
        type="button"
        title={text(team.trusted ? 'team.trusted.title' : 'team.trust.title')}
        onClick={() => trust(!team.trusted)}
      >
        {text(team.trusted ? 'team.trusted' : 'team.trust')}
      </button>
    </>
  );
}
