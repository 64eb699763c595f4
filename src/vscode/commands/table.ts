import * as vscode from 'vscode';
import { account } from '../agent/account';
import { showAgentFiles } from '../agent/files';
import { continueInTerminal } from '../agent/inTerminal';
import { chooseModel } from '../agent/model';
import { manageServers } from '../agent/servers';
import { showUsage } from '../agent/usage';
import { askAboutTerminal, askAboutThis, fixProblem, focusComposer } from '../editor/ask';
import { addPreset, exportRules, importRules, openProjectRules, openUserRules, undoRules } from '../rules/commands';
import { connectTeam, disconnectTeam } from '../rules/team';
import { callFor, chooseCallOf } from '../rules/writtenRule';
import { revertEdit, showCall, whyDidItRun } from '../sessions/activityView';
import {
  chooseMode,
  continueSession,
  deleteSession,
  endSession,
  renameSession,
  switchSession,
  takeOver,
} from '../sessions/commands';
import { newSessionWith } from '../sessions/chooseAgent';
import { exportSession, verifyJournal } from '../sessions/exportSession';
import { endTrustAll, trustAll } from '../sessions/trustAllCommands';
import { forkAtEarlier } from '../window/fork';
import { forkBefore, newSession, openInTab, openSession } from '../window/sessions';
import { type Command, command } from './command';
import {
  anySession,
  folder,
  nothing,
  openTerminal,
  pastCall,
  problem,
  recordedSession,
  selectedFiles,
  sessionElsewhere,
  sessionId,
  sessionOrNone,
  shownSession,
  team,
  trustedFolder,
  trustingSession,
  waitingCard,
  writtenRule,
} from './needs';

/** Every command: what it needs, and what it does with it. The manifest says the same to the editor, held by a test. */
export const commands: Readonly<Record<string, Command>> = {
  'latch.openInEditor': command(sessionOrNone, ({ window }, id) => openInTab(window, id)),
  'latch.showLog': command(nothing, ({ window }) => window.log.show()),
  'latch.setClaudePath': command(nothing, () =>
    vscode.commands.executeCommand('workbench.action.openSettings', 'latch.claude.path'),
  ),

  'latch.review': command(waitingCard, ({ window }) => window.inSight.act('focusCard')),
  'latch.allowOnce': command(waitingCard, ({ window }) => window.inSight.act('allowOnce')),
  'latch.deny': command(waitingCard, ({ window }) => window.inSight.act('deny')),
  'latch.nextCard': command(waitingCard, ({ window }) => window.inSight.act('next')),
  'latch.previousCard': command(waitingCard, ({ window }) => window.inSight.act('previous')),

  'latch.focusComposer': command(nothing, ({ window }) => focusComposer(window)),
  'latch.askAboutThis': command(selectedFiles, ({ window }, files) => askAboutThis(window, files)),
  'latch.askAboutTerminal': command(openTerminal, ({ window }) => askAboutTerminal(window)),
  'latch.fixWithClaude': command(problem, ({ window }, it) => fixProblem(window, it)),

  'latch.newSession': command(trustedFolder, ({ window }) => newSession(window)),
  'latch.newSessionWith': command(trustedFolder, ({ window }) => newSessionWith(window)),
  'latch.switchSession': command(folder, ({ window }) => switchSession(window)),
  'latch.continueSession': command(trustedFolder, ({ window }) => continueSession(window)),
  'latch.openSession': command(sessionId, ({ window }, id) => openSession(window, id)),
  'latch.takeOver': command(sessionElsewhere, ({ window }, id) => takeOver(window, id)),
  'latch.forkSession': command(shownSession, ({ window }, session) => forkBefore(window, session)),
  'latch.forkAtEarlier': command(shownSession, ({ window }, session) => forkAtEarlier(window, session)),
  'latch.continueInTerminal': command(anySession, ({ window }, id) => continueInTerminal(window, id)),
  'latch.deleteSession': command(anySession, ({ window }, id) => deleteSession(window, id)),
  'latch.renameSession': command(shownSession, (_, session) => renameSession(session)),
  'latch.restartSession': command(shownSession, (_, session) => session.restart()),
  'latch.endSession': command(shownSession, ({ window }, session) => endSession(window, session)),
  'latch.interrupt': command(shownSession, (_, session) => session.interrupt()),
  'latch.exportSession': command(recordedSession, ({ window }, session) => exportSession(window, session)),
  'latch.verifyJournal': command(recordedSession, ({ window }, session) => verifyJournal(window, session)),

  'latch.chooseModel': command(trustedFolder, ({ window }) => chooseModel(window)),
  'latch.showUsage': command(trustedFolder, ({ window }) => showUsage(window)),
  'latch.manageServers': command(trustedFolder, ({ window }) => manageServers(window)),
  'latch.account': command(trustedFolder, ({ window }) => account(window)),
  'latch.showAgentFiles': command(trustedFolder, ({ window }) => showAgentFiles(window)),
  'latch.chooseMode': command(folder, ({ window }) => chooseMode(window)),
  'latch.trustAll': command(trustedFolder, ({ window }) => trustAll(window)),
  'latch.endTrustAll': command(trustingSession, ({ window }) => endTrustAll(window)),

  'latch.manageRules': command(nothing, ({ window }) => window.rulesPanel.show()),
  'latch.openProjectRules': command(folder, ({ window }) => openProjectRules(window.rules)),
  'latch.openUserRules': command(nothing, ({ window }) => openUserRules(window.rules)),
  'latch.importRules': command(nothing, ({ window }) => importRules(window.rules)),
  'latch.exportRules': command(nothing, ({ window }) => exportRules(window.rules)),
  'latch.addPreset': command(nothing, ({ window }) => addPreset(window.rules)),
  'latch.tryRule': command(writtenRule, ({ window }, rule) => window.rulesPanel.tryCall(callFor(rule))),
  'latch.callsOfRule': command(writtenRule, async ({ window }, rule) => {
    const chosen = await chooseCallOf(window.rules, rule);
    if (chosen !== undefined) await openSession(window, chosen);
  }),
  'latch.connectTeam': command(nothing, ({ window }) => connectTeam(window.rules.team)),
  'latch.disconnectTeam': command(team, ({ window }) => disconnectTeam(window.rules.team)),
  'latch.undoRules': command(nothing, ({ window }) => undoRules(window.rules)),

  'latch.filterActivity': command(nothing, ({ activity }) => activity.chooseFilter()),
  'latch.showCall': command(pastCall, ({ window }, call) => showCall(window, call)),
  'latch.whyDidItRun': command(pastCall, ({ window }, call) => whyDidItRun(window, call)),
  'latch.openPastEdit': command(pastCall, ({ activity }, call) => activity.openEdit(call)),
  'latch.revertEdit': command(pastCall, async ({ window, activity }, call) => {
    await revertEdit(window, call);
    activity.changed();
  }),
};
