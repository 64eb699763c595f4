import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { UpdateRule } from '../../src/core/ruleAdmin/changes';
import { isWritable, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import { useText, useView } from '../state/context';
import { Icon } from '../icon';
import { Plain } from '../text/plain';
import { ActionField, choose, PatternFields, ScopeField } from './fields';
import { Facts, Marks } from './ruleFacts';
import { PaneHead } from './paneHead';
import { usePanel, usePanelState } from './panelContext';
import type { RuleEditing } from './panelStore';
import { PreviewView } from './previewView';
import { draftOf, SharedFile, useDraft } from './sharedFile';
import { useAnswer } from './useAnswer';
import { useRuleActions } from './useRuleActions';
import { useScopeChoices } from './useScopeChoices';
import { fullTime, lives, type LifeName, lifeText, livesOf } from './words';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

/** One rule whole: what it says, to change it in place, and what is known of it. */
export function Inspector({ row }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
  const scope = isWritable(row.ref.scope) ? row.ref.scope : undefined;
  return (
    <div className="pane">
      <PaneHead title={text('rule.title')} />
      {scope === undefined ? <FixedRule row={row} /> : <RuleEditor row={row} scope={scope} />}
      <Marks row={row} />
      <Facts row={row} />
    </div>
  );
}

/** A rule that is not ours to change. */
function FixedRule({ row: { rule } }: { readonly row: RuleRow }): ReactNode {
  const text = useText();
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
        {text('rule.readOnly')}
      </p>
    </>
  );
}

interface EditorProps {
  readonly row: RuleRow;
  readonly scope: WritableScope;
}

function RuleEditor({ row, scope }: EditorProps): ReactNode {
  const text = useText();
  const panel = usePanel();
  const { rule } = row;
  const key = refKey(row.ref);
  const sessionId = useView(view => view.chat.activeSessionId);
  const scopes = useScopeChoices();
  const actions = useRuleActions(sessionId);
  const unchanged: RuleEditing = {
    action: rule.action,
    pattern: rule.pattern,
    description: rule.description ?? '',
    scope,
    life: 'keep',
  };
  const editing = usePanelState(state => state.editing.get(key)) ?? unchanged;
  const changed = JSON.stringify(editing) !== JSON.stringify(unchanged);
  const replaced = editing.action !== rule.action || editing.pattern !== rule.pattern || editing.scope !== scope;
  const preview = useAnswer('rules/preview', {
    scope: editing.scope,
    action: editing.action,
    patterns: replaced ? [editing.pattern] : [],
    instead: row.ref,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const update = updateOf(row, editing, unchanged, sessionId);
  const shares = editing.scope === 'project' && changed;
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
    panel.say(text('toast.saved'), [{ label: text('rules.undo'), run: () => void actions.undo() }]);
  }

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
        invalid={preview.found?.problem !== undefined}
        onChange={([pattern = '']) => keep({ pattern })}
      />
      <Description value={editing.description} onChange={description => keep({ description })} />
      <div className="rule-fields">
        <ScopeField value={editing.scope} choices={scopes} onChange={to => keep({ scope: to })} />
        <EndField row={row} editing={editing} onChange={life => keep({ life })} />
      </div>
      <PreviewView preview={preview} without={!replaced} />
      {shares && <SharedFile draft={draft} />}
      <div className="row">
        <button type="button" className="primary" aria-disabled={!canSave} onClick={() => void save()}>
          {text(shares ? 'shared.write' : 'rule.save')}
        </button>
        {changed && (
          <button type="button" onClick={() => keep(undefined)}>
            {text('rule.revert')}
          </button>
        )}
        <span className="spacer" />
        <button type="button" className="quiet-button" onClick={() => void actions.remove([row])}>
          {text('rule.remove')}
        </button>
      </div>
    </div>
  );
}

function updateOf(
  row: RuleRow,
  editing: RuleEditing,
  unchanged: RuleEditing,
  sessionId: string | undefined,
): UpdateRule {
  const { action, pattern, description, scope, life } = editing;
  const moves = scope !== unchanged.scope;
  return {
    ...row.ref,
    ...(scope === 'session' && sessionId !== undefined ? { sessionId } : {}),
    changes: {
      ...(action === unchanged.action ? {} : { action }),
      ...(pattern === unchanged.pattern ? {} : { pattern: pattern.trim() }),
      ...(description === unchanged.description ? {} : { description: description.trim() || null }),
      ...(life === 'keep' ? {} : { expires: endOf(life) }),
    },
    ...(moves ? { moveTo: scope } : {}),
  };
}

function isLife(life: string): life is LifeName {
  return Object.hasOwn(lives, life);
}

function endOf(life: string): number | null {
  const found = isLife(life) ? lives[life] : undefined;
  return found?.kind === 'minutes' ? Date.now() + found.minutes * 60_000 : null;
}

export function Description({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const text = useText();
  return (
    <input
      type="text"
      aria-label={text('rule.description')}
      placeholder={text('rule.description')}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
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
