import * as vscode from 'vscode';
import type { Handlers, HandlersUnder, UiCommand } from '../../core/protocol/requests';
import { rulesBehind } from '../../core/card/rulesBehind';
import { Told } from '../../core/texts/told';
import { letsGo } from '../../core/session/letGo';
import { isAttended } from '../window/presence';
import { isElsewhere } from '../../session/openSession';
import { existingCard, existingSession, newSession, openSession, sessionFor } from '../window/sessions';
import { saveMentioned } from '../composer/saving';
import type { LatchWindow } from '../window/window';
import { ruleHandlersOf } from './ruleHandlers';
import { openRule } from '../rules/openRule';
import { sendTo } from '../../session/sendTo';

/** What each request of a webview does. */
export function handlersOf(window: LatchWindow): Handlers {
  return {
    ...callHandlersOf(window),
    ...sessionHandlersOf(window),
    ...agentHandlersOf(window),
    ...repositoryHandlers(window),
    ...composerHandlersOf(window),
    ...ruleHandlersOf(window),
    ...textHandlers(window),
    ...taskHandlersOf(window),
    async 'ui/command'({ command }) {
      if (command === 'showHelp') await vscode.commands.executeCommand('extension.open', 'latch.latch');
      else await vscode.commands.executeCommand(commandOf(command));
      return {};
    },
  };
}

/** Those about a call. */
function callHandlersOf(window: LatchWindow): HandlersUnder<'tool'> {
  return {
    async 'tool/confirm'(confirmation) {
      const session = existingSession(window, confirmation.sessionId);
      if (isElsewhere(session)) return session.answer(confirmation);
      const rule = confirmation.options?.rule;
      if (rule) {
        const made = await window.rules.making.addWithAnswer(session, confirmation, rule);
        if (!made.ok) throw new Told(made.problem.message);
        return { accepted: true, rules: made.rules };
      }
      const confirmed = session.confirm(confirmation);
      if (!confirmed.ok) throw new Told(confirmed.reason);
      return { accepted: true };
    },
    async 'tool/openDiff'({ sessionId, toolCallId, input }) {
      await window.cards.openDiff(await existingCard(window, sessionId, toolCallId), input);
      return {};
    },
    async 'tool/openRule'({ sessionId, toolCallId, at }) {
      const rule = rulesBehind(await existingCard(window, sessionId, toolCallId))[at];
      if (!rule) throw new Error(vscode.l10n.t('There is no such rule.'));
      await openRule(window, rule);
      return {};
    },
    async 'tool/discardEdit'({ sessionId, toolCallId }) {
      window.cards.discardEdit(await existingCard(window, sessionId, toolCallId));
      return {};
    },
    async 'tool/revert'({ sessionId, toolCallId }) {
      const reverted = window.undo.revert(sessionId, toolCallId);
      if (!reverted.ok) throw new Told(reverted.reason);
      return {};
    },
  };
}

/** Those about subagents and commands in the background. */
function taskHandlersOf(window: LatchWindow): HandlersUnder<'task'> {
  return {
    async 'task/stop'({ sessionId, taskId }) {
      await existingSession(window, sessionId).tasks.stop(taskId);
      return {};
    },
    async 'task/output'({ sessionId, taskId }) {
      return { text: await existingSession(window, sessionId).tasks.output(taskId) };
    },
  };
}

