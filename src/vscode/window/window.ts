import * as vscode from 'vscode';
import { messageOf } from '../../core/base/messageOf';
import type { Snapshot } from '../../core/protocol/updates';
import type { RepositoryReview } from '../../core/session/repository';
import type { Sessions } from '../../session/sessions';
import type { SessionsListener } from '../../session/sessionsOptions';
import { ClaudeSessions } from '../../stores/claudeSessions';
import { JournalFolder } from '../../stores/journalFolder';
import { EditUndo } from '../../stores/editUndo';
import { CardFiles } from '../chat/cardFiles';
import { Chat } from '../chat/chat';
import { agentName } from '../../core/session/agentName';
import { Diffs } from '../chat/diffs';
import { EditorWriting } from '../composer/writing';
import * as config from '../config';
import { ContextKeys } from '../contextKeys';
import { Disposables } from '../disposables';
import { Repository } from '../repository';
import { RulesPanel } from '../rules/panel';
import { RuleParts, type RulePartsOptions } from '../rules/parts';
import { Seals } from '../seals';
import { OpenViews, type OpenViewsOptions, type SnapshotWanted } from '../webview/openViews';
import { WebviewPage } from '../webview/page';
import { CardInSight } from './cardInSight';
import { Door } from './door';
import { isElsewhere } from '../../session/openSession';
import { CardFlow } from './cardFlow';
import { seeComingBack } from './comingBack';
import { makeSessions } from './makeSessions';
import { elsewhereOf } from './elsewhere';
import { snapshotOf } from './snapshot';

interface WindowOptions {
  readonly extension: RulePartsOptions['extension'];
  readonly log: vscode.LogOutputChannel;
  /** What this window does with what its pages ask and tell. */
  readonly answersOf: (window: LatchWindow) => Omit<OpenViewsOptions, 'snapshot'>;
}

/** A window of the editor with its sessions, its rules and its pages: what commands and requests act on. */
export class LatchWindow implements vscode.Disposable {
  /** The folder in which agents work. */
  readonly workspace = config.cwd() ?? process.cwd();
  readonly log: vscode.LogOutputChannel;
  readonly journals: JournalFolder;
  /** The conversations of the terminal and of others, too. */
  readonly claude = new ClaudeSessions(config.claudeFolder);
  readonly seals: Seals;
  readonly repository: Repository;
  readonly rules: RuleParts;
  readonly sessions: Sessions;
  readonly undo: EditUndo;
  readonly views: OpenViews;
  readonly chat: Chat;
  readonly inSight: CardInSight;
  readonly rulesPanel: RulesPanel;
  readonly diffs: Diffs;
  readonly writing: EditorWriting;
  readonly cards: CardFlow;
  readonly #parts = new Disposables();
  readonly #contextKeys = new ContextKeys();
  readonly #onCard = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #onSessions = this.#parts.add(new vscode.EventEmitter<void>());
  /** A call was proposed, or is another one now. */
  readonly onCard = this.#onCard.event;
  /** A session came, went or does something else. */
  readonly onSessions = this.#onSessions.event;
  readonly #door: Door;
  #elsewhere: NonNullable<Snapshot['elsewhere']> = [];
  #ended = false;
  #restored: Promise<void> = Promise.resolve();

