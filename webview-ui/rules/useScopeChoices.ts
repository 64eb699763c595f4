import { type WritableScope, writableScopes } from '../../src/core/ruleAdmin/writableScopes';
import { useView } from '../state/context';
import { usePanelState } from './panelContext';

/** Where rules can be written now: a session has rules only while there is one, and a team where this person may. */
export function useScopeChoices(): readonly WritableScope[] {
  const sessionId = useView(view => view.chat.activeSessionId);
  const team = usePanelState(state => state.team);
  return writableScopes.filter(scope => {
    if (scope === 'session') return sessionId !== undefined;
    return scope !== 'team' || team?.mayWrite === true;
  });
}
