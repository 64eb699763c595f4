import type { Call, Decision } from '../core/call/call';
import { callKindOf } from '../core/call/call';
import type { GateEvent } from '../core/gate/state';
import { askedRecords } from '../core/journal/callRecords';
import type { Calls } from './calls';
import type { ChannelOptions } from './options';

interface Asked {
  readonly path: string;
  readonly answered: (decision: Decision | undefined) => void;
}

/**
 * What a message mentions goes through the gate like a call of the agent, all of one message together: judged, shown,
 * decided and recorded. Only its answer goes to the message, which waits for it.
 */
export class Mentions {
  readonly #options: ChannelOptions;
  readonly #calls: Calls;
  readonly #step: (event: GateEvent) => void;
  readonly #asked = new Map<string, Asked>();

  constructor(options: ChannelOptions, calls: Calls, step: (event: GateEvent) => void) {
    this.#options = options;
    this.#calls = calls;
    this.#step = step;
  }

  /** Those of these files that may be read; undefined where the message is not to be sent. */
  async ask(messageId: string, paths: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const calls = paths.map((path, place) => this.#callOf(messageId, path, place));
    const answers = calls.map(
      ({ toolCallId }, place) =>
        new Promise<Decision | undefined>(answered => {
          this.#asked.set(toolCallId, { path: paths[place] ?? '', answered });
        }),
    );
    for (const call of calls) this.#step({ type: 'proposed', call, single: false, verdict: this.#calls.judge(call) });
    this.#step({ type: 'batchComplete', batchId: messageId });
    for (const call of calls) this.#ask(call);
    const decisions = await Promise.all(answers);
    if (decisions.some(decision => decision === undefined || (decision.choice === 'deny' && decision.stop)))
      return undefined;
    return new Set(paths.filter((_, place) => isAllowed(decisions[place])));
  }

  answered(toolCallId: string, decision: Decision): void {
    this.#asked.get(toolCallId)?.answered(decision);
    this.#asked.delete(toolCallId);
  }

  /** Nobody waits for these any more: the person stopped, or the session is over. */
  withdraw(): void {
    for (const [toolCallId, { answered }] of this.#asked) {
      answered(undefined);
      this.#step({ type: 'cancelled', askId: toolCallId, byUs: true });
    }
    this.#asked.clear();
  }

  #callOf(messageId: string, path: string, place: number): Call {
    const { sessionId } = this.#options;
    const what = { kind: 'tool', tool: 'Read', input: { file_path: path } } as const;
    return { sessionId, toolCallId: `${messageId}:${place}`, batchId: messageId, what, from: 'message' };
  }

  #ask(call: Call): void {
    const { toolCallId, what } = call;
    const { journal, sha256, context, timeLimit } = this.#options;
    const verdict = this.#calls.judge(call);
    const details = { suggestions: [] };
    const limitMs = verdict.decision === 'ask' ? timeLimit(callKindOf(what)) : 0;
    const ask = { askId: toolCallId, toolCallId, run: context().run, limitMs };
    for (const record of askedRecords(ask, details, what.input, sha256)) journal.note(record);
    this.#step({ type: 'asked', askId: toolCallId, call, details, verdict });
  }
}

/** What a person changed is another file than the message mentions. */
function isAllowed(decision: Decision | undefined): boolean {
  return decision?.choice === 'allow' && decision.edited !== true;
}
