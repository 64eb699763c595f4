import type { Socket } from 'node:net';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { PermissionMode } from '../../core/call/mode';
import type { Card } from '../../core/card/card';
import type { Confirmed, ConfirmParams } from '../../core/card/confirm';
import type { Attachment, Content } from '../../core/message/message';
import type { QueueChange } from '../../core/message/queue';
import type { WebviewRequests } from '../../core/protocol/requests';
import { type SessionUpdate, sessionUpdate, type Snapshot } from '../../core/protocol/updates';
import { atRest, type LetGo } from '../../core/session/letGo';
import type { SessionView } from '../../core/session/view';
import { say } from '../../core/texts/sentence';
import { sentenceOf, Told } from '../../core/texts/told';
import { knownStart, type ReadPage } from '../../core/transcript/page';
import type { TranscriptChange, TranscriptItem } from '../../core/transcript/items';
import { type Earlier, type Piece, Tail } from '../../core/transcript/tail';
import type { LetGoReply, Reach, SessionElsewhere } from '../../session/openSession';
import { hello } from './door';
import { RemoteAbout } from './remoteAbout';
import { letsGoWithinMs, type Link, linkTo, mayHaveHappened, reasonOf, whileAlive, within } from './remoteLink';

type Listener = Parameters<Reach>[2];
type Method =
  | 'tool/confirm'
  | `agent/${'choose' | 'takeBack'}`
  | `task/${'stop' | 'output'}`
  | `session/${'send' | 'queue' | 'interrupt' | 'restart' | 'mode' | 'rename' | 'letGo' | 'earlier'}`;

