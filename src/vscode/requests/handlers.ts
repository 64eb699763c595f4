import * as vscode from 'vscode';
import {
  readChoice,
  readCommand,
  readConfirm,
  readEarlier,
  readOpenDiff,
  readPlace,
  readSend,
  readRuleOfCall,
  readTarget,
} from '../../core/protocol/readRequest';
import type { UiCommand } from '../../core/protocol/messages';
import { rulesBehind } from '../../core/card/rulesBehind';
import { cardsFor, pageOf } from '../../core/transcript/page';
import { existingCard, existingSession, type Host, newSession, sessionFor } from '../window';
import type { Handlers } from '../webview/openViews';
import { ruleHandlersOf, valueOf } from './ruleHandlers';
import { openRule } from '../rules/openRule';
import { openSession } from '../sessions/commands';

/** What each request of a webview does. Parameters are read first; what cannot be read goes no further. */
export function handlersOf(host: () => Host): Handlers {
  return {
    ...ruleHandlersOf(host),
    async 'tool/confirm'(params) {
      const confirmation = valueOf(readConfirm(params));
      const session = existingSession(host(), confirmation.sessionId);
      const rule = confirmation.options?.rule;
      if (rule) return { accepted: true, rules: await host().rules.making.addWithAnswer(session, confirmation, rule) };
      session.confirm(confirmation);
      return { accepted: true };
    },
    async 'session/send'(params) {
      const { sessionId, text } = valueOf(readSend(params));
      const session = await sessionFor(host(), sessionId);
      session.send(text).catch((error: unknown) => host().log.error(`send: ${String(error)}`));
      return { sessionId: session.id };
    },
    async 'session/new'() {
      return { sessionId: (await newSession(host())).id };
    },
    async 'session/show'(params) {
      await openSession(host(), existingSession(host(), valueOf(readTarget(params)).sessionId).id);
      return {};
    },
    async 'session/restart'(params) {
      const session = existingSession(host(), valueOf(readTarget(params)).sessionId);
      await session.restart();
      return { sessionId: session.id };
    },
    async 'session/interrupt'(params) {
      await existingSession(host(), valueOf(readTarget(params)).sessionId).interrupt();
      return {};
    },
    async 'session/earlier'(params) {
      const { sessionId, before } = valueOf(readEarlier(params));
      const session = existingSession(host(), sessionId);
      const page = pageOf(session.transcript, before);
      return { ...page, cards: cardsFor(page.items, session.cards) };
    },
    async 'tool/openDiff'(params) {
      const { sessionId, toolCallId, input } = valueOf(readOpenDiff(params));
      await host().openDiff(existingCard(host(), sessionId, toolCallId), input);
      return {};
    },
    async 'tool/openRule'(params) {
      const { sessionId, toolCallId, at } = valueOf(readRuleOfCall(params));
      const rule = rulesBehind(existingCard(host(), sessionId, toolCallId))[at];
      if (!rule) throw new Error(vscode.l10n.t('There is no such rule.'));
      await openRule(host(), rule);
      return {};
    },
    async 'tool/discardEdit'(params) {
      const { sessionId, toolCallId } = valueOf(readTarget(params));
      host().discardEdit(existingCard(host(), sessionId, toolCallId));
      return {};
    },
    async 'repository/choose'(params) {
      const { hash, choice } = valueOf(readChoice(params));
      if (!(await host().repository()?.choose(hash, choice)))
        throw new Error(vscode.l10n.t('The repository has changed in the meantime. Look at it again.'));
      for (const session of host().sessions.all) if (session.canRestart) await session.restart();
      return {};
    },
    async 'repository/open'(params) {
      const { file, line } = valueOf(readPlace(params));
      const path = host().repository()?.pathOf(file);
      if (path === undefined) throw new Error(vscode.l10n.t('There is no such file in the review.'));
      const at = new vscode.Position(line - 1, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(at, at) });
      return {};
    },
    async 'ui/command'(params) {
      await vscode.commands.executeCommand(commandOf(valueOf(readCommand(params))));
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
