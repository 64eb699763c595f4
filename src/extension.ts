import * as vscode from 'vscode';
import { callKey } from './core/call/call';
import type { Card } from './core/card/card';
import type { CardAction, Snapshot } from './core/protocol/updates';
import { cardsFor, pageOf } from './core/transcript/page';
import { EditUndo } from './stores/editUndo';
import { JournalFolder } from './stores/journalFolder';
import type { Session } from './session/session';
import { Sessions } from './session/sessions';
import { ActivityView, journalOf, revertEdit, whyDidItRun } from './vscode/sessions/activityView';
import { Attention } from './vscode/chat/attention';
import { CardFiles } from './vscode/chat/cardFiles';
import * as config from './vscode/config';
import { Diffs } from './vscode/chat/diffs';
import { exportSession, verifyJournal } from './vscode/sessions/exportSession';
import { handlersOf } from './vscode/requests/handlers';
import type { Host } from './vscode/window';
import { OpenViews, withoutCalls } from './vscode/webview/openViews';
import { RepositoryTrust } from './vscode/repositoryTrust';
import {
  addPreset,
  exportRules,
  importRules,
  openProjectRules,
  openUserRules,
  undoRules,
} from './vscode/rules/commands';
import { RuleParts } from './vscode/rules/parts';
import { RulesPanel } from './vscode/rules/panel';
import {
  chooseMode,
  continueSession,
  createSession,
  endSession,
  forkSession,
  interruptSession,
  renameSession,
  restartSession,
  switchSession,
} from './vscode/sessions/commands';
import { SessionsView } from './vscode/sessions/sessionsView';
import { Sidebar } from './vscode/chat/sidebar';
import { endTrustAll, trustAll } from './vscode/sessions/trustAllCommands';
import { WebviewPage } from './vscode/webview/page';

let running: { readonly sessions: Sessions; readonly rules: RuleParts } | undefined;