/** Those about a session. */
function sessionHandlersOf(window: LatchWindow): HandlersUnder<'session'> {
  return {
    async 'session/send'({ sessionId, text, attachments }) {
      const session = await sessionFor(window, sessionId);
      await saveMentioned(text, session.view.cwd);
      const sent = sendTo(window.sessions, session, text, attachments);
      // Where another window has to take it, the message stays in the composer until it did.
      if (isElsewhere(session)) await sent;
      else sent.catch((error: unknown) => window.log.error(`send: ${String(error)}`));
      return { sessionId: session.id };
    },
    async 'session/queue'({ sessionId, change }) {
      return { taken: await existingSession(window, sessionId).changeQueue(change) };
    },
    async 'session/new'() {
      return { sessionId: (await newSession(window)).id };
    },
    async 'session/show'({ sessionId }) {
      await openSession(window, sessionId);
      return {};
    },
    async 'session/fork'({ sessionId, before }) {
      const { forkAt } = await import('../window/fork');
      await forkAt(window, existingSession(window, sessionId), before);
      return {};
    },
    async 'session/restart'({ sessionId, logIn }) {
      const session = existingSession(window, sessionId);
      if (logIn === undefined) await session.restart();
      else await (await import('../agent/agentLogin')).logIn(session, logIn);
      return { sessionId: session.id };
    },
    async 'session/interrupt'({ sessionId }) {
      await existingSession(window, sessionId).interrupt();
      return {};
    },
    async 'session/mode'({ sessionId, mode }) {
      await existingSession(window, sessionId).setMode(mode);
      return {};
    },
    async 'session/rename'({ sessionId, title }) {
      existingSession(window, sessionId).rename(title);
      return {};
    },
    async 'session/letGo'({ sessionId, when }) {
      const session = existingSession(window, sessionId);
      const away = !(await isAttended());
      // Looked at only now: it may have begun to work meanwhile.
      const left = letsGo(when, session.view.status, { away, shown: window.chat.places.visible });
      if (left) {
        await window.sessions.end(sessionId);
        window.refresh();
      }
      return { left, away };
    },
    async 'session/earlier'({ sessionId, before }) {
      return existingSession(window, sessionId).pageBefore(before);
    },
  };
}

/** Those about the agent of a session. */
function agentHandlersOf(window: LatchWindow): HandlersUnder<'agent'> {
  return {
    async 'agent/choose'({ sessionId, ...choices }) {
      await existingSession(window, sessionId).about.choose(choices);
      return {};
    },
    async 'agent/takeBack'({ sessionId, folder }) {
      await existingSession(window, sessionId).takeBack(folder);
      return {};
    },
    async 'agent/prepare'({ sessionId }) {
      const session = await sessionFor(window, sessionId);
      if (!isElsewhere(session)) await session.prepare();
      return { sessionId: session.id };
    },
  };
}

/** Those about a message that is being written. */
function composerHandlersOf(window: LatchWindow): HandlersUnder<'composer'> {
  return {
    'composer/find': async ({ query }) => ({ rows: await window.writing.find(query) }),
    async 'composer/attach'(wanted) {
      const attachment = await window.writing.attachment(wanted);
      return attachment ? { attachment } : {};
    },
    async 'composer/mention'({ files }) {
      const { droppedMentions } = await import('../composer/dropped');
      return { mentions: await droppedMentions(window, files) };
    },
  };
}

/** Those about the texts of a conversation: nobody clicks into one while a window opens, so they come with the first click. */
function textHandlers(window: LatchWindow): HandlersUnder<'text'> {
  const later = async (): Promise<HandlersUnder<'text'>> => (await import('./textHandlers')).textHandlersOf(window);
  return {
    'text/known': async params => (await later())['text/known'](params),
    'text/open': async params => (await later())['text/open'](params),
    'text/take': async params => (await later())['text/take'](params),
  };
}

/** Those about what the repository brings: they come with the first click too. */
function repositoryHandlers(window: LatchWindow): HandlersUnder<'repository'> {
  const later = async (): Promise<HandlersUnder<'repository'>> =>
    (await import('./repositoryHandlers')).repositoryHandlersOf(window);
  return {
    'repository/choose': async params => (await later())['repository/choose'](params),
    'repository/open': async params => (await later())['repository/open'](params),
  };
}

function commandOf(command: Exclude<UiCommand, 'showHelp'>): string {
  switch (command) {
    case 'manageRules':
    case 'continueSession':
    case 'exportSession':
    case 'renameSession':
    case 'forkSession':
    case 'forkAtEarlier':
    case 'manageServers':
    case 'showAgentFiles':
      return `latch.${command}`;
    case 'setClaudePath':
      return 'latch.setClaudePath';
    case 'showLog':
      return 'latch.showLog';
    case 'manageTrust':
      return 'workbench.trust.manage';
    case 'chooseMode':
      return 'latch.chooseMode';
    case 'chooseModel':
      return 'latch.chooseModel';
    case 'showUsage':
      return 'latch.showUsage';
    case 'account':
      return 'latch.account';
    case 'openFolder':
      return 'vscode.openFolder';
    case 'takeOver':
      return 'latch.takeOver';
    case 'endTrustAll':
      return 'latch.endTrustAll';
    default:
      return command satisfies never;
  }
}
