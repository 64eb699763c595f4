import * as vscode from 'vscode';
import type { Card } from '../../core/card/card';
import type { RuleHandlers } from '../../core/protocol/ruleRequests';
import type { RulesChanged } from '../../core/ruleAdmin/changes';
import type { Edited } from '../../rules/editor';
import type { Session } from '../../session/session';
import * as config from '../config';
import { existingSession, type Host } from '../window';
import { openAt } from '../rules/openRule';

/** What the requests about rules do. */
export function ruleHandlersOf(host: () => Host): RuleHandlers {
  const sessionOf = (sessionId: string | undefined): Session | undefined =>
    sessionId === undefined ? host().sessions.active : host().sessions.get(sessionId);
  return {
    async 'permissionRules/list'(filter) {
      return host().rules.list(filter);
    },
    async 'permissionRules/add'(rules) {
      const changed = changedOf(await host().editor.add(rules));
      host().rules.choseScope(rules.scope);
      return changed;
    },
    async 'permissionRules/update'(update) {
      return changedOf(await host().editor.update(update));
    },
    async 'permissionRules/move'(move) {
      return changedOf(await host().editor.move(move));
    },
    async 'permissionRules/delete'({ rules }) {
      return changedOf(await host().editor.remove(rules));
    },
    async 'rules/suggest'({ sessionId, toolCallId }) {
      const session = existingSession(host(), sessionId);
      return host().rules.suggest(session, cardOf(session, toolCallId));
    },
    async 'rules/preview'(wanted) {
      const session = sessionOf(wanted.sessionId);
      const card = session && wanted.toolCallId !== undefined ? cardOf(session, wanted.toolCallId) : undefined;
      return host().rules.preview(wanted, session, card);
    },
    async 'rules/draft'(change) {
      const drafted = host().editor.draft(change);
      if (!drafted.ok) throw new Error(drafted.problem.message);
      const { draft, file, before, after } = drafted;
      return { draft, file, before, after };
    },
    async 'rules/test'(call) {
      const session = sessionOf(call.sessionId);
      const cwd = session?.view.cwd ?? config.cwd() ?? process.cwd();
      return host().rules.test(call, cwd, session?.view.mode ?? 'default');
    },
    async 'rules/pastCalls'() {
      return { calls: await host().rules.pastCalls() };
    },
    async 'rules/undo'() {
      return changedOf(await host().editor.undo());
    },
    async 'rules/redo'() {
      return changedOf(await host().editor.redo());
    },
    async 'rules/open'(name) {
      const row = host()
        .rules.list(name.sessionId === undefined ? {} : { sessionId: name.sessionId })
        .rules.find(it => it.scope === name.scope && it.id === name.id);
      if (row?.file === undefined) throw new Error(vscode.l10n.t('This rule is not written in a file.'));
      await openAt(row.file, row.line);
      return {};
    },
    async 'rules/openScope'({ scope, file, line }) {
      const found = host()
        .rules.list({})
        .scopes.find(it => it.scope === scope);
      const known = [found?.file, ...(found?.problems ?? []).map(problem => problem.file)];
      const wanted = known.find(it => it !== undefined && (file === undefined || it === file));
      if (wanted === undefined) throw new Error(vscode.l10n.t('This scope has no file.'));
      await openAt(wanted, line);
      return {};
    },
    async 'rules/show'({ key }) {
      host().showRules(key);
      return {};
    },
    async 'rules/offers'() {
      return { offers: await host().rules.offers(host().sessions.active?.id) };
    },
    async 'rules/dismiss'({ key }) {
      await host().rules.dismiss(key);
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
