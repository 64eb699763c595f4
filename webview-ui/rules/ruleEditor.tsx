import type { RuleInput } from '../../src/core/call/ruleInput';
import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { RulesDraft } from '../../src/core/ruleAdmin/changes';
import type { RulePreview } from '../../src/core/ruleAdmin/preview';
import { isShared, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import { useText, useView } from '../state/context';
import { ActionField, choose, DescriptionField, PatternFields, ScopeField } from '../ruleParts/fields';
import { lifeText, livesOf } from '../ruleParts/lives';
import { PreviewView } from '../ruleParts/previewView';
import { draftOf, SharedDraft, useDraft, writeLabel } from '../ruleParts/sharedDraft';
import { type Answer, useAnswer } from '../ruleParts/useAnswer';
import { usePanel, usePanelState } from './panelContext';
import type { RuleEditing } from './panelStore';
import { updateOf } from './ruleUpdate';
import { useRuleActions } from './useRuleActions';
import { useScopeChoices } from './useScopeChoices';
import { fullTime } from './words';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface EditorProps {
  readonly row: RuleRow;
  readonly scope: WritableScope;
}

/** A rule that can be changed in place. */
export function RuleEditor({ row, scope }: EditorProps): ReactNode {
  const text = useText();
  const scopes = useScopeChoices();
  const { editing, keep, save, canSave, ...edit } = useEditedRule(row, scope);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.repeat) return;
    const isText = event.target instanceof HTMLInputElement && event.target.type === 'text';
    if (event.key === 'Enter' && (isText || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      keep(undefined);
      document.querySelector<HTMLElement>('.rules-grid')?.focus();
    }
  }

  return (
    <div className="rule-form" onKeyDown={onKeyDown}>
      <ActionField value={editing.action} choices={['allow', 'ask', 'deny']} onChange={action => keep({ action })} />
      <PatternFields
        value={[editing.pattern]}
        invalid={edit.preview.found?.problem !== undefined}
        onChange={([pattern = '']) => keep({ pattern })}
      />
      <DescriptionField value={editing.description} onChange={description => keep({ description })} />
      <div className="rule-fields">
        <ScopeField value={editing.scope} choices={scopes} onChange={to => keep({ scope: to })} />
        <EndField row={row} editing={editing} onChange={life => keep({ life })} />
      </div>
      <PreviewView preview={edit.preview} without={!edit.replaced} />
      {edit.shares && <SharedDraft draft={edit.draft} />}
      <div className="row">
        <button type="button" className="primary" aria-disabled={!canSave} onClick={() => void save()}>
          {text((edit.changed && writeLabel([scope, editing.scope])) || 'rule.save')}
        </button>
        {edit.changed && (
          <button type="button" onClick={() => keep(undefined)}>
            {text('rule.revert')}
          </button>
        )}
      </div>
    </div>
  );
}

interface EditedRule {
  readonly editing: RuleEditing;
  /** Whether anything differs from the rule as it is. */
  readonly changed: boolean;
  /** Whether another rule would stand in its place, and not the same with other facts. */
  readonly replaced: boolean;
  readonly preview: Answer<RulePreview>;
  /** Whether others will get the change, and what it makes of their rules. */
  readonly shares: boolean;
  readonly draft: Answer<RulesDraft>;
  readonly canSave: boolean;
  /** Keeps a part of what is being written; without one all of it goes. */
  readonly keep: (part: Partial<RuleEditing> | undefined) => void;
  readonly save: () => Promise<void>;
}

/** A rule with what a person has changed of it and not saved. */
function useEditedRule(row: RuleRow, scope: WritableScope): EditedRule {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const { undo } = useRuleActions(sessionId);
  const { ref, rule } = row;
  const key = refKey(ref);
  const unchanged = unchangedOf(rule, scope);
  const editing = usePanelState(state => state.editing.get(key)) ?? unchanged;
  const changed = JSON.stringify(editing) !== JSON.stringify(unchanged);
  const replaced = editing.action !== rule.action || editing.pattern !== rule.pattern || editing.scope !== scope;
  const preview = useAnswer('rules/preview', {
    scope: editing.scope,
    action: editing.action,
    patterns: replaced ? [editing.pattern] : [],
    instead: ref,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const update = updateOf(ref, editing, unchanged, sessionId);
  const shares = changed && (isShared(editing.scope) || scope === 'team');
  const draft = useDraft(shares && editing.pattern.trim() !== '' ? { type: 'update', update } : undefined);
  const seen = draftOf(draft);
  const canSave =
    changed && editing.pattern.trim() !== '' && preview.found?.problem === undefined && (!shares || seen !== undefined);

  function keep(part: Partial<RuleEditing> | undefined): void {
    const all = new Map(panel.store.getState().editing);
    if (part === undefined) all.delete(key);
    else all.set(key, { ...editing, ...part });
    panel.set({ editing: all });
  }

  async function save(): Promise<void> {
    if (!canSave) return;
    const result = await panel.change('permissionRules/update', { ...update, ...seen });
    if (!result) return;
    keep(undefined);
    const [saved] = result.rules;
    if (saved !== undefined) panel.set({ active: refKey(saved) });
    panel.say(text('toast.saved'), [{ label: text('rules.undo'), run: () => void undo() }]);
  }

  return { editing, changed, replaced, preview, shares, draft, canSave, keep, save };
}

function unchangedOf({ action, pattern, description = '' }: RuleInput, scope: WritableScope): RuleEditing {
  return { action, pattern, description, scope, life: 'keep' };
}

interface EndProps {
  readonly row: RuleRow;
  readonly editing: RuleEditing;
  readonly onChange: (life: string) => void;
}

/** When the rule ends: as it is now, or from now on. */
function EndField({ row, editing, onChange }: EndProps): ReactNode {
  const text = useText();
  const id = useId();
  const language = useView(view => view.chat.language);
  const { expires } = row.rule;
  const others = livesOf(editing.scope).filter(
    life => life !== 'turn' && !(life === 'always' && expires === undefined),
  );
  const kept = expires === undefined ? lifeText('always', editing.scope, text) : fullTime(expires, language);
  return (
    <div className="rule-field">
      <label htmlFor={id}>{text('rule.life')}</label>
      <select
        id={id}
        value={editing.life}
        onChange={event => choose(['keep', ...others], event.target.value, onChange)}
      >
        <option value="keep">{kept}</option>
        {others.map(life => (
          <option key={life} value={life}>
            {lifeText(life, editing.scope, text)}
          </option>
        ))}
      </select>
    </div>
  );
}
