import type { RuleInput } from '../../src/core/call/ruleInput';
import type { Action } from '../../src/core/call/ruleRef';
import type { AddRules } from '../../src/core/ruleAdmin/changes';
import type { WritableScope } from '../../src/core/ruleAdmin/storedRule';
import { useText, useView } from '../state/context';
import { ActionField, LifeField, PatternFields, ScopeField } from './fields';
import { Description } from './inspector';
import { PaneHead } from './paneHead';
import { usePanel, usePanelState } from './panelContext';
import type { Seed } from './panelStore';
import { PreviewView } from './previewView';
import { draftOf, SharedFile, useDraft } from './sharedFile';
import { useAnswer } from './useAnswer';
import { useRuleActions } from './useRuleActions';
import { useScopeChoices } from './useScopeChoices';
import { type LifeName, lives, livesOf } from './words';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

function ruleOf(action: Action, pattern: string, description: string): RuleInput {
  return description === '' ? { action, pattern } : { action, pattern, description };
}

/** New rules: what they say, where and for how long, and what they would have done. */
export function AddRule({ seed }: { readonly seed: Seed }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const { undo } = useRuleActions(sessionId);
  const scopes = useScopeChoices();
  const form = useRef<HTMLDivElement>(null);
  const [first] = seed.rules;
  const [action, setAction] = useState<Action>(first?.action ?? 'allow');
  const [patterns, setPatterns] = useState<readonly string[]>(seed.rules.map(rule => rule.pattern));
  const [description, setDescription] = useState(first?.description ?? '');
  const lastScope = usePanelState(state => state.table?.lastScope);
  const [scope, setScope] = useState<WritableScope>(scopes.find(it => it === lastScope) ?? 'workspace');
  const [life, setLife] = useState<LifeName>('always');
  const written = patterns.map(pattern => pattern.trim()).filter(pattern => pattern !== '');
  const session = sessionId === undefined ? {} : { sessionId };
  const preview = useAnswer(
    'rules/preview',
    written.length === 0 ? undefined : { scope, action, patterns: written, ...session },
  );
  const chosen = livesOf(scope).includes(life) ? lives[life] : undefined;
  const wanted: AddRules = {
    scope,
    ...session,
    rules: written.map(pattern => ruleOf(action, pattern, description.trim())),
    by: seed.by,
    ...(chosen === undefined ? {} : { life: chosen }),
  };
  const shared = scope === 'project';
  const draft = useDraft(shared && written.length > 0 ? { type: 'add', add: wanted } : undefined);
  const seen = draftOf(draft);
  const canAdd =
    written.length === patterns.length && preview.found?.problem === undefined && (!shared || seen !== undefined);
  useEffect(() => form.current?.querySelector<HTMLElement>('.patterns input')?.focus(), []);

  async function add(): Promise<void> {
    if (!canAdd) return;
    const changed = await panel.change('permissionRules/add', { ...wanted, ...seen });
    if (!changed) return;
    const [added] = changed.rules;
    if (added !== undefined) panel.reveal(added);
    void panel.refreshOffers();
    panel.say(text('toast.added'), [{ label: text('rules.undo'), run: () => void undo() }]);
  }

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
        <ActionField value={action} choices={['allow', 'ask', 'deny']} onChange={setAction} />
        <PatternFields value={patterns} invalid={preview.found?.problem !== undefined} onChange={setPatterns} />
        <p className="quiet rule-help">{text('rule.help')}</p>
        <Description value={description} onChange={setDescription} />
        <div className="rule-fields">
          <ScopeField value={scope} choices={scopes} onChange={setScope} />
          <LifeField value={life} scope={scope} onChange={setLife} />
        </div>
        <PreviewView preview={preview} />
        {shared && <SharedFile draft={draft} />}
        <div className="row">
          <button type="button" className="primary" aria-disabled={!canAdd} onClick={() => void add()}>
            {text(shared ? 'shared.write' : 'rule.add')}
          </button>
          <button type="button" onClick={() => panel.set({ pane: { kind: 'none' } })}>
            {text('rule.cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}
