import { Told } from '../core/texts/told';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { JsonObject } from '../core/base/json';
import { markVariable, type Stopped, stopFamily } from './descendants';
import { JoinedDeltas } from './joinedDeltas';
import { LineReader } from './lines';
import { say } from '../core/texts/sentence';

export interface ProcessOptions {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Names the process and all that it starts, so that they are found when it is gone. */
  readonly mark: string;
  /** A line of stdout, read as JSON. */
  readonly onMessage: (message: unknown) => void;
  /** What of a line is to be read as JSON, where that is not the line. */
  readonly json?: (line: string) => string;
  /** A line of stdout that is not JSON; only its beginning is given. */
  readonly onGarbage: (line: string) => void;
  readonly onStderr: (line: string) => void;
  readonly onExit: (exit: ProcessExit) => void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not even be started. */
  readonly error?: NodeJS.ErrnoException;
  /** What it had left running, once that is stopped; undefined where processes cannot be listed. */
  readonly left: Promise<readonly Stopped[] | undefined>;
}

/** How long an agent gets to end by itself, and then to end on SIGTERM. */
const patienceMs = 3000;
/** How long its output may stay open after its end: what it left running may hold on to it. */
const lastWordsMs = 1000;
/** How long a flood of output may keep everything else waiting. */
const longestReadMs = 50;

/** One agent process: the only place that spawns it, and the only place that writes to its stdin. */
export class ClaudeProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<void>;
  readonly #mark: string;
  #isOver = false;
  /** Since when its output is read without a break. */
  #reading: number | undefined;
  #left: Promise<readonly Stopped[] | undefined> = Promise.resolve([]);

  constructor(options: ProcessOptions) {
    this.#mark = options.mark;
    this.#child = spawn(options.path, options.args, {
      cwd: options.cwd,
      env: { ...options.environment, [markVariable]: options.mark },
      stdio: 'pipe',
      windowsHide: true,
    });
    const messages = new JoinedDeltas(line => readMessage(line, options));
    const stdout = new LineReader(
      line => messages.push(line.toString('utf8')),
      () => options.onGarbage('a line longer than Latch reads'),
    );
    const stderr = new LineReader(
      line => options.onStderr(line.toString('utf8').trimEnd()),
      () => {},
    );
    this.#child.stdout.on('data', (chunk: Buffer) => {
      stdout.push(chunk);
      messages.flush();
      this.#letOthersIn();
    });
    this.#child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A broken pipe is told to whoever writes; without a listener it would end this process.
    this.#child.stdin.on('error', () => {});
    this.#exited = new Promise(resolve => {
      let startError: NodeJS.ErrnoException | undefined;
      const over = (code: number | null, signal: NodeJS.Signals | null): void => {
        if (this.#isOver) return;
        this.#isOver = true;
        stdout.end();
        messages.flush();
        stderr.end();
        this.#left = stopFamily({ mark: this.#mark });
        resolve();
        options.onExit({ code, signal, left: this.#left, ...(startError ? { error: startError } : {}) });
      };
      this.#child.on('error', error => {
        startError = error;
        // There is no `close` after a failed start.
        if (this.#child.pid === undefined) over(null, null);
      });
      this.#child.on('exit', (code, signal) => setTimeout(over, lastWordsMs, code, signal));
      this.#child.on('close', over);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Writes one message as one line. The agent ends at once on a line it cannot read, so nothing else ever writes here. */
  send(message: JsonObject): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    return new Promise((resolve, reject) => {
      if (this.#isOver || !this.#child.stdin.writable) {
        reject(new Told(say('the agent has ended')));
        return;
      }
      this.#child.stdin.write(line, 'utf8', error => (error ? reject(error) : resolve()));
    });
  }

  /**
   * A flood is read a piece at a time: what waits for the disk, for a click or for another session comes in between. Else
   * a record that was written long ago would pass for one that the disk did not take in time.
   */
  #letOthersIn(): void {
    if (this.#reading === undefined) {
      this.#reading = performance.now();
      setImmediate(() => {
        this.#reading = undefined;
        this.#child.stdout.resume();
      });
    } else if (performance.now() - this.#reading > longestReadMs) this.#child.stdout.pause();
  }

  /** Ends it: its stdin first, so that an idle agent can finish by itself, then SIGTERM, then SIGKILL. */
  async stop(): Promise<void> {
    if (!this.#isOver) await this.#end();
    await this.#left;
  }

  async #end(): Promise<void> {
    this.#child.stdin.end();
    if (await this.#endsWithin(patienceMs)) return;
    this.#child.kill('SIGTERM');
    if (await this.#endsWithin(patienceMs)) return;
    await stopFamily({ pid: this.pid, mark: this.#mark });
    await this.#endsWithin(patienceMs);
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    return this.#isOver;
  }
}

function readMessage(text: string, options: ProcessOptions): void {
  if (text.trim() === '') return;
  let message: unknown;
  try {
    message = JSON.parse(options.json?.(text) ?? text);
  } catch {
    options.onGarbage(text.slice(0, 200));
    return;
  }
  options.onMessage(message);
}
