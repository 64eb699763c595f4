// A bundle of its own: it is loaded when the first file of rules is opened, and not before.
import * as vscode from 'vscode';
import {
  type ErrorHandler,
  InlayHintRequest,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import { changed, type History, historyOf, type ServerOptions } from '../protocol';
import { Deaths } from './deaths';

interface RulesClientOptions {
  /** The bundle of the server. */
  readonly module: string;
  /** Which files are files of rules. */
  readonly patterns: readonly string[];
  readonly log: vscode.LogOutputChannel;
  readonly claudeFolder: () => string;
  readonly ownFile: string | undefined;
  readonly history: () => Promise<History>;
  readonly showsHints: () => boolean;
}

export interface RulesClient extends vscode.Disposable {
  /** What is known of the rules, or whether the folder is trusted, is another thing now. */
  readonly tell: () => void;
}

/** Starts the language server for the files of rules of this window, and keeps it there. */
export function startRulesClient(options: RulesClientOptions): RulesClient {
  const deaths = new Deaths();
  // One whose server died while it started can neither be stopped nor started again: another one takes its place.
  const again = (): void => {
    running.dispose();
    running = startOne(options, handler);
  };
  const handler = deaths.handler(() => void diedAgain(again, options.log));
  let running = startOne(options, handler);
  return { tell: () => running.tell(), dispose: () => running.dispose() };
}

function startOne(options: RulesClientOptions, errorHandler: ErrorHandler): RulesClient {
  const { module, patterns, log, claudeFolder, ownFile, history, showsHints } = options;
  const told = (): ServerOptions => ({
    trusted: vscode.workspace.isTrusted,
    isLatch: true,
    claudeFolder: claudeFolder(),
    ...(ownFile === undefined ? {} : { ownFile }),
  });
  const client: LanguageClient = new QuietClient(
    'latch.ruleFiles',
    'Latch',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: patterns.map(pattern => ({ scheme: 'file', pattern })),
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: told(),
      // A server that dies while it starts is counted with the others.
      initializationFailedHandler: () => false,
      errorHandler,
      middleware: {
        provideInlayHints: (document, range, token, next) => (showsHints() ? next(document, range, token) : []),
      },
    },
  );
  const tell = (): void => {
    // One that is about to start is told as it does.
    if (client.isRunning()) client.sendNotification(changed, told()).catch((error: unknown) => log.warn(String(error)));
  };
  const parts = [
    client.onRequest(historyOf, () => history()),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    // The editor asks for hints when a text changes, and not by itself when a setting does.
    vscode.workspace.onDidChangeConfiguration(event => {
      if (!event.affectsConfiguration('latch.rules')) return;
      const hints = client.getFeature(InlayHintRequest.method);
      for (const document of vscode.workspace.textDocuments) hints.getProvider(document)?.onDidChangeInlayHints.fire();
    }),
    client,
  ];
  client.start().catch((error: unknown) => log.error(`latch lsp: ${String(error)}`));
  return {
    tell,
    dispose: () => {
      for (const part of parts) void Promise.resolve(part.dispose()).catch(() => undefined);
    },
  };
}

/** What goes wrong between client and server stands in the log: a person is asked once, when it does not come back. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

async function diedAgain(again: () => void, log: vscode.LogOutputChannel): Promise<void> {
  const [start, show] = [vscode.l10n.t('Start It Again'), vscode.l10n.t('Show Log')];
  const text = vscode.l10n.t(
    'What checks files of rules while you write them has ended three times, so it was not started again. The rules themselves count as before.',
  );
  const chosen = await vscode.window.showWarningMessage(text, start, show);
  if (chosen === start) again();
  else if (chosen === show) log.show();
}
