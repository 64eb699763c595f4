import type * as vscode from 'vscode';
import { createMessageConnection, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { isObject } from '../../core/base/json';
import type { Listeners } from '../../core/protocol/notifications';
import type { Handlers } from '../../core/protocol/requests';
import type { SessionUpdate, Snapshot } from '../../core/protocol/updates';
import type { TranscriptChange } from '../../core/transcript/items';
import { answer, tell } from './dispatch';
import { type WebviewPort, WebviewReader, WebviewWriter } from './port';

/** The one of `sessionId`, all of it for a window that keeps it; with `front`, the one that the window has in front. */
export type SnapshotWanted = 'front' | { readonly sessionId: string | undefined; readonly whole: boolean };

export interface OpenViewsOptions {
  readonly handlers: Partial<Handlers>;
  /** Of the session that a place shows, or for another window the whole of one. */
  readonly snapshot: (wanted: SnapshotWanted) => Snapshot;
  /** Who is told what does not concern the link itself. */
  readonly listeners: Omit<Listeners, 'ui/ready' | 'ui/ack' | 'ui/entered'>;
}

/** Which messages a page gets, and who is told when it is there. */
export interface ViewOptions {
  /** The chat gets everything; the rules panel neither cards nor text, nor their flood; a window one session. */
  readonly purpose: 'chat' | 'rules' | { readonly sessionId: string };
  /** Which session the chat shows, where not any in front. */
  readonly shows?: () => string | undefined;
  readonly onReady?: () => void;
  /** The person came into the page. */
  readonly onEntered?: () => void;
}

/** About one frame: text that streams in is sent at most this often. */
const gatherMs = 16;
/** Batches that may be under way to one view before the next one waits for it. */
const openBatches = 4;

interface View {
  readonly options: ViewOptions;
  readonly connection: MessageConnection;
  ready: boolean;
  /** Its page was hidden, and is made anew when it comes back. */
  left: boolean;
  /** What the page is told as soon as it is there. */
  readonly held: SessionUpdate[];
  sent: number;
  acknowledged: number;
  /** Changes by session that wait for their turn. */
  readonly gathered: Map<string, TranscriptChange[]>;
  timer: NodeJS.Timeout | undefined;
}

/** One webview, for what concerns it alone. */
export interface ViewConnection extends vscode.Disposable {
  /** A text for the composer, and where to look, wait for a page that is on its way. What acts on a card does not. */
  send(update: SessionUpdate): void;
  /** The editor throws the page away: whatever is posted before the next one is ready is lost. */
  left(): void;
}

/** All open webviews. Each sees the same: a snapshot when it says that it is ready, then every change. */
export class OpenViews {
  readonly #options: OpenViewsOptions;
  readonly #views = new Set<View>();

  constructor(options: OpenViewsOptions) {
    this.#options = options;
  }

  /** Connects a webview for as long as it lives. */
  connect(webview: WebviewPort, options: ViewOptions): ViewConnection {
    const connection = createMessageConnection(new WebviewReader(webview), new WebviewWriter(webview));
    const view = this.join(connection, options);
    connection.listen();
    return view;
  }

  /** Speaks with a page, or with another window, through a connection that is there. */
  join(connection: MessageConnection, options: ViewOptions): ViewConnection {
    const view: View = {
      options,
      connection,
      ready: false,
      left: false,
      held: [],
      sent: 0,
      acknowledged: 0,
      gathered: new Map(),
      timer: undefined,
    };
    const listeners: Listeners = {
      ...this.#options.listeners,
      'ui/ready': () => this.#ready(view),
      'ui/ack': ({ seq }) => this.#acknowledge(view, seq),
      'ui/entered': () => options.onEntered?.(),
    };
    connection.onRequest((method, params) => {
      if (!isAbout(options, params)) throw new ResponseError(ErrorCodes.InvalidRequest, 'no such session');
      return answer(this.#options.handlers, method, params);
    });
    connection.onNotification((method, params) => {
      if (method === 'ui/ready' || method === 'ui/ack' || isAbout(options, params)) tell(listeners, method, params);
    });
    this.#views.add(view);
    return {
      send(update) {
        const waits = update.type === 'compose' || update.type === 'reveal';
        if (waits && (!view.ready || view.left)) view.held.push(update);
        else if (view.ready) post(view, update);
      },
      left: () => {
        view.left = true;
      },
      dispose: () => {
        clearTimeout(view.timer);
        this.#views.delete(view);
        connection.dispose();
      },
    };
  }

  /** Cards and sessions go out at once, ahead of any text that is still being gathered. */
  send(update: SessionUpdate): void {
    for (const view of this.#views) if (view.ready && isFor(view, update)) post(view, update);
  }

  /** A new start for every view, for example after another session became the active one. */
  refresh(): void {
    for (const view of this.#views) if (view.ready) this.#snapshot(view);
  }

  /** Everything that such a page needs to draw itself from nothing. */
  snapshotFor({ purpose, shows }: Pick<ViewOptions, 'purpose' | 'shows'>): Snapshot {
    if (typeof purpose === 'object') return this.#options.snapshot({ ...purpose, whole: true });
    if (purpose === 'rules') return withoutCalls(this.#options.snapshot('front'));
    return this.#options.snapshot(shows ? { sessionId: shows(), whole: false } : 'front');
  }

  gather(sessionId: string, changes: readonly TranscriptChange[]): void {
    for (const view of this.#views) {
      if (!view.ready || !showsText(view, sessionId)) continue;
      const waiting = view.gathered.get(sessionId) ?? [];
      for (const change of changes) addChange(waiting, change);
      view.gathered.set(sessionId, waiting);
      view.timer ??= setTimeout(() => flush(view), gatherMs);
    }
  }

  #ready(view: View): void {
    view.ready = true;
    view.left = false;
    this.#snapshot(view);
    view.options.onReady?.();
    for (const update of view.held.splice(0)) post(view, update);
  }

  #snapshot(view: View): void {
    view.sent = 0;
    view.acknowledged = 0;
    view.gathered.clear();
    clearTimeout(view.timer);
    view.timer = undefined;
    post(view, { type: 'snapshot', snapshot: this.snapshotFor(view.options) });
  }

  #acknowledge(view: View, seq: number): void {
    if (seq > view.sent) return;
    view.acknowledged = Math.max(view.acknowledged, seq);
    if (view.gathered.size > 0) view.timer ??= setTimeout(() => flush(view), gatherMs);
  }
}

/** Another window was let in for the one session that it shows. */
function isAbout({ purpose }: ViewOptions, params: unknown): boolean {
  return typeof purpose !== 'object' || (isObject(params) && params['sessionId'] === purpose.sessionId);
}

function isFor({ options: { purpose } }: View, update: SessionUpdate): boolean {
  const { type } = update;
  if (typeof purpose === 'object')
    return (
      (type === 'session' && update.session.sessionId === purpose.sessionId) ||
      ((type === 'card' || type === 'confirmation_request' || type === 'facts') &&
        update.sessionId === purpose.sessionId)
    );
  const isForPanel = type === 'showRule' || type === 'tryCall';
  return purpose === 'chat' ? !isForPanel : type === 'rules' || type === 'session' || isForPanel;
}

function showsText({ options: { purpose } }: View, sessionId: string): boolean {
  return typeof purpose === 'object' ? purpose.sessionId === sessionId : purpose === 'chat';
}

/** What the rules panel knows of sessions: which there are. */
function withoutCalls(snapshot: Snapshot): Snapshot {
  return { ...snapshot, transcript: [], earlier: 0, cards: [] };
}

/** Text at the end of the same item becomes one piece, so a long wait costs one message and not thousands. */
function addChange(changes: TranscriptChange[], change: TranscriptChange): void {
  const last = changes.at(-1);
  if (change.type === 'append' && last?.type === 'append' && last.id === change.id)
    changes[changes.length - 1] = { ...last, text: last.text + change.text };
  else changes.push(change);
}

function flush(view: View): void {
  view.timer = undefined;
  if (view.sent - view.acknowledged >= openBatches) return;
  for (const [sessionId, changes] of view.gathered) {
    view.sent += 1;
    post(view, { type: 'transcript', sessionId, seq: view.sent, changes });
  }
  view.gathered.clear();
}

function post(view: View, update: SessionUpdate): void {
  // A view that is going away takes its messages with it; it gets a snapshot when it comes back.
  view.connection.sendNotification('session/update', update).catch(() => {});
}
