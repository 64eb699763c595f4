import * as vscode from 'vscode';
import type { Handlers, UiCommand } from '../../core/protocol/requests';
import { rulesBehind } from '../../core/card/rulesBehind';
import { Refused } from './refused';
import { cardsFor, pageOf } from '../../core/transcript/page';
import { existingCard, existingSession, type Host, newSession, sessionFor } from '../window';
import { ruleHandlersOf } from './ruleHandlers';
import { openRule } from '../rules/openRule';
import { openSession } from '../sessions/commands';

/** What each request of a webview does. */
export function handlersOf(host: () => Host): Handlers {
  return {
    ...ruleHandlersOf(host),
    async 'tool/confirm'(confirmation) {
      const session = existingSession(host(), confirmation.sessionId);
      const rule = confirmation.options?.rule;
      if (rule) {
        const made = await host().rules.making.addWithAnswer(session, confirmation, rule);
        if (!made.ok) throw new Refused(made.problem.message);
        return { accepted: true, rules: made.rules };
      }
      const confirmed = session.confirm(confirmation);
      if (!confirmed.ok) throw new Refused(confirmed.reason);
      return { accepted: true };
    },
    async 'session/send'({ sessionId, text }) {
      const session = await sessionFor(host(), sessionId);
      session.send(text).catch((error: unknown) => host().log.error(`send: ${String(error)}`));
      return { sessionId: session.id };
    },
    async 'session/new'() {
      return { sessionId: (await newSession(host())).id };
    },
    async 'session/show'({ sessionId }) {
      await openSession(host(), existingSession(host(), sessionId).id);
      return {};
    },
    async 'session/restart'({ sessionId }) {
      const session = existingSession(host(), sessionId);
      await session.restart();
      return { sessionId: session.id };
    },
    async 'session/interrupt'({ sessionId }) {
      await existingSession(host(), sessionId).interrupt();
      return {};
    },
    async 'session/earlier'({ sessionId, before }) {
      const session = existingSession(host(), sessionId);
      const page = pageOf(session.transcript, before);
      return { ...page, cards: cardsFor(page.items, session.cards) };
    },
    async 'tool/openDiff'({ sessionId, toolCallId, input }) {
      await host().openDiff(existingCard(host(), sessionId, toolCallId), input);
      return {};
    },
    async 'tool/openRule'({ sessionId, toolCallId, at }) {
      const rule = rulesBehind(existingCard(host(), sessionId, toolCallId))[at];
      if (!rule) throw new Error(vscode.l10n.t('There is no such rule.'));
      await openRule(host(), rule);
      return {};
    },
    async 'tool/discardEdit'({ sessionId, toolCallId }) {
      host().discardEdit(existingCard(host(), sessionId, toolCallId));
      return {};
    },
    async 'repository/choose'({ hash, choice }) {
      if (!(await host().repository()?.choose(hash, choice)))
        throw new Error(vscode.l10n.t('The repository has changed in the meantime. Look at it again.'));
      for (const session of host().sessions.all) if (session.canRestart) await session.restart();
      return {};
    },
    async 'repository/open'({ file, line = 1 }) {
      const path = host().repository()?.pathOf(file);
      if (path === undefined) throw new Error(vscode.l10n.t('There is no such file in the review.'));
      const at = new vscode.Position(line - 1, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(at, at) });
      return {};
    },
    async 'ui/command'({ command }) {
      await vscode.commands.executeCommand(commandOf(command));
      return {};
    },
  };
}

function commandOf(command: UiCommand): string {
  switch (command) {
    case 'setClaudePath':
      return 'latch.setClaudePath';
    case 'showLog':
      return 'latch.showLog';
    case 'manageTrust':
      return 'workbench.trust.manage';
    case 'chooseMode':
      return 'latch.chooseMode';
    case 'endTrustAll':
      return 'latch.endTrustAll';
    default:
      return command satisfies never;
  }
}
