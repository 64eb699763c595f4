// A plain client of the protocol: it knows nothing of VS Code, and nothing of Latch.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';

const root = join(import.meta.dirname, '..', '..');

export async function buildServer(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { latch: 'src/cli/latch.ts', rulesServer: 'src/languageServer/server/main.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Diagnostic {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly code: string;
  readonly message: string;
  readonly severity: number;
}

/** An open workspace with a server that was started as `latch lsp --stdio`. */
export class PlainClient {
  readonly workspace: string;
  readonly home: string;
  /** What a client of Latch would tell of past calls. */
  history: object = { tools: [], calls: [], uses: [] };
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #waiting = new Map<string, (found: readonly Diagnostic[]) => void>();
  #version = 0;

  constructor(bundles: string) {
    this.workspace = realpathSync(mkdtempSync(join(tmpdir(), 'latch-lsp-')));
    this.home = join(this.workspace, 'home');
    mkdirSync(this.home);
    this.#process = spawn(process.execPath, [join(bundles, 'latch.js'), 'lsp', '--stdio'], {
      env: { ...process.env, HOME: this.home, CLAUDE_CONFIG_DIR: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdin, stdout } = this.#process;
    if (!stdin || !stdout) throw new Error('The server has no pipes.');
    this.#connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, version, diagnostics }: { uri: string; version: number; diagnostics: readonly Diagnostic[] }) =>
        this.#waiting.get(`${uri} ${version}`)?.(diagnostics),
    );
    this.#connection.onRequest('latch/history', () => this.history);
    this.#connection.listen();
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async start(options: object = {}, locale = 'en'): Promise<{ readonly capabilities: object }> {
    const uri = pathToFileURL(this.workspace).href;
    const params = { processId: null, rootUri: uri, capabilities: {}, locale, initializationOptions: options };
    const result = await this.#connection.sendRequest<{ capabilities: object }>('initialize', {
      ...params,
      workspaceFolders: [{ uri, name: 'work' }],
    });
    await this.#connection.sendNotification('initialized', {});
    return result;
  }

  /** A file that is on the disk. */
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.workspace, name)), { recursive: true });
    writeFileSync(join(this.workspace, name), text);
  }

  uri(name: string): string {
    return pathToFileURL(join(this.workspace, name)).href;
  }

  open(name: string, text: string): Promise<readonly Diagnostic[]> {
    const uri = this.uri(name);
    const textDocument = { uri, languageId: 'jsonc', version: ++this.#version, text };
    return this.#told(uri, () => this.#connection.sendNotification('textDocument/didOpen', { textDocument }));
  }

  change(name: string, changes: readonly object[]): Promise<readonly Diagnostic[]> {
    const uri = this.uri(name);
    const params = { textDocument: { uri, version: ++this.#version }, contentChanges: changes };
    return this.#told(uri, () => this.#connection.sendNotification('textDocument/didChange', params));
  }

  /** What is told next of a text that does not change. */
  later(name: string): Promise<readonly Diagnostic[]> {
    return this.#told(this.uri(name), () => Promise.resolve());
  }

  request<T>(method: string, name: string, params: object = {}): Promise<T> {
    return this.#connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: this.uri(name) }, ...params });
  }

  async end(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    this.#connection.dispose();
    if (this.#process.exitCode === null) await new Promise(done => this.#process.once('exit', done));
    rmSync(this.workspace, { recursive: true, force: true });
  }

  #told(uri: string, send: () => Promise<void>): Promise<readonly Diagnostic[]> {
    const told = new Promise<readonly Diagnostic[]>(resolve => this.#waiting.set(`${uri} ${this.#version}`, resolve));
    return send().then(() => told);
  }
}
