import { refKey } from '../../src/core/call/ruleRef';
import { LanguageContext, useChat, useText, useView } from '../state/context';
import { isTextField } from '../base/textField';
import type { ChatState } from '../state/chatState';
import { panelEn } from '../language/panel.en';
import { useLanguage } from '../state/useLanguage';
import { AddRule } from './addRule';
import { Banners } from './banners';
import { BulkBar } from './bulk';
import { EmptyRules } from './emptyRules';
import { Filters } from './filters';
import { RuleGrid } from './grid';
import { Inspector } from './inspector';
import { MovePane, moveTitle } from './movePane';
import { Offers } from './offers';
import { PanelContext, usePanel, usePanelState } from './panelContext';
import { createPanel } from './panelStore';
import { TeamBar } from './teamBar';
import { TestBox } from './testBox';
import { Toast } from '../ruleParts/toast';
import { Toolbar } from './toolbar';
import { useRuleActions } from './useRuleActions';
import { linesOf, shownRows } from './view';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';

/** The page of the rules panel: all rules of all scopes, and what can be done to them. */
export function RulesApp(): ReactNode {
  const chat = useChat();
  const [panel] = useState(() => createPanel(chat));
  const ready = useView(view => view.chat.ready);
  const text = useLanguage(panelEn);
  return (
    <LanguageContext value={text}>
      <PanelContext value={panel}>{ready ? <Page /> : <p className="loading">{text('app.loading')}</p>}</PanelContext>
    </LanguageContext>
  );
}

/** What the table depends on: the rules, and how far the sessions are, as their calls use some of them. */
function tableKey({ rules, activeSessionId, sessions }: ChatState): string {
  return JSON.stringify([rules?.revision, activeSessionId, sessions.map(({ status }) => status.state)]);
}

/** Keeps the table fresh while things go on, and when the person comes back. */
function useFreshTable(): void {
  const panel = usePanel();
  const chat = useChat();
  const shown = useView(view => view.chat.shownRule);
  useEffect(
    () =>
      chat.store.subscribe(({ chat: now }, { chat: before }) => {
        if (tableKey(now) !== tableKey(before)) void panel.refresh();
        if (now.rules?.revision !== before.rules?.revision) void panel.refreshTeam();
      }),
    [chat, panel],
  );
  useEffect(() => {
    const fetchAll = (): void => {
      if (document.visibilityState !== 'visible') return;
      // What stands above the table comes first.
      void panel.refreshTeam();
      void panel.refresh();
      void panel.refreshOffers();
    };
    fetchAll();
    window.addEventListener('focus', fetchAll);
    return () => window.removeEventListener('focus', fetchAll);
  }, [panel]);
  useEffect(() => {
    if (shown !== undefined) void panel.refresh().then(() => panel.reveal(shown));
  }, [panel, shown]);
  const tried = useView(view => view.chat.triedCall);
  useEffect(() => {
    if (tried !== undefined) panel.tryOn(tried);
  }, [panel, tried]);
}

function Page(): ReactNode {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const { undo, redo } = useRuleActions(sessionId);
  const table = usePanelState(state => state.table);
  const pane = usePanelState(state => state.pane);
  const toast = usePanelState(state => state.toast);
  useFreshTable();

  function onKeyDown(event: KeyboardEvent): void {
    // In a text these chords belong to the text.
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextField(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    void (key === 'y' || event.shiftKey ? redo() : undo());
  }

  const empty = table !== undefined && table.rules.length === 0;
  return (
    <main className="app rules-app" onKeyDown={onKeyDown}>
      <Toolbar />
      <TeamBar />
      <Banners />
      <div className="rules-main" data-pane={pane.kind}>
        <section className="rules-table" aria-label={text('rules.title')}>
          {empty ? <EmptyRules /> : <TableOfRules />}
        </section>
        <Aside />
      </div>
      {toast !== undefined && <Toast key={toast.id} toast={toast} onEnd={() => panel.set({ toast: undefined })} />}
      <Offers />
    </main>
  );
}

function TableOfRules(): ReactNode {
  const rules = usePanelState(state => state.table?.rules);
  const filter = usePanelState(state => state.filter);
  const sort = usePanelState(state => state.sort);
  const grouped = usePanelState(state => state.grouped);
  const folded = usePanelState(state => state.folded);
  const rows = useMemo(() => shownRows(rules ?? [], filter, sort), [rules, filter, sort]);
  const lines = useMemo(() => linesOf(rows, grouped, folded), [rows, grouped, folded]);
  return (
    <>
      <Filters rules={rules ?? []} shown={rows.length} />
      <BulkBar rows={rows} />
      <RuleGrid lines={lines} rows={rows} />
    </>
  );
}

function Aside(): ReactNode {
  const text = useText();
  const pane = usePanelState(state => state.pane);
  const active = usePanelState(state => state.table?.rules.find(row => refKey(row.ref) === state.active));
  const moving = usePanelState(state => (state.pane.kind === 'move' ? state.table?.rules : undefined));
  switch (pane.kind) {
    case 'none':
      return null;
    case 'rule':
      return active === undefined ? null : (
        <aside className="rules-pane" aria-label={text('rule.title')}>
          <Inspector key={refKey(active.ref)} row={active} />
        </aside>
      );
    case 'add':
      return (
        <aside className="rules-pane" aria-label={text('rules.add')}>
          <AddRule key={pane.times} seed={pane.seed} />
        </aside>
      );
    case 'test':
      return (
        <aside className="rules-pane" aria-label={text('test.title')}>
          <TestBox key={pane.times} first={pane.call} />
        </aside>
      );
    case 'move': {
      const rows = (moving ?? []).filter(row => pane.keys.has(refKey(row.ref)));
      return rows.length === 0 ? null : (
        <aside className="rules-pane" aria-label={moveTitle(rows, pane.to, text)}>
          <MovePane rows={rows} to={pane.to} />
        </aside>
      );
    }
    default:
      return pane satisfies never;
  }
}
