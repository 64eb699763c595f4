import type { AgentEvent } from '../core/call/events';
import type { PlanLimits } from '../core/call/use';
import type { Returned } from '../core/call/returned';
import type { Card } from '../core/card/card';
import type { Task } from '../core/transcript/items';
import { type CatchUp, catchingUp } from './catchingUp';
import type { SessionOptions } from './options';
import type { Said } from '../core/conversation/lines';
import type { Log } from '../core/base/log';
import type { Message } from '../core/message/message';
import { tell } from '../core/journal/history';
import type { JournalRecord } from '../core/journal/journal';
import { leftOutOf, messageRecord } from '../core/journal/messageRecord';
import { factsAfter, noFacts, type SessionFacts } from '../core/journal/sessionFacts';
import { Tail } from '../core/transcript/tail';
import type { TranscriptLog } from '../core/transcript/log';
import { say, type Sentence } from '../core/texts/sentence';
import { keptPicture, withoutPicture } from './pictureRoom';
import { ThinkingTimes } from './thinkingTimes';
import { compactedText, limitText, retryText, taskEndText } from '../core/transcript/words';

type ConversationOptions = Pick<
  SessionOptions,
  'sessionId' | 'cwd' | 'journal' | 'past' | 'clock' | 'saidElsewhere'
> & {
  readonly log: Log;
  readonly listener: Pick<SessionOptions['listener'], 'onTranscript'>;
};