  constructor({ extension, log, answersOf }: WindowOptions) {
    const { extensionUri, globalStorageUri: storage, workspaceState, secrets } = extension;
    this.log = log;
    this.repository = this.#parts.add(new Repository(workspaceState, log, review => this.#reviewed(review)));
    const seals = new Seals(workspaceState, secrets, log);
    this.seals = seals;
    const forget = (id: string): void => void seals.forget(id).catch((error: unknown) => log.warn(messageOf(error)));
    this.journals = new JournalFolder(vscode.Uri.joinPath(storage, 'journal').fsPath, forget);
    const { workspace, repository, journals } = this;
    this.rules = this.#parts.add(
      new RuleParts({
        extension,
        journals,
        log,
        repository,
        workspace,
        shownTools: () => this.sessions.all.flatMap(({ about }) => about.facts.tools),
        onChange: () => this.#rulesChanged(),
      }),
    );
    this.sessions = makeSessions({
      journals,
      sealing: sessionId => this.rules.team.recording.sealing(sessionId, seals.of(sessionId)),
      judge: this.rules.judge.judge,
      limits: (...asked) => this.rules.holds.limits(...asked),
      repository,
      claude: this.claude,
      log,
      listener: this.#sessionEvents(),
      address: () => this.#door.address,
    });
    this.undo = new EditUndo(vscode.Uri.joinPath(storage, 'edits').fsPath);
    this.views = new OpenViews({ ...answersOf(this), snapshot: wanted => this.#snapshot(wanted) });
    const { sessions, views } = this;
    this.#door = this.#parts.add(new Door({ views, log, has: id => this.#hasItself(id) }));
    this.chat = this.#parts.add(this.#makeChat(extensionUri));
    this.rulesPanel = new RulesPanel(new WebviewPage({ extensionUri, views, purpose: 'rules' }), extensionUri);
    this.inSight = new CardInSight({ sessions, places: this.chat.places, refresh: () => this.refresh() });
    const files = this.#parts.add(new CardFiles(card => this.cards.again(card)));
    this.diffs = this.#parts.add(new Diffs({ sessions, onEdit: card => this.cards.again(card) }));
    this.cards = new CardFlow({ files, diffs: this.diffs, views, sessions, notes: [this.undo, this.rules.hits] });
    this.writing = this.#parts.add(this.#makeWriting());
    this.#listen();
  }

  /** Every page starts anew: another session is shown, or there are others. */
  refresh(): void {
    this.chat.places.follow(this.sessions);
    this.#frontChanged();
    this.#onSessions.fire();
    this.views.refresh();
  }

  /** What commands act on is another session. */
  #frontChanged(): void {
    const { active } = this.sessions;
    this.#contextKeys.set('latch.session', active !== undefined);
    this.#contextKeys.set('latch.elsewhere', active?.view.elsewhere === true);
  }

