import { type WritableScope, writableScopes } from '../../src/core/ruleAdmin/writableScopes';
import { useView } from '../state/context';

/** Where rules can be written now: a session has rules only while there is one. */
export function useScopeChoices(): readonly WritableScope[] {
  const sessionId = useView(view => view.chat.activeSessionId);
  return sessionId === undefined ? writableScopes.filter(scope => scope !== 'session') : writableScopes;
}
