import * as vscode from 'vscode';
import { asString } from '../../core/base/json';
import type { RuleHandlers } from '../../core/protocol/ruleRequests';
import type { RulesChanged } from '../../core/ruleAdmin/changes';
import { Told } from '../../core/texts/told';
import type { Changed } from '../../rules/transactions';
import type { OpenSession } from '../../session/openSession';
import * as config from '../config';
import { existingCard, existingSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { takeBack } from '../rules/takeBack';
import { openAt } from '../rules/openRule';

/** What the requests about rules do. */
export function ruleHandlersOf(window: LatchWindow): RuleHandlers {
  return {
    ...changeHandlersOf(window),
    ...teamHandlersOf(window),
    ...trialHandlersOf(window),
    ...showHandlersOf(window),
  };
}

type RuleHandlersOf<M extends keyof RuleHandlers> = Pick<RuleHandlers, M>;

/** Those that change rules, and say what they are then. */
function changeHandlersOf(
  window: LatchWindow,
): RuleHandlersOf<
  Extract<keyof RuleHandlers, `permissionRules/${string}`> | 'rules/draft' | 'rules/letGo' | 'rules/undo' | 'rules/redo'
> {
  return {
    async 'permissionRules/list'(filter) {
      const session = filter.sessionId === undefined ? undefined : window.sessions.get(filter.sessionId);
      return window.rules.tables.list(filter, await window.rules.holds.now(session?.view));
    },
    async 'permissionRules/add'(rules) {
      return changedOf(await window.rules.making.add(rules));
    },
    async 'permissionRules/update'(update) {
      return changedOf(await window.rules.editor.update(update));
    },
    async 'permissionRules/move'(move) {
      return changedOf(await window.rules.editor.move(move));
    },
    async 'permissionRules/delete'(remove) {
      return changedOf(await window.rules.editor.remove(remove));
    },
    async 'rules/draft'(change) {
      const drafted = window.rules.editor.draft(change);
      if (!drafted.ok) throw new Told(drafted.problem.message);
      const { ok: _ok, team, ...found } = drafted;
      return { ...found, ...(team ? { team: { ...team, members: await window.rules.team.members() } } : {}) };
    },
    async 'rules/letGo'({ rules }) {
      window.rules.judge.scopes.letGo(rules);
      window.rules.changed();
      return {};
    },
    async 'rules/undo'() {
      return changedOf(await takeBack(window.rules, 'undo'));
    },
    async 'rules/redo'() {
      return changedOf(await takeBack(window.rules, 'redo'));
    },
  };
}

/** Those about the team whose rules are shared. */
function teamHandlersOf(
  window: LatchWindow,
): RuleHandlersOf<'rules/team' | 'rules/teamLog' | 'rules/acceptTeam' | 'rules/trustTeam'> {
  return {
    async 'rules/team'() {
      const view = await window.rules.team.view();
      return view ? { team: view } : {};
    },
    async 'rules/teamLog'({ rule }) {
      return { log: (await window.rules.team.rules.store?.audit(rule)) ?? [] };
    },
    async 'rules/acceptTeam'({ rules }) {
      window.rules.team.rules.accept(rules);
      return {};
    },
    async 'rules/trustTeam'({ trusted }) {
      window.rules.team.rules.trust(trusted);
      return {};
    },
  };
}

/** Those that say what a rule or a call would meet. */
function trialHandlersOf(
  window: LatchWindow,
): RuleHandlersOf<'rules/suggest' | 'rules/preview' | 'rules/test' | 'rules/pastCalls'> {
  const sessionOf = (sessionId: string | undefined): OpenSession | undefined =>
    sessionId === undefined ? window.sessions.active : window.sessions.get(sessionId);
  return {
    async 'rules/suggest'({ sessionId, toolCallId }) {
      const session = existingSession(window, sessionId);
      return window.rules.trials.suggest(session.view, await existingCard(window, sessionId, toolCallId));
    },
    async 'rules/preview'(wanted) {
      const session = sessionOf(wanted.sessionId);
      const card =
        session && wanted.toolCallId !== undefined
          ? await existingCard(window, session.id, wanted.toolCallId)
          : undefined;
      return window.rules.trials.preview(wanted, session?.view, card);
    },
    async 'rules/test'(call) {
      const session = sessionOf(call.sessionId);
      const cwd = session?.view.cwd ?? config.cwd() ?? process.cwd();
      const keeper = await window.rules.holds.now(session?.view, asString(call.input['command']));
      return window.rules.trials.test(call, cwd, session?.view.mode ?? 'default', keeper);
    },
    async 'rules/pastCalls'() {
      return { calls: await window.rules.trials.pastCalls() };
    },
  };
}

/** Those that open what is written somewhere, and what history offers. */
function showHandlersOf(
  window: LatchWindow,
): RuleHandlersOf<'rules/open' | 'rules/openScope' | 'rules/show' | 'rules/offers' | 'rules/dismiss'> {
  return {
    async 'rules/open'(name) {
      const row = window.rules.tables
        .list(name.sessionId === undefined ? {} : { sessionId: name.sessionId })
        .rules.find(({ ref }) => ref.scope === name.scope && ref.id === name.id);
      if (row?.rule.file === undefined) throw new Error(vscode.l10n.t('This rule is not written in a file.'));
      await openAt(row.rule.file, row.rule.line);
      return {};
    },
    async 'rules/openScope'({ scope, file, line }) {
      const found = window.rules.tables.list({}).scopes.find(it => it.scope === scope);
      const known = [found?.file, ...(found?.problems ?? []).map(problem => problem.file)];
      const wanted = known.find(it => it !== undefined && (file === undefined || it === file));
      if (wanted === undefined) throw new Error(vscode.l10n.t('This scope has no file.'));
      await openAt(wanted, line);
      return {};
    },
    async 'rules/show'({ rule }) {
      window.rulesPanel.show(rule);
      return {};
    },
    async 'rules/offers'() {
      return { offers: await window.rules.offers.list(window.sessions.active?.id) };
    },
    async 'rules/dismiss'({ key }) {
      await window.rules.offers.dismiss(key);
      return {};
    },
  };
}

function changedOf(edited: Changed): RulesChanged {
  if (!edited.ok) throw new Told(edited.problem.message);
  const { rules, canUndo, canRedo } = edited;
  return { rules, canUndo, canRedo };
}
