import type { RuleInput } from '../../src/core/call/ruleInput';
import { useText, useView } from '../state/context';
import { usePanel } from './panelContext';
import { emptySeed } from './toolbar';
import { useRuleActions } from './useRuleActions';
import type { ReactNode } from 'react';

const examples: readonly (RuleInput & { readonly name: 'tests' | 'push' | 'secrets' })[] = [
  { name: 'tests', action: 'allow', pattern: 'Bash(npm run test:*)' },
  { name: 'push', action: 'ask', pattern: 'Bash(git push:*)' },
  { name: 'secrets', action: 'deny', pattern: 'Read(**/.env)' },
];

/** Where there is no rule yet: what rules are for, and three of them to begin with. */
export function EmptyRules(): ReactNode {
  const text = useText();
  const panel = usePanel();
  const { undo } = useRuleActions(useView(view => view.chat.activeSessionId));

  async function add({ action, pattern }: RuleInput): Promise<void> {
    const rules = [{ action, pattern }];
    if (!(await panel.change('permissionRules/add', { scope: 'workspace', rules, by: 'panel' }))) return;
    panel.say(text('toast.added', pattern), [{ label: text('rules.undo'), run: () => void undo() }]);
  }

  return (
    <div className="rules-empty">
      <h2>{text('empty.rules.title')}</h2>
      <p>{text('empty.rules.text')}</p>
      <ul>
        {examples.map(example => (
          <li key={example.name} className="example-rule">
            <span className="cell-action" data-action={example.action}>
              {text(`action.${example.action}`)}
            </span>
            <span className="example-text">
              <code>{example.pattern}</code>
              <span className="quiet">{text(`empty.rules.${example.name}`)}</span>
            </span>
            <button
              type="button"
              aria-label={text('empty.rules.add', example.pattern)}
              onClick={() => void add(example)}
            >
              {text('rule.add')}
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet">{text('empty.rules.more')}</p>
      <button type="button" className="link" onClick={() => panel.add(emptySeed)}>
        {text('empty.rules.own')}
      </button>
    </div>
  );
}
