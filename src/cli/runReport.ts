import type { Card } from '../core/card/card';
import type { SessionView } from '../core/session/view';
import type { TranscriptChange } from '../core/transcript/items';

/** After its turn an agent may go on by itself, for example for a subagent in the background; this long without a new turn is the end. */
const quietMs = 1500;

/** One run as a stream of events, and what it came to. */
export class RunReport {
  readonly #emit: (event: object) => void;
  readonly #finished: (value: void) => void;
  readonly over: Promise<void>;
  readonly #states = new Map<string, Card>();
  #failure: string | undefined;
  #turns = 0;
  #running = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(emit: (event: object) => void) {
    this.#emit = emit;
    let finished: (value: void) => void = () => {};
    this.over = new Promise(resolve => {
      finished = resolve;
    });
    this.#finished = finished;
  }

  started(sessionId: string, journal: string): void {
    this.#emit({ type: 'session', sessionId, journal });
  }

  card(card: Card): void {
    const known = this.#states.get(card.toolCallId);
    this.#states.set(card.toolCallId, card);
    if (known?.state === card.state && known.revision === card.revision) return;
    const { toolCallId, tool, state, risk, because, outcome, result, durationMs, problem, subagent } = card;
    if (!known)
      this.#emit({
        type: 'call',
        toolCallId,
        tool,
        input: card.input,
        risk,
        because,
        ...(subagent ? { subagent } : {}),
      });
    if (state === 'waiting') return;
    this.#emit({
      type: 'state',
      toolCallId,
      tool,
      state,
      ...(outcome ? { outcome } : {}),
      ...(result ? { result } : {}),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(problem === undefined ? {} : { problem }),
    });
  }

  transcript(changes: readonly TranscriptChange[]): void {
    for (const change of changes) {
      if (change.type !== 'put') continue;
      const { item } = change;
      if (item.kind === 'text' && item.settled) this.#emit({ type: 'text', id: item.id, text: item.text });
      else if (item.kind === 'notice') this.#emit({ type: 'notice', level: item.level, text: item.text.text });
    }
  }

  view({ status }: SessionView): void {
    if (status.state === 'failed') {
      this.#failure = status.problem.message.text;
      this.#emit({ type: 'failed', ...status.problem, message: this.#failure });
      this.#finished();
    } else if (status.state === 'new' && this.#running) {
      // Its agent was stopped; the reason stands among the notices.
      this.#failure = 'Claude was stopped.';
      this.#finished();
    } else if (status.state === 'running') {
      clearTimeout(this.#timer);
      this.#running = true;
    } else if (status.state === 'idle' && this.#running) {
      this.#running = false;
      this.#turns += 1;
      this.#timer = setTimeout(
        this.#finished,
        this.#isBusy() ? 60_000 : this.#turns === 1 && !this.#hadSubagents() ? 0 : quietMs,
      );
    }
  }

  summary(): { readonly code: number; readonly text: string } {
    const cards = [...this.#states.values()];
    const denied = cards.filter(card => card.outcome?.choice === 'deny').length;
    const done = cards.filter(card => card.state === 'done').length;
    const failed = cards.filter(card => card.state === 'failed').length;
    const code = this.#failure === undefined ? (denied > 0 ? 3 : 0) : 1;
    this.#emit({
      type: 'summary',
      code,
      calls: cards.length,
      done,
      failed,
      denied,
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    });
    const end = this.#failure === undefined ? 'Done' : `Failed: ${this.#failure}`;
    return {
      code,
      text: `${end}. ${cards.length} ${cards.length === 1 ? 'call' : 'calls'}: ${done} done, ${failed} failed, ${denied} denied.`,
    };
  }

  #isBusy(): boolean {
    return [...this.#states.values()].some(card => card.state === 'running' || card.state === 'decided');
  }

  #hadSubagents(): boolean {
    return [...this.#states.values()].some(card => card.tool === 'Agent' || card.tool === 'Task');
  }
}