/** What is said and asked in one session: shown in the chat, and noted in the journal. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #tail: Tail;
  #unsent: readonly Message[] = [];
  #turns: number;
  #facts: SessionFacts;
  readonly #times: ThinkingTimes;
  readonly #toldLimits = new Set<string>();
  /** Shows what was said in it outside of Latch. */
  readonly catchUp: CatchUp;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#times = new ThinkingTimes(options.clock);
    const { past, sessionId, cwd, journal, listener } = options;
    // Shows what was, as it was; the agent is started with the next message.
    const cards = past?.cards.map(card => ({ ...card, sessionId })) ?? [];
    this.#tail = new Tail(
      change => listener.onTranscript([change]),
      past ? { ...past, cards } : { transcript: [], cards },
      () => journal.soFar({ sessionId, cwd }),
    );
    this.#turns = past?.turns ?? 0;
    this.#facts = past ?? noFacts;
    this.catchUp = catchingUp({ ...options, known: () => this.#known, take: said => this.#saidElsewhere(said) });
  }

  get #transcript(): TranscriptLog {
    return this.#tail.log;
  }

  get title(): string {
    return this.#facts.title;
  }

  /** What of it is held, and the way to what lies before. */
  get shown(): Omit<Tail, 'log' | 'show'> {
    return this.#tail;
  }

  /** Whether a command ran in it, as far as that is known: what is not held may hold one. */
  get mayHaveRun(): boolean {
    return this.#tail.unread > 0 || this.#tail.cards.some(ranCommand);
  }

  /** Whether an agent has been told anything that a new one could go on from. */
  get hasTurns(): boolean {
    return this.#turns > 0;
  }

  task(taskId: string): Task | undefined {
    return this.#transcript.taskOf(taskId);
  }

  rename(title: string): void {
    this.#record({ type: 'renamed', title });
  }

  /** A message of the person, which waits for an agent to take it, and is on record once it is `said`. */
  say(message: Message): void {
    this.#unsent = [...this.#unsent, message];
  }

  /** One that begins a turn, or that an agent was given in the turn that runs. */
  said({ id, text, attachments = [] }: Message): void {
    const names = attachments.map(({ name }) => name);
    this.#record({ type: 'user_message', id, text, ...(names.length > 0 ? { attachments: names } : {}) });
    // What a person wrote does not wait for more: a window that is killed has it on disk. Who decides hears of a full one.
    this.#options.journal.append([]).catch(() => {});
  }

  get unsent(): readonly Message[] {
    return this.#unsent;
  }

  takeUnsent(): readonly Message[] {
    const taken = this.#unsent;
    this.#unsent = [];
    return taken;
  }

  turnBegins(): void {
    this.#turns += 1;
  }

  read(event: AgentEvent): void {
    switch (event.type) {
      case 'delta':
        this.#times.began(event.id);
        this.#transcript.append(event);
        return;
      case 'text':
        this.#toldToTheEnd(this.#times.timed(event));
        return;
      case 'notice':
        this.#record({ type: 'notice', level: event.level, text: event.text });
        return;
      case 'ended':
        this.#transcript.ended(event.toolCallId);
        if (event.returned) this.#returned(event.toolCallId, event.returned);
        return;
      case 'progress': {
        const { type: _, toolCallId, ...far } = event;
        this.#transcript.progress(toolCallId, far);
        return;
      }
      case 'task':
        this.#task(event);
        return;
      case 'retrying':
        this.#transcript.notice(`retry:${this.#turns}`, 'warning', retryText(event));
        return;
      case 'limited':
        this.#limited(event.limits);
        return;
      case 'compacting':
        this.#transcript.notice(`compacting:${this.#turns}`, 'info', say('Claude shortens the conversation…'));
        return;
      case 'turnEnded':
        // What was written until a stop stays, also when it is not held any more.
        for (const { settled: _, ...text } of this.#transcript.unsettled) this.#toldToTheEnd(text);
        return;
      case 'compacted':
        this.#record({ type: 'divider', text: compactedText(event) });
        return;
      default:
        return;
    }
  }

  #toldToTheEnd(text: Parameters<typeof messageRecord>[0]): void {
    this.#record(messageRecord(text));
    const leftOut = leftOutOf(text);
    if (leftOut) this.#record({ type: 'notice', level: 'warning', text: leftOut });
  }

  /** A picture is shown for as long as it is held, and there is room for it. */
  #returned(toolCallId: string, returned: Returned): void {
    this.#transcript.returned(toolCallId, keptPicture(returned, this.#tail.items));
    this.#options.journal.note({ type: 'returned', toolCallId, returned: withoutPicture(returned) });
  }

  /** Each limit is told once as near, and once as reached. */
  #limited(limits: PlanLimits): void {
    const text = limitText(limits);
    const name = `${limits.status}:${limits.kind}:${limits.resetsAt ?? ''}`;
    if (!text || this.#toldLimits.has(name)) return;
    this.#toldLimits.add(name);
    this.#record({ type: 'notice', level: limits.status === 'rejected' ? 'error' : 'warning', text });
  }

  #task(event: AgentEvent & { type: 'task' }): void {
    const task = this.#transcript.task(event);
    // What went on in the background ends while nobody looks.
    if (!task || event.change.told !== true || task.background !== true) return;
    this.#record({ type: 'notice', level: task.state === 'failed' ? 'warning' : 'info', text: taskEndText(task) });
  }

  show(card: Card): void {
    this.#tail.show(card);
    this.#transcript.call(card.toolCallId, card.subagent?.parentToolCallId);
  }

  stopped(): void {
    this.#record({ type: 'notice', level: 'info', text: say('Stopped.') });
  }

  notice(level: 'info' | 'warning' | 'error', text: Sentence): void {
    this.#record({ type: 'notice', level, text });
    this.#options.log[level === 'warning' ? 'warn' : level](text.text);
  }

  divide(text: Sentence): void {
    this.#record({ type: 'divider', text });
  }

  /** The messages of a person by which it is found again where it goes on elsewhere. */
  get #known(): ReadonlySet<string> {
    const held = this.#tail.items.flatMap(({ kind, id }) => (kind === 'user' ? id : []));
    return new Set([...held, this.#facts.lastSaid ?? '']);
  }

  #saidElsewhere(said: readonly Said[]): void {
    if (said.length === 0) return;
    this.divide(say('Said outside of Latch, which neither asked about calls there nor shows them'));
    for (const one of said) this.#record(one);
  }

  /** What is shown is what is written down, so that it is there again when the session comes back. */
  #record(record: JournalRecord): void {
    tell(this.#transcript, { record, hash: this.#options.journal.note(record) });
    this.#facts = factsAfter(this.#facts, record, '');
  }
}

function ranCommand({ tool, state }: Card): boolean {
  return tool === 'Bash' && (state === 'running' || state === 'done' || state === 'failed');
}
