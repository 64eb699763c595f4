import { useChat, useText, useView } from '../state/context';
import { Toast } from '../ruleParts/toast';
import type { ReactNode } from 'react';

/** Tells of the rules that were made with the last decision, and takes them back. */
export function MadeRules(): ReactNode {
  const text = useText();
  const chat = useChat();
  const made = useView(view => view.madeRules);
  if (made === undefined) return null;
  const { rules, patterns, times } = made;
  const [first] = rules;
  const actions = [
    {
      label: text('rules.undo'),
      run: () => void chat.attempt(() => chat.host.request('permissionRules/delete', { rules })),
    },
    {
      label: text('toast.edit'),
      run: () => void chat.attempt(() => chat.host.request('rules/show', first === undefined ? {} : { rule: first })),
    },
  ];
  return (
    <Toast
      key={times}
      toast={{ id: times, message: text('toast.added', patterns.join(', ')), actions }}
      onEnd={() => chat.toldOfRules()}
    />
  );
}
