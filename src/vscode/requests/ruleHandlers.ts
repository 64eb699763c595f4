import * as vscode from 'vscode';
import type { Card } from '../../core/card/card';
import type { RuleHandlers } from '../../core/protocol/ruleRequests';
import type { RulesChanged } from '../../core/ruleAdmin/changes';
import type { Edited } from '../../rules/editor';
import type { Session } from '../../session/session';
import * as config from '../config';
import { existingSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { openAt } from '../rules/openRule';

/** What the requests about rules do. */
export function ruleHandlersOf(window: LatchWindow): RuleHandlers {
  const sessionOf = (sessionId: string | undefined): Session | undefined =>
    sessionId === undefined ? window.sessions.active : window.sessions.get(sessionId);
  return {
    async 'permissionRules/list'(filter) {
      return window.rules.desk.list(filter);
    },
    async 'permissionRules/add'(rules) {
      const changed = changedOf(await window.rules.editor.add(rules));
      window.rules.desk.choseScope(rules.scope);
      return changed;
    },
    async 'permissionRules/update'(update) {
      return changedOf(await window.rules.editor.update(update));
    },
    async 'permissionRules/move'(move) {
      return changedOf(await window.rules.editor.move(move));
    },
    async 'permissionRules/delete'({ rules }) {
      return changedOf(await window.rules.editor.remove(rules));
    },
    async 'rules/suggest'({ sessionId, toolCallId }) {
      const session = existingSession(window, sessionId);
      return window.rules.desk.suggest(session, cardOf(session, toolCallId));
    },
    async 'rules/preview'(wanted) {
      const session = sessionOf(wanted.sessionId);
      const card = session && wanted.toolCallId !== undefined ? cardOf(session, wanted.toolCallId) : undefined;
      return window.rules.desk.preview(wanted, session, card);
    },
    async 'rules/draft'(change) {
      const drafted = window.rules.editor.draft(change);
      if (!drafted.ok) throw new Error(drafted.problem.message);
      const { draft, file, before, after } = drafted;
      return { draft, file, before, after };
    },
    async 'rules/test'(call) {
      const session = sessionOf(call.sessionId);
      const cwd = session?.view.cwd ?? config.cwd() ?? process.cwd();
      return window.rules.desk.test(call, cwd, session?.view.mode ?? 'default');
    },
    async 'rules/pastCalls'() {
      return { calls: await window.rules.desk.pastCalls() };
    },
    async 'rules/undo'() {
      return changedOf(await window.rules.editor.undo());
    },
    async 'rules/redo'() {
      return changedOf(await window.rules.editor.redo());
    },
    async 'rules/open'(name) {
      const row = window.rules.desk
        .list(name.sessionId === undefined ? {} : { sessionId: name.sessionId })
        .rules.find(it => it.scope === name.scope && it.id === name.id);
      if (row?.file === undefined) throw new Error(vscode.l10n.t('This rule is not written in a file.'));
      await openAt(row.file, row.line);
      return {};
    },
    async 'rules/openScope'({ scope, file, line }) {
      const found = window.rules.desk.list({}).scopes.find(it => it.scope === scope);
      const known = [found?.file, ...(found?.problems ?? []).map(problem => problem.file)];
      const wanted = known.find(it => it !== undefined && (file === undefined || it === file));
      if (wanted === undefined) throw new Error(vscode.l10n.t('This scope has no file.'));
      await openAt(wanted, line);
      return {};
    },
    async 'rules/show'({ key }) {
      window.rulesPanel.show(key);
      return {};
    },
    async 'rules/offers'() {
      return { offers: await window.rules.desk.offers(window.sessions.active?.id) };
    },
    async 'rules/dismiss'({ key }) {
      await window.rules.desk.dismiss(key);
      return {};
    },
  };
}

function changedOf(edited: Edited): RulesChanged {
  if (!edited.ok) throw new Error(edited.problem.message);
  const { keys, canUndo, canRedo } = edited;
  return { keys, canUndo, canRedo };
}

function cardOf(session: Session, toolCallId: string): Card {
  const card = session.card(toolCallId);
  if (!card) throw new Error(vscode.l10n.t('There is no such card.'));
  return card;
}
