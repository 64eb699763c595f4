// An honest agent, a frame at a time: it proposes, is intercepted, asks, runs what was allowed, and tells the result.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asString, isObject, type JsonObject } from '../../src/core/base/json';
import { ask, init, message, result, turnEnd } from '../fakes/agentSteps';

export const puppet = fileURLToPath(new URL('../fakes/puppet.mjs', import.meta.url));

/** The two calls of the message that every cell of the matrix plays. */
export const calls = ['a', 'b'] as const;
export type CallId = (typeof calls)[number];

export class Agent {
  /** What it really ran. */
  readonly ran = new Set<string>();
  readonly resultsTold = new Set<string>();
  /** The asks that wait for an answer, by their ids, with their calls. */
  readonly open = new Map<string, string>();
  readonly hooked = new Map<string, string>();
  readonly answers: { readonly askId: string; readonly behavior: string }[] = [];
  turns = 0;
  /** It waits for nothing any more, because the turn is over. */
  turnOver = false;
  isGone = false;
  /** How often a frame is torn, from now on. */
  tears = 0;
  readonly socketPath: string;
  readonly #folder: string;
  readonly #server: Server;
  #socket: Socket | undefined;
  #asked: JsonObject[] = [];
  #turn: { readonly number: number; readonly over: () => void } | undefined;
  #turnsTaken = 0;

  private constructor(folder: string, server: Server) {
    this.#folder = folder;
    this.socketPath = join(folder, 'agent');
    this.#server = server;
  }

  static async listening(): Promise<Agent> {
    const folder = mkdtempSync(join(tmpdir(), 'latch-puppet-'));
    const server = createServer();
    const agent = new Agent(folder, server);
    server.on('connection', socket => agent.#connected(socket));
    await new Promise<void>(resolve => {
      server.listen(agent.socketPath, resolve);
    });
    return agent;
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get isUp(): boolean {
    return this.#socket !== undefined && !this.isGone;
  }

  /** Comes to its end when the process of the agent has had a turn; at once where there is none. */
  async turn(): Promise<void> {
    if (!this.isUp) return;
    const number = ++this.#turnsTaken;
    const over = new Promise<void>(resolve => {
      this.#turn = { number, over: resolve };
    });
    this.#command({ turn: number });
    await over;
  }

  init(): void {
    this.#say(init);
  }

  propose(id: CallId): void {
    const [start, block] = message('m', { id, tool: 'Bash', input: { command: id } });
    if (id === 'a' && start) this.#say(start);
    if (block) this.#say(block);
  }

  complete(): void {
    const stop = message('m').at(-1);
    if (stop) this.#say(stop);
  }

  hook(id: string, hookId = `hook-${id}`): void {
    if (!this.hooked.has(hookId)) this.hooked.set(hookId, '');
    const input = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id };
    const request = { subtype: 'hook_callback', callback_id: 'latch-pre', tool_use_id: id, input };
    this.#say({ say: { type: 'control_request', request_id: hookId, request } });
  }

  ask(id: string, askId = `ask-${id}`, input: JsonObject = { command: id }): void {
    this.open.set(askId, id);
    this.#say(ask(askId, id, input));
  }

  withdraw(askId: string): void {
    this.open.delete(askId);
    this.#say({ say: { type: 'control_cancel_request', request_id: askId } });
  }

  result(id: string): void {
    const ok = this.ran.has(id);
    this.resultsTold.add(id);
    for (const [askId, call] of this.open) if (call === id) this.open.delete(askId);
    this.#say(result(id, ok ? 'ok' : 'Not run.', ok));
  }

  endTurn(interrupted = false): void {
    this.turnOver = true;
    this.open.clear();
    const more = interrupted
      ? { is_error: true, subtype: 'error_during_execution', terminal_reason: 'aborted_tools' }
      : {};
    this.#say({ say: { ...frameOf(turnEnd), ...more } });
  }

  /** Whatever is on its stdout next. */
  write(text: string): void {
    this.#command({ write: text });
  }

  exit(code: number): void {
    this.#command({ exit: code });
  }

  closeInput(): void {
    this.#command({ close: true });
  }

  hangInput(): void {
    this.#command({ pause: true });
  }

  #connected(socket: Socket): void {
    this.#socket = socket;
    socket.on('close', () => {
      this.isGone = true;
      this.#turn?.over();
    });
    socket.on('error', () => {});
    createInterface({ input: socket })
      .on('line', line => this.#take(JSON.parse(line)))
      // One that is killed cuts the line off.
      .on('error', () => {});
  }

  #take(said: unknown): void {
    if (!isObject(said)) return;
    const { type, response, request, request_id, turn } = said;
    if (turn !== undefined && turn === this.#turn?.number) this.#turn.over();
    if (type === 'user') {
      this.turns += 1;
      // What waited for the turn to end is a turn of its own, in which there is nothing to do.
      if (this.turnOver) this.endTurn();
    }
    if (type === 'control_request' && isObject(request))
      this.#requested(textOf(request_id), textOf(request['subtype']));
    if (type === 'control_response' && isObject(response)) this.#answered(response);
  }

  #requested(requestId: string, subtype: string): void {
    const pending = this.#asked.filter(({ request_id }) => this.open.has(textOf(request_id)));
    const reply = { subtype: 'success', request_id: requestId, response: {}, pending_permission_requests: pending };
    if (subtype === 'interrupt' && !this.turnOver) {
      for (const askId of this.open.keys()) this.withdraw(askId);
      this.endTurn(true);
    }
    this.#say({ say: { type: 'control_response', response: reply } });
  }

  #answered({ request_id, subtype, response }: JsonObject): void {
    const id = textOf(request_id);
    const body = isObject(response) ? response : {};
    if (this.hooked.has(id)) {
      const output = body['hookSpecificOutput'];
      this.hooked.set(id, isObject(output) ? textOf(output['permissionDecision']) : 'none');
      return;
    }
    const behavior = subtype === 'success' ? textOf(body['behavior']) : 'error';
    this.answers.push({ askId: id, behavior });
    const call = this.open.get(id);
    if (call === undefined || !this.open.delete(id)) return;
    if (behavior === 'allow') this.ran.add(call);
    if (body['interrupt'] === true && !this.turnOver) {
      for (const askId of this.open.keys()) this.withdraw(askId);
      this.endTurn(true);
    }
  }

  #say(step: object): void {
    const frame = frameOf(step);
    if (frame['type'] === 'control_request') this.#asked = [...this.#asked, frame];
    const line = JSON.stringify(frame);
    const torn = this.tears > 0;
    if (torn) this.tears -= 1;
    const middle = Math.floor(line.length / 2);
    this.write(torn ? `${line.slice(0, middle)}\n${line.slice(middle)}\n` : `${line}\n`);
  }

  #command(command: object): void {
    if (this.isUp) this.#socket?.write(`${JSON.stringify(command)}\n`);
  }
}

function textOf(value: unknown): string {
  return asString(value) ?? '';
}

function frameOf(step: object): JsonObject {
  const frame: unknown = 'say' in step ? step.say : undefined;
  if (!isObject(frame)) throw new Error('This step says nothing.');
  return frame;
}
