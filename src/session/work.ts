import { sentenceOf, Told } from '../core/texts/told';
import type { Clock } from '../core/base/clock';
import { within } from '../core/base/within';
import { readyWithinMs } from '../agents/link';
import type { Channel } from '../channel/channel';
import type { AgentEvent } from '../core/call/events';
import type { Journal } from '../core/journal/journal';
import type { Conversation } from './conversation';
import type { Outbox } from './outbox';
import type { AgentRunner } from './runner';
import type { SessionState } from './state';
import { quoted, say, type Sentence } from '../core/texts/sentence';

/** How long a turn may take to stop before the agent is ended all the same. */
const stopWithinMs = 1000;
/** How long an end waits for what is under way before it ends the agent under it. */
const stuckAfterMs = 2000;
/** How long the last lines of a session may take to the disk before it is over all the same. */
const closeWithinMs = 5000;
const notClosed = say('The last lines of this session could not be written to its journal in time.');
const endedEarly = say('The session ended before this was answered.');

interface WorkParts {
  readonly agent: AgentRunner;
  readonly channel: Channel;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Where messages wait, which keeps what no agent was given. */
  readonly outbox: () => Pick<Outbox, 'keep' | 'close'>;
}

/** When the agent of a session works: its messages, its stops, starts and ends, which never overlap. */
export class Work {
  readonly #parts: WorkParts;
  #last: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  /** A session that was told to end takes nothing more: what it began would be in no list, and outlive the window. */
  refuseWhenOver(): void {
    if (this.#isOver) throw new Told(say('This session has ended. Begin a new one, or open it again from the list.'));
  }

  /** Gives the agent what waits for it, starting it first where there is none. */
  send(): Promise<void> {
    return this.#inTurn(() => this.#deliver());
  }

  /** Stops the turn. */
  async interrupt(withinMs = readyWithinMs): Promise<void> {
    const { agent, channel, conversation, state } = this.#parts;
    if (!state.turnRuns || !agent.current) return;
    channel.interrupting();
    try {
      // Where it is not known, what the agent has not begun with was taken back before.
      await agent.running.request({ subtype: 'interrupt', cancel_queued: true }, withinMs);
    } catch (error) {
      conversation.notice('warning', say('The turn could not be stopped: {error}', { error: String(error) }));
    }
  }

  /** False where nobody was told of a turn: an agent that cannot begin says why on stderr too, and the session shows that. */
  turnEnded(event: AgentEvent & { type: 'turnEnded' }): boolean {
    const { agent, channel, conversation, state, journal } = this.#parts;
    if (!agent.current?.isReady) return false;
    if (event.interrupted) conversation.stopped();
    else for (const error of event.errors) conversation.notice('error', quoted(error));
    journal.note({ type: 'turn_ended', ok: event.ok });
    state.turnEnded(channel.hasWaiting);
    return true;
  }

  planFailed(error: unknown): void {
    const { conversation } = this.#parts;
    conversation.notice('error', say('The plan could not be started: {error}', { error: String(error) }));
  }

  async restart(logIn?: string): Promise<void> {
    this.refuseWhenOver();
    if (logIn !== undefined) this.#parts.agent.logInBy(logIn);
    await this.#stopped(async () => {
      this.#beginsNext();
      await this.#deliver();
    });
  }

  /** Ends the agent and says why; the next message starts another one, which goes on with the conversation. */
  async rest(why: Sentence): Promise<void> {
    this.#parts.conversation.notice('warning', why);
    await this.#stopped(async () => this.#beginsNext());
  }

  async end(): Promise<void> {
    const { channel, clock, conversation, journal, outbox, state } = this.#parts;
    this.#isOver = true;
    const kept = outbox().close();
    await this.#stopped(async () => {
      channel.close(endedEarly);
      state.become({ state: 'ended' });
      // It is over all the same: its agent has ended, and its journal is free.
      const closed = journal.close().catch((error: unknown) => {
        conversation.notice('error', say('The journal could not be written: {error}', { error: sentenceOf(error) }));
      });
      const all = Promise.all([closed, kept]).then(() => {});
      await within(clock, closeWithinMs, all, () => conversation.notice('error', notClosed));
    });
  }

  #beginsNext(): void {
    const { agent, conversation, state } = this.#parts;
    agent.beginNext(conversation.hasTurns);
    state.become({ state: 'new' });
  }

  /** Nobody waits out the patience that an agent has for getting ready. */
  async #stopped(then: () => Promise<void>): Promise<void> {
    const { agent, clock, state } = this.#parts;
    const starting = state.now === 'starting' ? agent.stop() : Promise.resolve();
    // What is under way may wait for an agent that takes nothing any more; without the agent it comes to its end.
    let stuck = Promise.resolve();
    const cancel = clock.after(stuckAfterMs, () => {
      stuck = agent.stop();
    });
    await this.#inTurn(async () => {
      cancel();
      await Promise.all([starting, stuck]);
      await this.#stopAgent();
      await then();
    });
  }

  /** A message that comes while the agent is being restarted waits for the new one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** A message that was written while there was no agent goes out with the next one. */
  async #deliver(): Promise<void> {
    const { agent, channel, conversation, state, outbox } = this.#parts;
    if (this.#isOver) return;
    const ready = await agent.ensureReady();
    if (!ready) return;
    if (state.now === 'starting') state.become({ state: 'idle' });
    for (const message of conversation.takeUnsent()) {
      conversation.turnBegins();
      state.busy(channel.hasWaiting);
      try {
        await agent.running.say(message);
      } catch (error) {
        conversation.say(message);
        conversation.notice(
          'error',
          say('The message waits for the next agent: {error}', { error: sentenceOf(error) }),
        );
      }
      outbox().keep();
    }
  }

  async #stopAgent(): Promise<void> {
    const { agent, channel, clock, state, journal } = this.#parts;
    agent.current?.expectEnd();
    if (state.turnRuns) journal.note({ type: 'agent_lost', reason: endedEarly });
    channel.ending(endedEarly);
    // An agent whose input ends finishes first what it runs; a stopped turn lets it end at once.
    await within(clock, stopWithinMs, this.interrupt(stopWithinMs), () => {});
    await agent.stop();
  }
}
