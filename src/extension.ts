import * as vscode from 'vscode';
import type { Card } from './core/card';
import { isBookkeeping, type Judge } from './core/judge';
import {
  readChoice,
  readCommand,
  readConfirm,
  readDrafting,
  readPlace,
  readSend,
  readTarget,
  type Read,
} from './core/readRequest';
import type { Snapshot, UiCommand } from './core/rpc';
import { Refused } from './channel';
import type { Session } from './session';
import { Sessions } from './sessions';
import * as config from './vscode/config';
import { type Handlers, Hub } from './vscode/hub';
import { RepositoryTrust } from './vscode/repositoryTrust';
import { Sidebar } from './vscode/sidebar';

let sessions: Sessions | undefined;

/** Composes the parts by hand; the only place that knows them all. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Latch', { log: true });
  const waiting = new Map<string, Card>();

  const hub: Hub = new Hub({
    handlers: handlers(),
    snapshot: () => snapshot(),
    onNotification: (method, params) => {
      if (method !== 'ui/drafting') return;
      const read = readDrafting(params);
      if (read.ok) all.get(read.value.sessionId)?.drafting(read.value.toolCallId, read.value.active);
    },
  });
  const sidebar = new Sidebar(context.extensionUri, hub, () => snapshot());
  const all = new Sessions({
    journalFolder: vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath,
    workspace: config.folders(),
    cwd: () => config.cwd() ?? process.cwd(),
    gate: config.gate,
    mediation: config.mediation,
    timeLimit: config.timeLimit,
    claudePath: config.claudePath,
    environment: config.environment,
    settings: async () => (await repository()?.settings()) ?? 'user',
    judge: askForEverything,
    log,
    listener: {
      onCard(sessionId, card) {
        const key = `${sessionId}:${card.toolCallId}`;
        hub.send({ type: shown.has(key) ? 'card' : 'confirmation_request', sessionId, content: card });
        shown.add(key);
        if (card.state === 'waiting') waiting.set(key, card);
        else waiting.delete(key);
        sidebar.badge(waiting.size);
      },
      onTranscript: (sessionId, changes) => hub.gather(sessionId, changes),
      onView: session => hub.send({ type: 'session', session }),
    },
  });
  sessions = all;
  let trust: RepositoryTrust | undefined;

  /** Nothing of a folder is read before it is trusted. */
  function repository(): RepositoryTrust | undefined {
    const folder = config.cwd();
    if (folder === undefined || !vscode.workspace.isTrusted) return undefined;
    if (!trust) {
      trust = new RepositoryTrust(context.workspaceState, folder, review =>
        hub.send({ type: 'review', ...(review ? { review } : {}) }),
      );
      context.subscriptions.push(trust);
      void trust.read();
    }
    return trust;
  }

  const shown = new Set<string>();

  function snapshot(): Snapshot {
    const { active } = all;
    const review = repository()?.review;
    return {
      ...(review ? { review } : {}),
      sessions: all.all.map(session => session.view),
      ...(active ? { activeSessionId: active.id } : {}),
      transcript: active?.transcript ?? [],
      cards: all.all.flatMap(session => session.cards),
      language: vscode.env.language,
      trusted: vscode.workspace.isTrusted,
    };
  }

  /** The session of a message; a window without a folder or without trust has none. */
  async function sessionFor(sessionId: string | undefined): Promise<Session> {
    if (!vscode.workspace.isTrusted)
      throw new Error(vscode.l10n.t('This folder is not trusted, so no agent is started in it.'));
    if (config.cwd() === undefined) throw new Error(vscode.l10n.t('Open a folder first: the agent works in it.'));
    const known = sessionId === undefined ? all.active : all.get(sessionId);
    if (known) return known;
    const session = await all.create();
    hub.refresh();
    return session;
  }

  function existing(sessionId: string): Session {
    const session = all.get(sessionId);
    if (!session) throw new Error(vscode.l10n.t('There is no such session.'));
    return session;
  }

  function handlers(): Handlers {
    return {
      async 'tool/confirm'(params) {
        const confirmation = valueOf(readConfirm(params));
        existing(confirmation.sessionId).confirm(confirmation);
        return { accepted: true };
      },
      async 'session/send'(params) {
        const { sessionId, text } = valueOf(readSend(params));
        const session = await sessionFor(sessionId);
        session.send(text).catch((error: unknown) => log.error(`send: ${String(error)}`));
        return { sessionId: session.id };
      },
      async 'session/new'() {
        if (!vscode.workspace.isTrusted)
          throw new Error(vscode.l10n.t('This folder is not trusted, so no agent is started in it.'));
        const session = await all.create();
        hub.refresh();
        return { sessionId: session.id };
      },
      async 'session/restart'(params) {
        const session = existing(valueOf(readTarget(params)).sessionId);
        await session.restart();
        return { sessionId: session.id };
      },
      async 'session/interrupt'(params) {
        await existing(valueOf(readTarget(params)).sessionId).interrupt();
        return {};
      },
      async 'tool/openDiff'() {
        throw new Error(vscode.l10n.t('The diff editor is not available here.'));
      },
      async 'repository/choose'(params) {
        const { hash, choice } = valueOf(readChoice(params));
        if (!(await repository()?.choose(hash, choice)))
          throw new Error(vscode.l10n.t('The repository has changed in the meantime. Look at it again.'));
        for (const session of all.all) if (session.canRestart) await session.restart();
        return {};
      },
      async 'repository/open'(params) {
        const { file, line } = valueOf(readPlace(params));
        const path = repository()?.pathOf(file);
        if (path === undefined) throw new Error(vscode.l10n.t('There is no such file in the review.'));
        const at = new vscode.Position(line - 1, 0);
        await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(at, at) });
        return {};
      },
      async 'ui/command'(params) {
        await vscode.commands.executeCommand(...commandOf(valueOf(readCommand(params))));
        return {};
      },
    };
  }

  context.subscriptions.push(
    log,
    vscode.window.registerWebviewViewProvider(Sidebar.viewId, sidebar),
    vscode.workspace.onDidGrantWorkspaceTrust(() => hub.refresh()),
    vscode.window.onDidChangeWindowState(state => hub.send({ type: 'window', focused: state.focused })),
    vscode.commands.registerCommand('latch.showLog', () => log.show()),
    vscode.commands.registerCommand('latch.setClaudePath', () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'latch.claude.path'),
    ),
    vscode.commands.registerCommand('latch.newSession', () => handlers()['session/new']({})),
  );
}

export async function deactivate(): Promise<void> {
  await sessions?.endAll();
}

/** Until there are rules, a person decides everything. */
const askForEverything: Judge = ({ tool }) => ({
  verdict: isBookkeeping(tool) ? { decision: 'pass' } : { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: '',
  because: [],
});

function valueOf<T>(read: Read<T>): T {
  if (!read.ok) throw new Refused(read.problem);
  return read.value;
}

function commandOf(command: UiCommand): [string] {
  switch (command) {
    case 'setClaudePath':
      return ['latch.setClaudePath'];
    case 'showLog':
      return ['latch.showLog'];
    case 'manageTrust':
      return ['workbench.trust.manage'];
    default:
      return command satisfies never;
  }
}
