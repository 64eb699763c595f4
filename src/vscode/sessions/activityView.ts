import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type Activity, type ActivityFilter, activityOf, isListed } from '../../core/journal/activity';
import { type DecidedBy, kindOf } from '../../core/call/call';
import { callWords } from '../../core/card/callWords';
import { restoredCard } from '../../core/journal/restored';
import { isObject } from '../../core/base/json';
import { shownPath } from '../../core/base/shownPath';
import type { JournalEntry } from '../../stores/journalIndex';
import { openSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { openRule } from '../rules/openRule';
import { place, sentence } from '../sentences';

type Node =
  | { readonly kind: 'session'; readonly entry: JournalEntry }
  | { readonly kind: 'call'; readonly activity: Activity; readonly entry: JournalEntry };

export type CallNode = Node & { readonly kind: 'call' };

const mostSessions = 50;

/** What agents did in this folder: sessions, and in each its calls with who or what decided them. */
export class ActivityView implements vscode.TreeDataProvider<Node> {
  readonly #window: LatchWindow;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;
  #filter: ActivityFilter = {};
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  #changedWhileAsked = false;

  constructor(window: LatchWindow) {
    this.#window = window;
  }

  /** Shown anew once things are quiet: calls come in bursts. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changedWhileAsked = this.#asked > 0;
      this.#changes.fire();
    }, 500);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    this.#asked += 1;
    try {
      return await this.#rowsOf(node);
    } finally {
      this.#asked -= 1;
      // What it asked for before a change the editor throws away, and may never ask for again.
      if (this.#asked === 0 && this.#changedWhileAsked) this.changed();
    }
  }

  async #rowsOf(node: Node | undefined): Promise<Node[]> {
    if (node?.kind === 'call') return [];
    if (node) {
      const { entry } = node;
      return activityOf(await this.#window.journals.calls(entry))
        .filter(activity => isListed(activity, this.#filter))
        .toReversed()
        .map(activity => ({ kind: 'call', activity, entry }));
    }
    const entries = await this.#window.journals.sessionsIn(this.#window.workspace);
    return entries.slice(0, mostSessions).map(entry => ({ kind: 'session', entry }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'session') return sessionItem(node.entry);
    const { sessionId, toolCallId } = node.activity;
    return callItem(node, this.#window.undo.has(sessionId, toolCallId));
  }

  async chooseFilter(): Promise<void> {
    const choices: readonly (vscode.QuickPickItem & { readonly filter: ActivityFilter | 'text' })[] = [
      { label: vscode.l10n.t('Everything'), filter: {} },
      { label: vscode.l10n.t('Allowed by a rule'), filter: { decision: 'allowed', by: 'rule' } },
      { label: vscode.l10n.t('Allowed by you'), filter: { decision: 'allowed', by: 'person' } },
      { label: vscode.l10n.t('Denied'), filter: { decision: 'denied' } },
      { label: vscode.l10n.t('Ran without asking'), filter: { decision: 'unasked' } },
      { label: vscode.l10n.t('Of high or critical risk'), filter: { risk: 'high' } },
      { label: vscode.l10n.t('Of medium risk or more'), filter: { risk: 'medium' } },
      { label: vscode.l10n.t('With a text…'), filter: 'text' },
    ];
    const title = vscode.l10n.t('Filter Activity');
    const chosen = await vscode.window.showQuickPick(choices, { title });
    if (!chosen) return;
    if (chosen.filter === 'text') {
      const text = await vscode.window.showInputBox({
        ignoreFocusOut: true,
        title,
        prompt: vscode.l10n.t('A part of the call, its tool or the rule'),
      });
      if (text !== undefined) this.#filter = text === '' ? {} : { text };
    } else this.#filter = chosen.filter;
    this.#changes.fire();
  }

  /** Shows the change that a call made or wanted to make, against the file before it where that is still known. */
  async openEdit({ activity, entry }: CallNode): Promise<void> {
    const { sessionId, toolCallId, input } = activity;
    const history = await this.#window.journals.calls(entry);
    const call = history.call(toolCallId);
    if (!call) return;
    const card = restoredCard(call, history.facts, '');
    const known = this.#window.undo.before(sessionId, toolCallId);
    const file = known
      ? { ...known, stale: false }
      : { path: activity.text, before: null, stale: false, tooLarge: true };
    await this.#window.cards.openDiff({ ...card, input, file });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changes.dispose();
  }
}

function sessionItem(entry: JournalEntry): vscode.TreeItem {
  const item = new vscode.TreeItem(entry.title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = entry.sessionId;
  item.description = new Date(entry.startedAt).toLocaleString(vscode.env.language);
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  item.contextValue = 'session';
  return item;
}

/** What happened, in words; a file as a person calls it. */
function wordsOf({ tool, kind, input, cwd }: Activity): string {
  return sentence(callWords({ tool, kind, input }, path => shownPath(path, cwd, homedir())).does);
}

function callItem(node: CallNode, canRevert: boolean): vscode.TreeItem {
  const { activity } = node;
  // The text of an agent is a label and a plain tooltip here, and never Markdown.
  const label = wordsOf(activity);
  const item = new vscode.TreeItem(label);
  const told = [label, outcomeText(activity.state), whoText(activity)].filter(text => text !== '');
  item.accessibilityInformation = { label: told.join(', ') };
  item.id = `${activity.sessionId}:${activity.toolCallId}`;
  item.description = whoText(activity);
  item.tooltip = `${activity.text}\n\n${reasonText(activity)}`;
  item.iconPath = iconOf(activity.state);
  item.contextValue = canRevert ? 'call.edit' : kindOf(activity.tool) === 'file_write' ? 'call.write' : 'call';
  item.command = {
    command: 'latch.showCall',
    title: vscode.l10n.t('Show It in the Chat'),
    arguments: [node],
  };
  return item;
}

function iconOf(state: Activity['state']): vscode.ThemeIcon {
  switch (state) {
    case 'waiting':
      return new vscode.ThemeIcon('bell-dot');
    case 'allowed':
    case 'done':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'failed':
      return new vscode.ThemeIcon('warning');
    case 'denied':
      return new vscode.ThemeIcon('circle-slash');
    case 'withdrawn':
      return new vscode.ThemeIcon('close');
    case 'unasked':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
    default:
      return state satisfies never;
  }
}

function outcomeText(state: Activity['state']): string {
  switch (state) {
    case 'waiting':
      return vscode.l10n.t('waits for you');
    case 'allowed':
      return vscode.l10n.t('allowed');
    case 'done':
      return vscode.l10n.t('done');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'denied':
      return vscode.l10n.t('denied');
    case 'withdrawn':
      return vscode.l10n.t('withdrawn');
    case 'unasked':
      return '';
    default:
      return state satisfies never;
  }
}

function whoText({ by, state }: Activity): string {
  if (state === 'unasked') return vscode.l10n.t('ran without asking');
  return by ? deciderText(by) : '';
}

function deciderText(by: DecidedBy): string {
  switch (by.kind) {
    case 'person':
      return vscode.l10n.t('by you');
    case 'rule':
      // Without a rule that somebody wrote, the reason says more than the name of what allowed it.
      return by.ruleId === undefined && by.reason.text !== '' ? sentence(by.reason) : place(by.rule);
    case 'timeout':
      return vscode.l10n.t('not answered in time');
    case 'stop':
      return vscode.l10n.t('stopped');
    case 'failure':
      return sentence(by.reason);
    default:
      return by satisfies never;
  }
}

function reasonText({ by, decidedAt, said, edited }: Activity): string {
  const when = decidedAt === undefined ? '' : new Date(decidedAt).toLocaleString(vscode.env.language);
  const parts = [
    by ? `${deciderText(by)} · ${when}` : vscode.l10n.t('Nobody decided it.'),
    by?.kind === 'rule' ? sentence(by.reason) : '',
    edited ? vscode.l10n.t('You edited it first.') : '',
    said ? sentence(said) : '',
  ];
  return parts.filter(part => part !== '').join('\n');
}

/** Brings the session to the front, and its chat to the line of this call. */
export async function showCall(window: LatchWindow, { activity }: CallNode): Promise<void> {
  await openSession(window, activity.sessionId);
  await window.inSight.reveal(activity.toolCallId);
}

/** Says who or what let a call run, and leads to the rule. */
export async function whyDidItRun(window: LatchWindow, { activity }: CallNode): Promise<void> {
  const { by } = activity;
  const rule = by?.kind === 'rule' && by.where !== undefined ? by : undefined;
  const open = vscode.l10n.t('Open the Rule');
  const chosen = await vscode.window.showInformationMessage(
    wordsOf(activity),
    { modal: true, detail: reasonText(activity) },
    ...(rule ? [open] : []),
  );
  if (chosen === open && rule) await openRule(window, rule);
}

/** Puts a file back to what it was before an edit that was allowed. */
export async function revertEdit(window: LatchWindow, { activity }: CallNode): Promise<void> {
  const reverted = window.undo.revert(activity.sessionId, activity.toolCallId);
  if (reverted.ok) await vscode.window.showInformationMessage(vscode.l10n.t('{0} is as it was before.', reverted.path));
  else await vscode.window.showWarningMessage(sentence(reverted.reason));
}

/** The row that the editor says a command was chosen for, if it is one of these. */
export function rowOf(argument: unknown): Node | undefined {
  return isNode(argument) ? argument : undefined;
}

function isNode(value: unknown): value is Node {
  if (!isObject(value) || !isObject(value['entry'])) return false;
  const { kind, entry, activity } = value;
  return typeof entry['path'] === 'string' && (kind === 'session' || (kind === 'call' && isObject(activity)));
}
