import type { RuleInput } from '../../src/core/call/ruleInput';
import type { Action } from '../../src/core/call/ruleRef';
import type { AddRules, RulesDraft } from '../../src/core/ruleAdmin/changes';
import type { RulePreview } from '../../src/core/ruleAdmin/preview';
import { isShared, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import { useText, useView } from '../state/context';
import { ActionField, DescriptionField, LifeField, PatternFields, ScopeField } from '../ruleParts/fields';
import { PaneHead } from './paneHead';
import { usePanel, usePanelState } from './panelContext';
import type { Seed } from './panelStore';
import { PreviewView } from '../ruleParts/previewView';
import { draftOf, SharedDraft, useDraft, writeLabel } from '../ruleParts/sharedDraft';
import { type Answer, useAnswer } from '../ruleParts/useAnswer';
import { useRuleActions } from './useRuleActions';
import { useScopeChoices } from './useScopeChoices';
import { type LifeName, lives, livesOf } from '../ruleParts/lives';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** New rules: what they say, where and for how long, and what they would have done. */
export function AddRule({ seed }: { readonly seed: Seed }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const scopes = useScopeChoices();
  const form = useRef<HTMLDivElement>(null);
  const { written, write, preview, shares, draft, canAdd, add } = useNewRules(seed, scopes);
  useEffect(() => form.current?.querySelector<HTMLElement>('.patterns input')?.focus(), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.repeat) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'text') {
      event.preventDefault();
      void add();
    } else if (event.key === 'Escape') panel.set({ pane: { kind: 'none' } });
  }

  return (
    <div className="pane">
      <PaneHead title={text('rules.add')} />
      <div className="rule-form" ref={form} onKeyDown={onKeyDown}>
        <ActionField value={written.action} choices={['allow', 'ask', 'deny']} onChange={action => write({ action })} />
        <PatternFields
          value={written.patterns}
          invalid={preview.found?.problem !== undefined}
          onChange={patterns => write({ patterns })}
        />
        <p className="quiet rule-help">{text('rule.help')}</p>
        <DescriptionField value={written.description} onChange={description => write({ description })} />
        <div className="rule-fields">
          <ScopeField value={written.scope} choices={scopes} onChange={scope => write({ scope })} />
          <LifeField value={written.life} scope={written.scope} onChange={life => write({ life })} />
        </div>
        <PreviewView preview={preview} />
        {shares && <SharedDraft draft={draft} />}
        <div className="row">
          <button type="button" className="primary" aria-disabled={!canAdd} onClick={() => void add()}>
            {text(writeLabel([written.scope]) ?? 'rule.add')}
          </button>
          <button type="button" onClick={() => panel.set({ pane: { kind: 'none' } })}>
            {text('rule.cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** What a person has written of rules that are not there yet. */
interface Written {
  readonly action: Action;
  readonly patterns: readonly string[];
  readonly description: string;
  readonly scope: WritableScope;
  readonly life: LifeName;
}

interface NewRules {
  readonly written: Written;
  readonly write: (part: Partial<Written>) => void;
  readonly preview: Answer<RulePreview>;
  /** Whether others will get the rules, and what they make of theirs. */
  readonly shares: boolean;
  readonly draft: Answer<RulesDraft>;
  readonly canAdd: boolean;
  readonly add: () => Promise<void>;
}

function useNewRules(seed: Seed, scopes: readonly WritableScope[]): NewRules {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const { undo } = useRuleActions(sessionId);
  const lastScope = usePanelState(state => state.table?.lastScope);
  const [written, setWritten] = useState(() => startOf(seed, scopes.find(it => it === lastScope) ?? 'workspace'));
  const wanted = addingOf(written, seed, sessionId);
  const { scope, rules } = wanted;
  const patterns = rules.map(rule => rule.pattern);
  const session = sessionId === undefined ? {} : { sessionId };
  const preview = useAnswer(
    'rules/preview',
    rules.length === 0 ? undefined : { scope, action: written.action, patterns, ...session },
  );
  const shares = isShared(scope);
  const draft = useDraft(shares && rules.length > 0 ? { type: 'add', add: wanted } : undefined);
  const seen = draftOf(draft);
  const whole = rules.length === written.patterns.length;
  const canAdd = whole && preview.found?.problem === undefined && (!shares || seen !== undefined);

  async function add(): Promise<void> {
    if (!canAdd) return;
    const changed = await panel.change('permissionRules/add', { ...wanted, ...seen });
    if (!changed) return;
    const [added] = changed.rules;
    if (added !== undefined) panel.reveal(added);
    void panel.refreshOffers();
    panel.say(text('toast.added', patterns.join(', ')), [{ label: text('rules.undo'), run: () => void undo() }]);
  }

  return {
    written,
    write: part => setWritten(before => ({ ...before, ...part })),
    preview,
    shares,
    draft,
    canAdd,
    add,
  };
}

function startOf({ rules }: Seed, scope: WritableScope): Written {
  const [first] = rules;
  return {
    action: first?.action ?? 'allow',
    patterns: rules.map(rule => rule.pattern),
    description: first?.description ?? '',
    scope,
    life: 'always',
  };
}

function addingOf(written: Written, { by }: Seed, sessionId: string | undefined): AddRules {
  const { action, scope, life } = written;
  const patterns = written.patterns.map(pattern => pattern.trim()).filter(pattern => pattern !== '');
  const chosen = livesOf(scope).includes(life) ? lives[life] : undefined;
  return {
    scope,
    ...(sessionId === undefined ? {} : { sessionId }),
    rules: patterns.map(pattern => ruleOf(action, pattern, written.description.trim())),
    by,
    ...(chosen === undefined ? {} : { life: chosen }),
  };
}

function ruleOf(action: Action, pattern: string, description: string): RuleInput {
  return description === '' ? { action, pattern } : { action, pattern, description };
}
