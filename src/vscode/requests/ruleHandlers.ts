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
import type { Changed } from '../../rules/transactions';
import type { Session } from '../../session/session';
import * as config from '../config';
import { existingSession, type Host } from '../window';
import { openAt } from '../rules/openRule';

type RuleHandlers = {
  readonly [M in keyof RuleRequests]: (params: unknown) => Promise<RuleRequests[M]['result']>;
};

/** What the requests about rules do. */
export function ruleHandlersOf(host: () => Host): RuleHandlers {
  const sessionOf = (sessionId: string | undefined): Session | undefined =>
    sessionId === undefined ? host().sessions.active : host().sessions.get(sessionId);
  return {
    async 'permissionRules/list'(params) {
      return host().rules.tables.list(valueOf(readRuleFilter(params)));
    },
    async 'permissionRules/add'(params) {
      return changedOf(await host().rules.making.add(valueOf(readAddRules(params))));
    },
    async 'permissionRules/update'(params) {
      return changedOf(await host().rules.editor.update(valueOf(readUpdateRule(params))));
    },
    async 'permissionRules/move'(params) {
      return changedOf(await host().rules.editor.move(valueOf(readMoveRules(params))));
    },
    async 'permissionRules/delete'(params) {
      return changedOf(await host().rules.editor.remove(valueOf(readRuleNames(params))));
    },
    async 'rules/suggest'(params) {
      const { sessionId, toolCallId } = valueOf(readTarget(params));
      const session = existingSession(host(), sessionId);
      return host().rules.trials.suggest(session.view, cardOf(session, toolCallId));
    },
    async 'rules/preview'(params) {
      const wanted = valueOf(readPreviewRules(params));
      const session = sessionOf(wanted.sessionId);
      const card = session && wanted.toolCallId !== undefined ? cardOf(session, wanted.toolCallId) : undefined;
      return host().rules.trials.preview(wanted, session?.view, card);
    },
    async 'rules/draft'(params) {
      const drafted = host().rules.editor.draft(valueOf(readRuleChange(params)));
      if (!drafted.ok) throw new Error(drafted.problem.message);
      const { draft, file, before, after } = drafted;
      return { draft, file, before, after };
    },
    async 'rules/test'(params) {
      const call = valueOf(readTestCall(params));
      const session = sessionOf(call.sessionId);
      const cwd = session?.view.cwd ?? config.cwd() ?? process.cwd();
      return host().rules.trials.test(call, cwd, session?.view.mode ?? 'default');
    },
    async 'rules/pastCalls'() {
      return { calls: await host().rules.trials.pastCalls() };
    },
    async 'rules/undo'() {
      return changedOf(await host().rules.editor.undo());
    },
    async 'rules/redo'() {
      return changedOf(await host().rules.editor.redo());
    },
    async 'rules/open'(params) {
      const name = valueOf(readRuleName(params));
      const row = host()
        .rules.tables.list(name.sessionId === undefined ? {} : { sessionId: name.sessionId })
        .rules.find(({ ref }) => ref.scope === name.scope && ref.id === name.id);
      if (row?.rule.file === undefined) throw new Error(vscode.l10n.t('This rule is not written in a file.'));
      await openAt(row.rule.file, row.rule.line);
      return {};
    },
    async 'rules/openScope'(params) {
      const { scope, file, line } = valueOf(readScopePlace(params));
      const found = host()
        .rules.tables.list({})
        .scopes.find(it => it.scope === scope);
      const known = [found?.file, ...(found?.problems ?? []).map(problem => problem.file)];
      const wanted = known.find(it => it !== undefined && (file === undefined || it === file));
      if (wanted === undefined) throw new Error(vscode.l10n.t('This scope has no file.'));
      await openAt(wanted, line);
      return {};
    },
    async 'rules/show'(params) {
      host().showRules(valueOf(readShownRule(params)).rule);
      return {};
    },
    async 'rules/offers'() {
      return { offers: await host().rules.offers.list(host().sessions.active?.id) };
    },
    async 'rules/dismiss'(params) {
      await host().rules.offers.dismiss(valueOf(readOfferKey(params)));
      return {};
    },
  };
}

export function valueOf<T>(read: Read<T>): T {
  if (!read.ok) throw new Refused(read.problem);
  return read.value;
}

function changedOf(edited: Changed): RulesChanged {
  if (!edited.ok) throw new Error(edited.problem.message);
  const { rules, canUndo, canRedo } = edited;
  return { rules, canUndo, canRedo };
}

function cardOf(session: Session, toolCallId: string): Card {
  const card = session.card(toolCallId);
  if (!card) throw new Error(vscode.l10n.t('There is no such card.'));
  return card;
}