/** A session that runs in another window, as that window shows it to its own pages: a copy of all that is seen. */
export class RemoteSession implements SessionElsewhere {
  readonly id: string;
  readonly about = new RemoteAbout(choices => this.#ask('agent/choose', { sessionId: this.id, ...choices }));
  readonly takeBack = async (folder: string): Promise<void> =>
    void (await this.#ask('agent/takeBack', { sessionId: this.id, folder }));
  readonly tasks = {
    stop: async (taskId: string): Promise<void> => void (await this.#ask('task/stop', { sessionId: this.id, taskId })),
    output: async (taskId: string): Promise<string> =>
      (await this.#ask('task/output', { sessionId: this.id, taskId })).text,
  };
  readonly #journal: string;
  readonly #connection: MessageConnection;
  readonly #socket: Socket;
  readonly #listener: Listener;
  readonly #tail: Tail;
  #view: SessionView;
  #isOver = false;
  #hasLeft = false;
  /** Nobody is at the other window, so the session comes over when nothing of it is under way any more. */
  #away = false;
  /** It may be on its way to this window. */
  #coming: Promise<void> = Promise.resolve();

  private constructor(
    { id, journal }: Parameters<Reach>[1],
    { socket, connection }: Link,
    snapshot: Snapshot,
    view: SessionView,
    listener: Listener,
  ) {
    this.id = id;
    this.#journal = journal;
    this.#socket = socket;
    this.#connection = connection;
    this.#listener = listener;
    this.#view = view;
    const onChange = (change: TranscriptChange): void => listener.onTranscript([change]);
    this.#tail = new Tail(onChange, this.#piece(snapshot.transcript, snapshot), () => {
      const earlier = this.#earlier(this.unread + this.transcript.length);
      return earlier && { earlier, isKept: () => true };
    });
  }

  /** Undefined where nobody is there, or the window there does not have the session. */
  static readonly reach: Reach = async (address, session, listener) => {
    const link = await linkTo(address.socket).catch(() => undefined);
    if (!link) return undefined;
    let updated: (update: SessionUpdate) => void = () => {};
    link.connection.onNotification('session/update', (value: unknown) => {
      const read = sessionUpdate(value);
      if (read.ok) updated(read.value);
    });
    try {
      const greeting = { token: address.token, sessionId: session.id, version: hello.version };
      await within(link.connection.sendRequest(hello.method, greeting));
      const first = new Promise<SessionUpdate>(resolve => {
        updated = resolve;
      });
      await link.connection.sendNotification('ui/ready', {});
      const update = await within(first);
      const view = update.type === 'snapshot' ? update.snapshot.sessions[0] : undefined;
      if (update.type !== 'snapshot' || view?.sessionId !== session.id) throw new Error('no snapshot');
      const remote = new RemoteSession(session, link, update.snapshot, view, listener);
      updated = later => remote.#updated(later);
      link.socket.once('close', () => remote.#over());
      return remote;
    } catch {
      link.socket.destroy();
      return undefined;
    }
  };

  get cards(): readonly Card[] {
    return this.#tail.cards;
  }

  card(toolCallId: string): Card | undefined {
    return this.#tail.card(toolCallId);
  }

  cardOf(toolCallId: string): Promise<Card | undefined> {
    return this.#tail.cardOf(toolCallId);
  }

  get transcript(): readonly TranscriptItem[] {
    return this.#tail.items;
  }

  get unread(): number {
    return this.#tail.unread;
  }

  pageBefore(item: string): Promise<ReadPage> {
    return this.#tail.pageBefore(item);
  }

  #piece(transcript: readonly TranscriptItem[], { cards, earlier }: Pick<Snapshot, 'cards' | 'earlier'>): Piece {
    const before = transcript.length === 0 ? undefined : this.#earlier(earlier);
    return { transcript, cards, ...(before ? { earlier: before } : {}) };
  }

  /** What lies before all that is here, which the other window has. */
  #earlier(items: number): Earlier | undefined {
    if (items === 0) return undefined;
    const load = async (): Promise<Piece> => {
      const before = knownStart(this.transcript);
      if (before === undefined) return { transcript: [], cards: [] };
      const page = await this.#ask('session/earlier', { sessionId: this.id, before });
      return this.#piece(page.items, page);
    };
    return { items, load };
  }

  get view(): SessionView {
    return { ...this.#view, elsewhere: true };
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its agent belongs to another process. */
  get pid(): undefined {
    return undefined;
  }

  get canRestart(): boolean {
    return false;
  }

  savedJournal(): Promise<string> {
    return Promise.resolve(this.#journal);
  }

  answer(confirmation: ConfirmParams): Promise<WebviewRequests['tool/confirm']['result']> {
    return this.#ask('tool/confirm', confirmation);
  }

  async confirm(params: ConfirmParams): Promise<Confirmed> {
    return this.answer(params).then(
      () => ({ ok: true as const }),
      (error: unknown) => ({ ok: false as const, reason: sentenceOf(error) }),
    );
  }

  drafting(toolCallId: string, active: boolean): void {
    this.#tell('ui/drafting', { sessionId: this.id, toolCallId, active });
  }

  /** The other window sees its rules change by itself. */
  rejudge(): void {}

  rename(title: string): void {
    void this.#ask('session/rename', { sessionId: this.id, title }).catch(() => {});
  }

  async send(text: string, attachments: readonly Attachment[] = []): Promise<void> {
    // What is sent while it comes over would be cut off, and nobody could tell whether it was taken there.
    await this.#coming;
    await this.#ask('session/send', { sessionId: this.id, text, attachments });
  }

  async changeQueue(change: QueueChange): Promise<readonly Content[]> {
    return (await this.#ask('session/queue', { sessionId: this.id, change })).taken;
  }

  mayHaveHappened(error: unknown): boolean {
    return mayHaveHappened(error);
  }

  async interrupt(): Promise<void> {
    await this.#ask('session/interrupt', { sessionId: this.id });
  }

  async restart(logIn?: string): Promise<void> {
    await this.#ask('session/restart', { sessionId: this.id, ...(logIn === undefined ? {} : { logIn }) });
  }

  async setMode(mode: PermissionMode): Promise<void> {
    await this.#ask('session/mode', { sessionId: this.id, mode });
  }

  async letGo(when: LetGo): Promise<LetGoReply> {
    const reply = await within(this.#ask('session/letGo', { sessionId: this.id, when }), letsGoWithinMs);
    this.#away = reply.away;
    return reply;
  }

  async end(): Promise<void> {
    await this.letGo('now');
    this.leave();
  }

  leave(): void {
    this.#hasLeft = true;
    this.#socket.destroy();
  }

  /** Has the window that runs it do what a page asks. */
  async #ask<M extends Method>(method: M, params: WebviewRequests[M]['params']): Promise<WebviewRequests[M]['result']> {
    if (this.#isOver || this.#socket.destroyed) throw new Told(gone);
    try {
      return await whileAlive(this.#connection, this.#connection.sendRequest(method, params));
    } catch (error) {
      throw new Told(reasonOf(error));
    }
  }

  #updated(update: SessionUpdate): void {
    switch (update.type) {
      case 'snapshot':
        // It has ended there, and can go on here, once what is asked has its answer.
        if (update.snapshot.activeSessionId !== this.id) return void this.#coming.then(() => this.#socket.destroy());
        for (const card of update.snapshot.cards) this.#changed(card);
        for (const item of this.#newer(update.snapshot.transcript)) this.#tail.log.apply({ type: 'put', item });
        return;
      case 'confirmation_request':
      case 'card':
        this.#changed(update.content);
        return;
      case 'transcript':
        for (const change of update.changes) this.#tail.log.apply(change);
        this.#tell('ui/ack', { seq: update.seq });
        return;
      case 'facts':
        this.about.told(update.facts);
        this.#listener.onFacts?.(update.facts);
        return;
      case 'session':
        this.#view = update.session;
        this.#listener.onView(this.view);
        if (this.#away && atRest(this.#view.status)) this.#coming = this.#comeOver();
        return;
      default:
        return;
    }
  }

  #changed(card: Card): void {
    this.#tail.show(card);
    this.#listener.onCard(card);
  }

  /** The other window may hold more of it than this one. */
  #newer(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
    const here = new Set(this.transcript.map(({ id }) => id));
    return items.slice(
      Math.max(
        0,
        items.findIndex(({ id }) => here.has(id)),
      ),
    );
  }

  /** Nobody is at the window that has it, and nothing is lost by going on here. */
  async #comeOver(): Promise<void> {
    const { left } = await this.letGo('ifAway').catch(() => ({ left: false }));
    if (left) this.#socket.destroy();
  }

  #over(): void {
    this.#isOver = true;
    if (!this.#hasLeft) this.#listener.onOver();
  }

  #tell(method: string, params: object): void {
    if (!this.#isOver) this.#connection.sendNotification(method, params).catch(() => {});
  }
}

const gone = say('The window in which this session ran has closed.');
