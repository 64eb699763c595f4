import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { allAgents } from '../core/acp/knownAgents';
import { readAgents } from '../core/acp/readAgents';
import type { AcpAgent } from '../core/session/acpAgent';
import type { CallKind } from '../core/call/call';
import type { GateMode, Mediation } from '../core/gate/state';
import { type Asking, askings, type Enforcement, enforcements } from '../core/session/enforcement';
import { type RecordDetail, recordDetails } from '../core/journal/told';
import { type Context, readExcluded } from '../core/rules';
import type { ChatFont, SendWith } from '../core/protocol/updates';
import type { Action } from '../core/call/ruleRef';
import type { ToolDefaults } from '../core/ruleAdmin/toolDefaults';
import type { Retention } from '../stores/journalFolder';

/** The settings, read when they are needed, so that a change counts at once. */
function setting<T>(name: string, fallback: T): T {
  return vscode.workspace.getConfiguration('latch').get<T>(name) ?? fallback;
}

export const claudePath = (): string => setting('claude.path', '').trim();

/** Variables for the agent, beside those it inherits. */
export function environment(): Record<string, string> {
  const variables = setting<Record<string, unknown>>('claude.environment', {});
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Where Claude Code keeps what is its own, as its environment says. */
export const claudeFolder = (): string =>
  environment()['CLAUDE_CONFIG_DIR'] ?? process.env['CLAUDE_CONFIG_DIR'] ?? join(homedir(), '.claude');

/** The agents over ACP: those of the setting, and those that are known by name. */
export const agents = (): readonly AcpAgent[] => allAgents(readAgents(setting<unknown>('agents', [])));

/** What is to hold the deny rules beside reading. */
export const enforcement = (): Enforcement => {
  const value: string = setting('enforcement', 'auto');
  return enforcements.find(it => it === value) ?? 'required';
};

/** The commands that a person lets out of the sandbox. */
export const excludedCommands = (): readonly string[] => readExcluded(setting<unknown>('excludedCommands', []));

/** What commands of the shell ask about. */
export const askAbout = (): Asking => oneOf(setting('askAbout', 'everything'), askings);

export const gate = (): GateMode => oneOf(setting('gate', 'strict'), ['strict', 'writes', 'off']);
export const mediation = (): Mediation => oneOf(setting('mediation', 'full'), ['full', 'native']);

/** Milliseconds; 0 is for ever. */
export function timeLimit(kind: CallKind): number {
  const asks = kind === 'question' || kind === 'plan' || kind === 'elicitation';
  const minutes = setting<number>(asks ? 'timeLimit.questions' : 'timeLimit.calls', asks ? 0 : 10);
  return Number.isFinite(minutes) && minutes > 0 ? minutes * 60_000 : 0;
}

/** Kinds of calls about which the rules never ask; what they deny stays denied. */
export const skip = (): Context['skip'] => ({
  fileEdits: setting('skip.fileEdits', false),
  bash: setting('skip.bash', false),
  skills: setting('skip.skills', false),
  mcp: setting('skip.mcp', false),
});

/** By which key a message is sent, and how the text of the chat looks. */
export const chat = (): { readonly sendWith: SendWith; readonly font: ChatFont } => ({
  sendWith: oneOf(setting('chat.sendWith', 'enter'), ['enter', 'ctrlEnter']),
  font: chatFont(),
});

/** The editor's own settings for the text of a chat, where they are set: their defaults are what a page has anyway. */
function chatFont(): ChatFont {
  const ofEditor = vscode.workspace.getConfiguration('chat');
  const isSet = (name: string): boolean => {
    const found = ofEditor.inspect(name);
    return (found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue) !== undefined;
  };
  const size = isSet('fontSize') ? ofEditor.get<unknown>('fontSize') : undefined;
  const family = isSet('fontFamily') ? ofEditor.get<unknown>('fontFamily') : undefined;
  return {
    ...(typeof size === 'number' && size > 0 ? { size } : {}),
    ...(typeof family === 'string' && family !== 'default' && family !== '' ? { family } : {}),
  };
}

/** Whether changed files are saved before the agent uses them. */
export const savesBeforeUse = (): boolean => setting('chat.saveBeforeUse', true);

/** When a notification tells that something waits. */
export const notifications = (): 'whenHidden' | 'never' =>
  oneOf(setting('notifications', 'whenHidden'), ['whenHidden', 'never']);

/** Whether a file of rules says behind each what it means. */
export const showsRuleHints = (): boolean => setting('rules.inlayHints', false);

/** What is done with calls of a tool that no rule is about; what is no action counts as asking. */
export function toolDefaults(): ToolDefaults {
  const actions: readonly Action[] = ['allow', 'ask', 'deny'];
  return Object.fromEntries(
    Object.entries(setting<Record<string, unknown>>('toolDefaults', {})).map(([tool, value]) => [
      tool,
      actions.find(action => action === value) ?? 'ask',
    ]),
  );
}

/** Where rules of a team are kept; what is not known is for whoever opens it to refuse. */
export const store = (): string => setting('store', 'files');

/** What this person is called where rules are shared; empty: as git knows them. */
export const user = (): string => setting('user', '').trim();

/** How long what a team allows holds while nobody can ask whether it still does. */
export const teamAllowsForHours = (): number => Math.max(0, setting<number>('team.allowsForHours', 8));

/** What the record of a team is told of what is decided here. */
export const teamRecord = (): RecordDetail | 'off' => oneOf(setting('team.record', 'off'), ['off', ...recordDetails]);

/** How long, and how much of, the record is kept. */
export const retention = (): Retention => ({
  days: setting('journal.keepDays', 90),
  megabytes: setting('journal.keepMegabytes', 500),
});

export const folders = (): string[] => (vscode.workspace.workspaceFolders ?? []).map(folder => folder.uri.fsPath);

/** The folder in which an agent works: the first of the workspace. Where its file lies nobody has opened. */
export const cwd = (): string | undefined => folders()[0];

/** A value that is none of the known ones, for example from a newer version, counts as the first: the strictest. */
function oneOf<T extends string>(value: string, known: readonly [T, ...T[]]): T {
  return known.find(it => it === value) ?? known[0];
}
