import {
  type CodeActionParams,
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { drawnIn, isChinese } from '../../core/texts/translate';
import { zhCn } from '../../core/texts/zhCn';
import { changed, type History, historyOf, type ServerOptions } from '../protocol';
import { actionsOf } from './actions';
import { Folder } from './around';
import { completionsOf } from './completion';
import { diagnosticsOf, filePath } from './diagnostics';
import { hoverOf } from './hover';
import { hintsOf, lensesOf } from './lenses';
import { coveredBy, definitionOf, foldsOf, formatted, symbolsOf } from './outline';
import { prefixAt, renamed } from './rename';
import { type View, viewOf } from './view';

/** Answers a client, whichever it is. Nothing of what it opens is trusted: whatever is written there, it is only text. */
export function serve(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const files = new Files(documents);
  connection.onInitialize(params => {
    files.open(params);
    return capabilities(optionsOf(params));
  });
  /** `told`: so many findings of this version were told before. A further look only adds to them. */
  const publish = (document: TextDocument, told?: number): void => {
    const { uri, version } = document;
    const view = files.view(uri);
    if (!view) return;
    const { length } = view.findings;
    if (length !== told) void connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(view) });
    if (view.isWhole) return;
    // What is typed in the meantime comes first.
    setTimeout(() => {
      if (documents.get(uri)?.version === version && files.lookAgain(uri)) publish(document, length);
    }, 0);
  };
  const publishAll = (): void => {
    files.forget();
    for (const document of documents.all()) publish(document);
  };
  documents.onDidChangeContent(({ document }) => publish(document));
  documents.onDidSave(publishAll);
  documents.onDidClose(({ document: { uri } }) => {
    files.close(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  connection.onInitialized(() => void learn(connection, files, publishAll));
  connection.onNotification(changed, (options: ServerOptions) => {
    files.trust(options.trusted !== false);
    void learn(connection, files, publishAll);
  });
  answer(connection, files);
  documents.listen(connection);
  connection.listen();
}

/** Asks the client for what happened here, if it is one that knows. */
async function learn(connection: Connection, files: Files, then: () => void): Promise<void> {
  if (files.isLatch) files.learn(await connection.sendRequest<History>(historyOf, {}).catch(() => undefined));
  then();
  if (files.isLatch) void connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
}

function answer(connection: Connection, files: Files): void {
  type At = { readonly textDocument: { readonly uri: string }; readonly position: { line: number; character: number } };
  const at =
    <T>(give: (view: View, offset: number) => T) =>
    ({ textDocument: { uri }, position }: At): T | undefined => {
      const view = files.view(uri);
      return view && give(view, files.offset(uri, position));
    };
  const of =
    <T>(give: (view: View) => T) =>
    ({ textDocument: { uri } }: Pick<At, 'textDocument'>): T | undefined => {
      const view = files.view(uri);
      return view && give(view);
    };
  connection.onCompletion(at((view, offset) => completionsOf(view, offset, files.folder?.folders)));
  connection.onHover(at((view, offset) => hoverOf(view, offset)));
  connection.onDefinition(at(definitionOf));
  connection.onReferences(at(coveredBy));
  connection.onPrepareRename(at((view, offset) => prefixAt(view, offset) ?? null));
  connection.onRenameRequest(params => {
    const edits = at((view, offset) => renamed(view, offset, params.newName))(params) ?? [];
    return { changes: { [params.textDocument.uri]: edits } };
  });
  connection.onCodeAction(({ textDocument: { uri }, range }: CodeActionParams) => {
    const view = files.view(uri);
    if (!view) return [];
    const [from, to] = [files.offset(uri, range.start), files.offset(uri, range.end)];
    return actionsOf(view, from, to, files.folder?.targets(view.at.file) ?? []);
  });
  connection.onCodeLens(of(lensesOf));
  connection.onDocumentSymbol(of(symbolsOf));
  connection.onFoldingRanges(of(foldsOf));
  connection.onDocumentFormatting(params => of(view => formatted(view, params.options))(params));
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => {
    const view = files.view(uri);
    return view && hintsOf(view, files.offset(uri, range.start), files.offset(uri, range.end));
  });
}

function optionsOf({ initializationOptions }: InitializeParams): ServerOptions {
  const options: unknown = initializationOptions;
  if (typeof options !== 'object' || options === null) return {};
  return {
    ...('trusted' in options ? { trusted: options.trusted === true } : {}),
    ...('isLatch' in options ? { isLatch: options.isLatch === true } : {}),
    ...('claudeFolder' in options && typeof options.claudeFolder === 'string'
      ? { claudeFolder: options.claudeFolder }
      : {}),
    ...('ownFile' in options && typeof options.ownFile === 'string' ? { ownFile: options.ownFile } : {}),
  };
}

function capabilities({ isLatch = false }: ServerOptions): InitializeResult {
  return {
    serverInfo: { name: 'Latch' },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      completionProvider: { triggerCharacters: ['"', '(', '/', ':'] },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds: ['quickfix', 'refactor'] },
      documentSymbolProvider: true,
      inlayHintProvider: true,
      // VS Code formats and folds JSON by itself; the commands of the lenses are its own.
      ...(isLatch ? { codeLensProvider: {} } : { documentFormattingProvider: true, foldingRangeProvider: true }),
    },
  };
}

/** The texts that are open, each looked at once for a version of it. */
class Files {
  folder: Folder | undefined;
  isLatch = false;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #views = new Map<string, View>();

  constructor(documents: TextDocuments<TextDocument>) {
    this.#documents = documents;
  }

  open(params: InitializeParams): void {
    const options = optionsOf(params);
    const { trusted = true, isLatch = false, ownFile, claudeFolder = process.env['CLAUDE_CONFIG_DIR'] } = options;
    const uri = params.workspaceFolders?.[0]?.uri;
    const draw = drawnIn(isChinese(params.locale ?? '') ? zhCn : undefined);
    this.isLatch = isLatch;
    const workspace = uri === undefined ? undefined : filePath(uri);
    this.folder = new Folder({ workspace, claudeFolder, ownFile, trusted, draw });
  }

  view(uri: string): View | undefined {
    const open = this.#documents.get(uri);
    if (!open || !this.folder) return undefined;
    const known = this.#views.get(uri);
    if (known?.version === open.version) return known;
    const file = filePath(uri);
    const view = viewOf(open, this.folder.at(file), this.folder.around(file), known);
    this.#views.set(uri, view);
    return view;
  }

  /** Whether there is still such a file to be looked at. */
  lookAgain(uri: string): boolean {
    const view = this.#views.get(uri);
    if (view) this.#views.set(uri, { ...view, version: -1 });
    return view !== undefined;
  }

  offset(uri: string, position: { line: number; character: number }): number {
    return this.#documents.get(uri)?.offsetAt(position) ?? 0;
  }

  learn(history: History | undefined): void {
    if (history && this.folder) this.folder.history = history;
  }

  trust(trusted: boolean): void {
    if (this.folder) this.folder.trusted = trusted;
  }

  forget(): void {
    this.#views.clear();
    this.folder?.forget();
  }

  close(uri: string): void {
    this.#views.delete(uri);
    this.folder?.close(filePath(uri));
  }
}