  /** The person is where this session is shown. */
  #entered(sessionId: string | undefined): void {
    if (sessionId === undefined || sessionId === this.sessions.active?.id) return;
    this.sessions.activate(sessionId);
    this.#frontChanged();
  }

  /** The session that a tab showed before a reload: beside the one that this folder had last, which comes first. */
  async #reopen(sessionId: string): Promise<boolean> {
    await this.#restored;
    const isThere = (await this.sessions.reopen(sessionId)) !== undefined;
    if (isThere) this.refresh();
    return isThere;
  }

  /** Shows the session that this folder had last; one that comes after the end is ended too. */
  restore(): Promise<void> {
    return (this.#restored = this.#restore());
  }

  async #restore(): Promise<void> {
    const restored = await this.sessions.restoreLast(config.retention(), Date.now());
    if (restored && this.#ended) await this.sessions.endAll();
    else if (restored) this.refresh();
  }

  /** Ends the sessions and keeps what the rules remember. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.sessions.endAll();
    await Promise.all([this.rules.save(), this.seals.save()]);
  }

  readonly dispose = (): void => this.#parts.dispose();

  #sessionEvents(): SessionsListener {
    return {
      onCard: (sessionId, card) => {
        // What is kept of a card for later, the window keeps that runs its session.
        if (this.#hasItself(sessionId)) this.cards.changed(card);
        else this.cards.again(card);
        this.chat.attention.card(card);
        this.chat.attention.session(this.sessions.active?.view.status);
        this.#onCard.fire();
      },
      onTranscript: (sessionId, changes) => this.views.gather(sessionId, changes),
      onView: session => {
        this.views.send({ type: 'session', session });
        this.rules.onView(session);
        this.chat.places.named();
        this.#sessionsChanged();
      },
      onFacts: (sessionId, facts) => this.views.send({ type: 'facts', sessionId, facts }),
      onNewConversation: sessionId => this.rules.onNewConversation(sessionId),
      onEnded: sessionId => {
        this.rules.onEnded(sessionId);
        this.#sessionsChanged();
      },
      onCameOver: () => this.refresh(),
    };
  }

  #hasItself(sessionId: string): boolean {
    const session = this.sessions.get(sessionId);
    return session !== undefined && !isElsewhere(session);
  }

  #makeChat(extensionUri: vscode.Uri): Chat {
    return new Chat({
      places: {
        page: new WebviewPage({ extensionUri, views: this.views, purpose: 'chat' }),
        extensionUri,
        titleOf: sessionId => this.sessions.get(sessionId)?.view.title,
        reopen: sessionId => this.#reopen(sessionId),
        onEntered: sessionId => this.#entered(sessionId),
      },
      review: () => this.inSight.act('focusCard'),
      onWaiting: count => this.#contextKeys.set('latch.waiting', count > 0),
      confirm: params => this.sessions.get(params.sessionId)?.confirm(params),
      agentOf: card => agentName(this.sessions.get(card.sessionId)?.view.agent),
      log: this.log,
    });
  }

  #makeWriting(): EditorWriting {
    return new EditorWriting({
      workspace: this.workspace,
      journals: this.journals,
      judge: this.rules.judge.judge,
      onSelection: selection => this.views.send({ type: 'selection', ...(selection ? { selection } : {}) }),
    });
  }

  #listen(): void {
    void this.#lookElsewhere();
    this.#parts.add({ dispose: this.journals.live.watch(() => void this.#lookElsewhere()) });
    this.#parts.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.refresh()));
    this.#parts.add(seeComingBack(this.views, () => this.sessions.active));
    this.#parts.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('latch')) this.rules.changed();
        if (['latch.chat', 'chat.fontSize', 'chat.fontFamily'].some(it => event.affectsConfiguration(it)))
          this.views.refresh();
      }),
    );
  }

  /** Sessions of other windows began, ended or do something else. An empty chat offers to open them. */
  async #lookElsewhere(): Promise<void> {
    const before = this.#elsewhere;
    this.#elsewhere = await elsewhereOf(this.sessions);
    if (JSON.stringify(before) === JSON.stringify(this.#elsewhere)) return;
    this.#onSessions.fire();
    if (this.sessions.active === undefined) this.views.refresh();
  }

  #sessionsChanged(): void {
    this.#showStatus();
    this.#onSessions.fire();
  }

  /** Rules count from the moment they change, for the calls that wait too. */
  #rulesChanged(): void {
    const { state } = this.rules;
    for (const session of this.sessions.all) session.rejudge();
    this.#contextKeys.set('latch.trusting', state.trustAll.length > 0);
    this.#contextKeys.set('latch.team', this.rules.team.rules.now() !== undefined);
    this.#showStatus();
    this.views.send({ type: 'rules', rules: state });
  }

  #reviewed(review: RepositoryReview | undefined): void {
    this.views.send({ type: 'review', ...(review ? { review } : {}) });
    for (const session of this.sessions.all) if (!isElsewhere(session)) session.lookAtBrought();
    this.rules.changed();
  }

  /** The status bar speaks of the session that is shown. */
  #showStatus(): void {
    const view = this.sessions.active?.view;
    this.rules.showMode(view?.mode);
    this.chat.attention.session(view?.status);
  }

  #snapshot(wanted: SnapshotWanted): Snapshot {
    const { all } = this.sessions;
    const active = wanted === 'front' ? this.sessions.active : all.find(session => session.id === wanted.sessionId);
    const whole = wanted !== 'front' && wanted.whole;
    const { selection } = this.writing;
    return snapshotOf({
      sessions: whole ? all.filter(session => session === active) : all,
      active,
      whole,
      elsewhere: this.#elsewhere,
      decorated: card => this.cards.decorated(card),
      review: this.repository.trust?.review,
      rules: this.rules.state,
      language: vscode.env.language,
      trusted: vscode.workspace.isTrusted,
      noFolder: config.cwd() === undefined,
      windowFocused: vscode.window.state.focused,
      ...config.chat(),
      ...(selection ? { selection } : {}),
    });
  }
}
