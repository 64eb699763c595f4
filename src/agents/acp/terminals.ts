import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { markVariable } from '../descendants';
import type { JsonObject } from '../../core/base/json';
import { endOfPrinted } from '../../core/call/printing';

interface Running {
  readonly child: ChildProcess;
  readonly limit: number;
  output: Buffer;
  truncated: boolean;
  exit: JsonObject | undefined;
  readonly exited: Promise<void>;
}

/** What is told of a command while it runs, and at its end. */
interface Heard {
  readonly onPrinted: (end: string) => void;
  readonly onExit: (ok: boolean, output: string) => void;
}

interface TerminalsOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mark: string;
}

/** The rules read a line as bash does. Another shell runs what bash only compares: `[[ a || ./run ]]` in dash. */
const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => existsSync(path)) ?? '/bin/bash';

const mostOutput = 1024 * 1024;
/** More than is shown of it while it runs. */
const mostPrinted = 32 * 1024;
/** How long the last output of a command that has ended may take. */
const lastOutputMs = 200;

/** The commands that an agent has us run. Each was allowed as the line that is run here. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #running = new Map<string, Running>();
  readonly #ofTurn = new Set<string>();

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  start(terminalId: string, line: string, limit: unknown, { onPrinted, onExit }: Heard): void {
    const { cwd, environment, mark } = this.#options;
    const child = spawn(bash, ['--noprofile', '--norc', '-c', line], {
      cwd,
      env: { ...environment, [markVariable]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let done = (): void => {};
    const exited = new Promise<void>(resolve => {
      done = resolve;
    });
    const most = typeof limit === 'number' && limit > 0 ? Math.min(limit, mostOutput) : mostOutput;
    const running: Running = { child, limit: most, output: Buffer.alloc(0), truncated: false, exit: undefined, exited };
    this.#running.set(terminalId, running);
    this.#ofTurn.add(terminalId);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        keep(running, chunk);
        if (!running.exit) onPrinted(endOfPrinted(lastOf(running.output, mostPrinted).toString('utf8')));
      });
    const over = (exitCode: number | null, signal: string | null): void => {
      if (running.exit) return;
      running.exit = { exitCode, signal };
      onExit(exitCode === 0, running.output.toString('utf8'));
      done();
    };
    child.on('error', () => over(127, null));
    child.on('close', over);
    // What it left running in the background keeps its output open.
    child.on('exit', (exitCode, signal) => setTimeout(() => over(exitCode, signal), lastOutputMs).unref());
  }

  output(terminalId: string): JsonObject | undefined {
    const running = this.#running.get(terminalId);
    if (!running) return undefined;
    const { output, truncated, exit } = running;
    return { output: output.toString('utf8'), truncated, ...(exit ? { exitStatus: exit } : {}) };
  }

  async exitOf(terminalId: string): Promise<JsonObject | undefined> {
    const running = this.#running.get(terminalId);
    await running?.exited;
    return running?.exit;
  }

  kill(terminalId: string): boolean {
    const running = this.#running.get(terminalId);
    if (!running) return false;
    if (!running.exit && running.child.pid !== undefined)
      try {
        process.kill(-running.child.pid, 'SIGKILL');
      } catch {
        // It has ended in this moment.
      }
    return true;
  }

  release(terminalId: string): boolean {
    const known = this.kill(terminalId);
    this.#running.delete(terminalId);
    return known;
  }

  turnBegins(): void {
    this.#ofTurn.clear();
  }

  /** Ends what was started in this turn. What an earlier one left running was meant to stay. */
  stopTurn(): void {
    for (const terminalId of this.#ofTurn) this.kill(terminalId);
  }

  endAll(): void {
    for (const terminalId of this.#running.keys()) this.release(terminalId);
  }
}

/** The end of a long output is what is kept. */
function keep(running: Running, chunk: Buffer): void {
  const all = Buffer.concat([running.output, chunk]);
  running.truncated ||= all.length > running.limit;
  running.output = lastOf(all, running.limit);
}

/** No character is cut in two. */
function lastOf(all: Buffer, most: number): Buffer {
  let from = Math.max(0, all.length - most);
  while (from > 0 && ((all[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return all.subarray(from);
}
