import { writableScopes } from '../../src/core/ruleAdmin/writableScopes';
import type { RuleName } from '../../src/core/ruleAdmin/changes';
import { useChat, useText, useView } from '../state/context';
import { Toast } from '../ruleParts/toast';
import type { ReactNode } from 'react';

/** Tells of the rules that were made with the last decision, and takes them back. */
export function MadeRules(): ReactNode {
  const text = useText();
  const chat = useChat();
  const made = useView(view => view.madeRules);
  if (made === undefined) return null;
  const { keys, sessionId, times } = made;
  const [first] = keys;
  const actions = [
    {
      label: text('rules.undo'),
      run: () =>
        void chat.attempt(() =>
          chat.host.request('permissionRules/delete', { rules: keys.flatMap(key => nameOfKey(key, sessionId)) }),
        ),
    },
    {
      label: text('toast.edit'),
      run: () => void chat.attempt(() => chat.host.request('rules/show', first === undefined ? {} : { key: first })),
    },
  ];
  return (
    <Toast key={times} toast={{ id: times, message: text('toast.added'), actions }} onEnd={() => chat.toldOfRules()} />
  );
}

function nameOfKey(key: string, sessionId: string): readonly RuleName[] {
  const at = key.indexOf(':');
  const scope = writableScopes.find(it => it === key.slice(0, at));
  if (scope === undefined) return [];
  const id = key.slice(at + 1);
  return [scope === 'session' ? { scope, id, sessionId } : { scope, id }];
}
