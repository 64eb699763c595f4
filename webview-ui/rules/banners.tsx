import type { RuleTable } from '../../src/core/protocol/ruleRequests';
import { useChat, useText } from '../state/context';
import { Icon } from '../base/icon';
import { keyed } from '../base/keyed';
import { Sentence } from '../text/sentence';
import { usePanel, usePanelState } from './panelContext';
import type { ReactNode } from 'react';

/** What is wrong: files that cannot be read as rules, each with the way to its line, and what failed last. */
export function Banners(): ReactNode {
  const text = useText();
  const panel = usePanel();
  const scopes = usePanelState(state => state.table?.scopes);
  const trouble = usePanelState(state => state.trouble);
  const isAway = usePanelState(state => state.team !== undefined && state.team.state !== 'online');
  return (
    <>
      {(scopes ?? []).flatMap(scope =>
        keyed(toldHere(scope, isAway), problem => `${scope.scope} ${problem.message.text}`).map(([key, problem]) => (
          <ScopeProblem key={key} scope={scope} problem={problem} />
        )),
      )}
      {trouble !== undefined && (
        <div className="banner" role="alert">
          <Icon name="warning" />
          <span className="banner-text">
            <Sentence of={trouble} />
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={text('toast.close')}
            onClick={() => panel.set({ trouble: undefined })}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </>
  );
}

/** That the team cannot be reached is said where it is said who they are. */
function toldHere({ scope, problems }: ScopeView, isAway: boolean): ScopeView['problems'] {
  if (scope !== 'team' || !isAway) return problems;
  return problems.filter(({ code }) => code !== 'offline' && code !== 'broken');
}

type ScopeView = RuleTable['scopes'][number];

function ScopeProblem({
  scope: { scope, broken },
  problem,
}: {
  readonly scope: ScopeView;
  readonly problem: ScopeView['problems'][number];
}): ReactNode {
  const text = useText();
  const chat = useChat();
  const panel = usePanel();
  const { file, line, message } = problem;
  const place = { scope, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return (
    <div className="banner" role="alert" data-scope={scope}>
      <Icon name="warning" />
      <span className="banner-text">
        <strong>{text(broken ? 'banner.broken' : 'banner.problem', text(`scope.short.${scope}`))}</strong>{' '}
        <Sentence of={message} />
      </span>
      {file !== undefined && (
        <button type="button" onClick={() => void panel.attempt(() => chat.host.request('rules/openScope', place))}>
          {line === undefined ? text('banner.open') : text('banner.openLine', line)}
        </button>
      )}
    </div>
  );
}