/** Composes the parts by hand; the only place that knows them all. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Latch', { log: true });
  const shown = new Set<string>();

  const hub: OpenViews = new OpenViews({
    handlers: handlersOf(() => host),
    snapshot: () => snapshot(),
    listeners: {
      'ui/drafting': ({ sessionId, toolCallId, active }) => sessions.get(sessionId)?.drafting(toolCallId, active),
      'ui/painted': ({ sessionId, toolCallId, revision }) => attention.painted(sessionId, toolCallId, revision),
    },
  });
  const { extensionUri } = context;
  const chatPage = new WebviewPage({
    extensionUri,
    hub,
    bundle: 'main',
    snapshot: () => snapshot(),
    view: { purpose: 'chat' },
  });
  const sidebar = new Sidebar(chatPage, extensionUri, () => attention.shown());
  const rulesPage = new WebviewPage({
    extensionUri,
    hub,
    bundle: 'rules',
    snapshot: () => withoutCalls(snapshot()),
    view: { purpose: 'rules', onReady: () => rulesPanel.onReady() },
  });
  const rulesPanel: RulesPanel = new RulesPanel(rulesPage, () => hub, extensionUri);
  const cardFiles = new CardFiles(card => sendCard(sessions.get(card.sessionId)?.card(card.toolCallId) ?? card));
  const diffs: Diffs = new Diffs({
    onEdit: ({ sessionId, toolCallId }) => {
      const card = sessions.get(sessionId)?.card(toolCallId);
      if (card) sendCard(card);
    },
    onDrafting: ({ sessionId, toolCallId }, active) => sessions.get(sessionId)?.drafting(toolCallId, active),
  });
  const attention: Attention = new Attention({
    isVisible: () => sidebar.visible,
    review: () => act('focusCard'),
    badge: waiting => sidebar.badge(waiting),
    ring: () => sidebar.ring(),
    confirm: params => sessions.get(params.sessionId)?.confirm(params),
    log,
  });
  const journals = new JournalFolder(vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath);
  const rules: RuleParts = new RuleParts({
    storage: context.globalStorageUri,
    journals,
    log,
    repository,
    sessions: () => sessions,
    hub: () => hub,
  });
  const undo = new EditUndo(vscode.Uri.joinPath(context.globalStorageUri, 'edits').fsPath);
  const activity = new ActivityView(journals, () => host);
  const sessionsView = new SessionsView(() => host);
  const sessions: Sessions = new Sessions({
    journals,
    workspace: config.folders(),
    cwd: () => config.cwd() ?? process.cwd(),
    gate: config.gate,
    mediation: config.mediation,
    timeLimit: config.timeLimit,
    claudePath: config.claudePath,
    environment: config.environment,
    settings: async () => (await repository()?.settings()) ?? 'user',
    judge: rules.rules.judge.judge,
    log,
    listener: {
      onCard: (_, card) => showCard(card),
      onTranscript: (sessionId, changes) => hub.gather(sessionId, changes),
      onView(session) {
        hub.send({ type: 'session', session });
        rules.onView(session);
        sessionsView.changed();
        attention.session(sessions.active?.view.status);
      },
      onNewConversation: sessionId => rules.onNewConversation(sessionId),
      onEnded(sessionId) {
        rules.onEnded(sessionId);
        sessionsView.changed();
      },
    },
  });
  running = { sessions, rules };
  const host: Host = {
    sessions,
    hub,
    workspace: config.cwd() ?? process.cwd(),
    log,
    repository,
    rules: rules.rules,
    trustAll: rules.trustAll,
    undo,
    openDiff: (card, input) => diffs.open(decorated(card), input),
    discardEdit: card => diffs.discard(decorated(card)),
    showRules: rule => rulesPanel.show(rule),
  };

  function showCard(card: Card): void {
    cardFiles.follow(card);
    undo.note(card);
    rules.rules.hits.count(card);
    activity.changed();
    sendCard(card);
    attention.card(card);
    attention.session(sessions.active?.view.status);
  }

  function sendCard(card: Card): void {
    const { sessionId } = card;
    const key = callKey(sessionId, card.toolCallId);
    const content = decorated(card);
    diffs.follow(content);
    hub.send({ type: shown.has(key) ? 'card' : 'confirmation_request', sessionId, content });
    shown.add(key);
  }

  /** With its file as it is on disk, and with what the person wrote for it in the diff view. */
  function decorated(card: Card): Card {
    return diffs.decorate(cardFiles.decorate(card));
  }

  /** Brings the chat to the front and lets the page act on the card in sight, where it keeps its half second of grace. */
  async function act(action: CardAction): Promise<void> {
    await sidebar.show();
    if (action === 'focusCard') showWaiting();
    hub.send({ type: 'act', action });
  }

  /** To review what waits is to see it: a session in which nothing waits makes way for one in which something does. */
  function showWaiting(): void {
    const waits = (session: Session): boolean => session.cards.some(card => card.state === 'waiting');
    const waiting = sessions.all.find(waits);
    if (!waiting || (sessions.active && waits(sessions.active))) return;
    sessions.activate(waiting.id);
    hub.refresh();
  }

  let trust: RepositoryTrust | undefined;
  /** Nothing of a folder is read before it is trusted. */
  function repository(): RepositoryTrust | undefined {
    const folder = config.cwd();
    if (folder === undefined || !vscode.workspace.isTrusted) return undefined;
    if (!trust) {
      trust = new RepositoryTrust(context.workspaceState, folder, review => {
        hub.send({ type: 'review', ...(review ? { review } : {}) });
        rules.changed();
      });
      context.subscriptions.push(trust);
      void trust.read();
    }
    return trust;
  }

  function snapshot(): Snapshot {
    const { active } = sessions;
    const page = pageOf(active?.transcript ?? []);
    const cards = sessions.all.flatMap(session => cardsFor(session === active ? page.items : [], session.cards));
    const review = repository()?.review;
    return {
      sessions: sessions.all.map(session => session.view),
      ...(active ? { activeSessionId: active.id } : {}),
      transcript: page.items,
      earlier: page.earlier,
      cards: cards.map(decorated),
      language: vscode.env.language,
      trusted: vscode.workspace.isTrusted,
      windowFocused: vscode.window.state.focused,
      capabilities: { rules: true, openDiff: true },
      rules: rules.state,
      ...(review ? { review } : {}),
    };
  }

  diffs.closeOld();
  const command = (name: string, run: (host: Host) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, () => run(host));
  context.subscriptions.push(
    log,
    attention,
    vscode.window.registerWebviewViewProvider(Sidebar.viewId, sidebar, {
      webviewOptions: { retainContextWhenHidden: sidebar.keepsHidden },
    }),
    vscode.window.registerWebviewPanelSerializer(RulesPanel.viewType, rulesPanel),
    cardFiles,
    diffs,
    vscode.workspace.registerFileSystemProvider(Diffs.scheme, diffs, { isCaseSensitive: true }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => hub.refresh()),
    vscode.window.onDidChangeWindowState(state => hub.send({ type: 'window', focused: state.focused })),
    rules,
    vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('latch') && rules.changed()),
    activity,
    sessionsView,
    vscode.window.registerTreeDataProvider(ActivityView.viewId, activity),
    vscode.window.registerTreeDataProvider(SessionsView.viewId, sessionsView),
    vscode.commands.registerCommand('latch.openSession', (id: unknown) => sessionsView.open(id)),
    vscode.commands.registerCommand('latch.whyDidItRun', (node: unknown) => whyDidItRun(host, node)),
    vscode.commands.registerCommand('latch.revertEdit', async (node: unknown) => {
      await revertEdit(host, node);
      activity.changed();
    }),
    vscode.commands.registerCommand('latch.openPastEdit', (node: unknown) => activity.openEdit(node)),
    vscode.commands.registerCommand('latch.filterActivity', () => activity.chooseFilter()),
    vscode.commands.registerCommand('latch.showLog', () => log.show()),
    vscode.commands.registerCommand('latch.setClaudePath', () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'latch.claude.path'),
    ),
    vscode.commands.registerCommand('latch.openInEditor', () => sidebar.openTab()),
    vscode.commands.registerCommand('latch.manageRules', () => rulesPanel.show()),
    vscode.commands.registerCommand('latch.review', () => act('focusCard')),
    vscode.commands.registerCommand('latch.allowOnce', () => act('allowOnce')),
    vscode.commands.registerCommand('latch.deny', () => act('deny')),
    vscode.commands.registerCommand('latch.nextCard', () => act('next')),
    vscode.commands.registerCommand('latch.previousCard', () => act('previous')),
    command('latch.newSession', createSession),
    command('latch.switchSession', switchSession),
    command('latch.continueSession', continueSession),
    command('latch.forkSession', forkSession),
    command('latch.renameSession', renameSession),
    command('latch.restartSession', restartSession),
    command('latch.endSession', endSession),
    command('latch.interrupt', interruptSession),
    command('latch.chooseMode', chooseMode),
    vscode.commands.registerCommand('latch.exportSession', (node: unknown) => exportSession(host, journalOf(node))),
    vscode.commands.registerCommand('latch.verifyJournal', (node: unknown) => verifyJournal(host, journalOf(node))),
    command('latch.openProjectRules', openProjectRules),
    command('latch.openUserRules', openUserRules),
    command('latch.importRules', importRules),
    command('latch.exportRules', exportRules),
    command('latch.addPreset', addPreset),
    command('latch.undoRules', undoRules),
    command('latch.trustAll', trustAll),
    command('latch.endTrustAll', endTrustAll),
  );
  sessions
    .restoreLast(config.retention(), Date.now())
    .then(session => session && hub.refresh())
    .catch((error: unknown) => log.error(`restore: ${String(error)}`));
}

export async function deactivate(): Promise<void> {
  await running?.sessions.endAll();
  await running?.rules.save();
}
