import * as vscode from 'vscode';
import { Refused } from '../../channel/channel';
import type { Card } from '../../core/card/card';
import { readTarget } from '../../core/protocol/readRequest';
import { type Read } from '../../core/protocol/read';
import {
  readAddRules,
  readMoveRules,
  readOfferKey,
  readPreviewRules,
  readRuleChange,
  readRuleFilter,
  readRuleName,
  readRuleNames,
  readScopePlace,
  readShownRule,
  readTestCall,
  readUpdateRule,
} from '../../core/protocol/readRuleRequest';
import type { RuleRequests } from '../../core/protocol/ruleMessages';
import type { RulesChanged } from '../../core/ruleAdmin/changes';
import type { Edited } from '../../rules/editor';
import type { Session } from '../../session/session';
import * as config from '../config';
import { existingSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { openAt } from '../rules/openRule';

type RuleHandlers = {
  readonly [M in keyof RuleRequests]: (params: unknown) => Promise<RuleRequests[M]['result']>;
};

/** What the requests about rules do. */
export function ruleHandlersOf(window: LatchWindow): RuleHandlers {
  const sessionOf = (sessionId: string | undefined): Session | undefined =>
    sessionId === undefined ? window.sessions.active : window.sessions.get(sessionId);
  return {
    async 'permissionRules/list'(params) {
      return window.rules.desk.list(valueOf(readRuleFilter(params)));
    },
    async 'permissionRules/add'(params) {
      const rules = valueOf(readAddRules(params));
      const changed = changedOf(await window.rules.editor.add(rules));
      window.rules.desk.choseScope(rules.scope);
      return changed;
    },
    async 'permissionRules/update'(params) {
      return changedOf(await window.rules.editor.update(valueOf(readUpdateRule(params))));
    },
    async 'permissionRules/move'(params) {
      return changedOf(await window.rules.editor.move(valueOf(readMoveRules(params))));
    },
    async 'permissionRules/delete'(params) {
      return changedOf(await window.rules.editor.remove(valueOf(readRuleNames(params))));
    },
    async 'rules/suggest'(params) {
      const { sessionId, toolCallId } = valueOf(readTarget(params));
      const session = existingSession(window, sessionId);
      return window.rules.desk.suggest(session, cardOf(session, toolCallId));
    },
    async 'rules/preview'(params) {
      const wanted = valueOf(readPreviewRules(params));
      const session = sessionOf(wanted.sessionId);
      const card = session && wanted.toolCallId !== undefined ? cardOf(session, wanted.toolCallId) : undefined;
      return window.rules.desk.preview(wanted, session, card);
    },
    async 'rules/draft'(params) {
      const drafted = window.rules.editor.draft(valueOf(readRuleChange(params)));
      if (!drafted.ok) throw new Error(drafted.problem.message);
      const { draft, file, before, after } = drafted;
      return { draft, file, before, after };
    },
    async 'rules/test'(params) {
      const call = valueOf(readTestCall(params));
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
    async 'rules/open'(params) {
      const name = valueOf(readRuleName(params));
      const row = window.rules.desk
        .list(name.sessionId === undefined ? {} : { sessionId: name.sessionId })
        .rules.find(it => it.scope === name.scope && it.id === name.id);
      if (row?.file === undefined) throw new Error(vscode.l10n.t('This rule is not written in a file.'));
      await openAt(row.file, row.line);
      return {};
    },
    async 'rules/openScope'(params) {
      const { scope, file, line } = valueOf(readScopePlace(params));
      const found = window.rules.desk.list({}).scopes.find(it => it.scope === scope);
      const known = [found?.file, ...(found?.problems ?? []).map(problem => problem.file)];
      const wanted = known.find(it => it !== undefined && (file === undefined || it === file));
      if (wanted === undefined) throw new Error(vscode.l10n.t('This scope has no file.'));
      await openAt(wanted, line);
      return {};
    },
    async 'rules/show'(params) {
      window.rulesPanel.show(valueOf(readShownRule(params)).key);
      return {};
    },
    async 'rules/offers'() {
      return { offers: await window.rules.desk.offers(window.sessions.active?.id) };
    },
    async 'rules/dismiss'(params) {
      await window.rules.desk.dismiss(valueOf(readOfferKey(params)));
      return {};
    },
  };
}

export function valueOf<T>(read: Read<T>): T {
  if (!read.ok) throw new Refused(read.problem);
  return read.value;
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
