import type { JsonObject } from '../../src/core/base/json';
import type { AgentFacts } from '../../src/core/call/agentFacts';
import type { RuleRef } from '../../src/core/call/ruleRef';
import { callKey } from '../../src/core/call/call';
import type { Card } from '../../src/core/card/card';
import type { Selection } from '../../src/core/message/suggestion';
import type { WebviewRequests } from '../../src/core/protocol/requests';
import type {
  Capabilities,
  ChatFont,
  RulesState,
  SendWith,
  SessionElsewhere,
  SessionUpdate,
  Snapshot,
} from '../../src/core/protocol/updates';
import type { RepositoryReview } from '../../src/core/session/repository';
import type { SessionView } from '../../src/core/session/view';
import { batchKey, knownStart, openBatches } from '../../src/core/transcript/page';
import { Layered } from './layered';
import { changed, nothingPlaced, placed, type Placed } from './placing';

/** What the host has told us, as one value. */
export interface ChatState extends Placed {
  /** False until the first snapshot. */
  readonly ready: boolean;
  readonly trusted: boolean;
  readonly noFolder: boolean;
  readonly language: string;
  readonly capabilities: Capabilities;
  /** What the repository brings; undefined when it brings nothing. */
  readonly review: RepositoryReview | undefined;
  /** How the rules stand; undefined where the host has none. */
  readonly rules: RulesState | undefined;
  /** The rule that the rules panel was last asked to go to; each time that it was asked is another object. */
  readonly shownRule: RuleRef | undefined;
  /** The call on which the panel is to try the rules. */
  readonly triedCall: { readonly tool: string; readonly input: JsonObject } | undefined;
  /** Undefined where the host does not tell. */
  readonly windowFocused: boolean | undefined;
  readonly sendWith: SendWith;
  readonly font: ChatFont;
  /** What is selected in the editor. */
  readonly selection: Selection | undefined;
  /** How often the view came back on screen. */
  readonly timesShown: number;
  readonly sessions: readonly SessionView[];
  /** Those that run in other windows and are not shown here. */
  readonly elsewhere: readonly SessionElsewhere[];
  readonly activeSessionId: string | undefined;
  /** What the agent of the session in front has; undefined until it has told. */
  readonly facts: AgentFacts | undefined;
  /** How many items the host has before the first of these. */
  readonly earlier: number;
  /** How many are kept here; the oldest go when there are more. */
  readonly kept: number;
  /** By call key, in order of arrival: a call is here once however often it is sent. */
  readonly cards: ReadonlyMap<string, ShownCard>;
}

export interface ShownCard {
  readonly key: string;
  readonly card: Card;
  /** When its time is up, on the clock of this page. Absent: nothing expires, or the time stands still. */
  readonly deadline: number | undefined;
}

/** A page that has been open all day must not grow all day. */
const keptAtLeast = 1000;
/** Cutting takes a copy, so it is done for many items at once. */
const cutAtOnce = 100;

export const emptyChat: ChatState = {
  ready: false,
  trusted: true,
  noFolder: false,
  language: 'en',
  capabilities: { rules: false, openDiff: false },
  review: undefined,
  rules: undefined,
  shownRule: undefined,
  triedCall: undefined,
  windowFocused: undefined,
  sendWith: 'enter',
  font: {},
  selection: undefined,
  timesShown: 0,
  sessions: [],
  elsewhere: [],
  activeSessionId: undefined,
  facts: undefined,
  earlier: 0,
  kept: keptAtLeast,
  ...nothingPlaced,
  cards: new Map(),
};

function shown(card: Card, now: number): ShownCard {
  const ticking = card.remainingMs !== undefined && !card.paused && card.state === 'waiting';
  return {
    key: callKey(card.sessionId, card.toolCallId),
    card,
    deadline: ticking ? now + (card.remainingMs ?? 0) : undefined,
  };
}

function fromSnapshot(snapshot: Snapshot, now: number): ChatState {
  const cards = new Map(snapshot.cards.map(card => [callKey(card.sessionId, card.toolCallId), shown(card, now)]));
  return {
    ready: true,
    trusted: snapshot.trusted,
    noFolder: snapshot.noFolder === true,
    language: snapshot.language,
    capabilities: snapshot.capabilities ?? emptyChat.capabilities,
    review: snapshot.review,
    rules: snapshot.rules,
    shownRule: undefined,
    triedCall: undefined,
    windowFocused: snapshot.windowFocused,
    sendWith: snapshot.sendWith ?? 'enter',
    font: snapshot.font ?? emptyChat.font,
    selection: snapshot.selection,
    timesShown: 0,
    sessions: snapshot.sessions,
    elsewhere: snapshot.elsewhere ?? [],
    activeSessionId: snapshot.activeSessionId,
    facts: snapshot.facts,
    ...placed(nothingPlaced, snapshot.transcript),
    earlier: snapshot.earlier,
    kept: keptAtLeast,
    cards,
  };
}

function withCard(state: ChatState, card: Card, now: number): ChatState {
  const key = callKey(card.sessionId, card.toolCallId);
  const known = state.cards.get(key);
  // A card of an older input must not paint over the newer one.
  if (known !== undefined && card.revision < known.card.revision) return state;
  const cards = new Map(state.cards);
  cards.set(key, shown(card, now));
  return { ...state, cards };
}

function withSession(state: ChatState, session: SessionView): ChatState {
  const known = state.sessions.some(it => it.sessionId === session.sessionId);
  const sessions = known
    ? state.sessions.map(it => (it.sessionId === session.sessionId ? session : it))
    : [...state.sessions, session];
  return { ...state, sessions, activeSessionId: state.activeSessionId ?? session.sessionId };
}

function withoutOldest(state: ChatState): ChatState {
  const cut = state.order.length - state.kept;
  if (cut < cutAtOnce) return state;
  const items = state.items.copied();
  const cards = new Map(state.cards);
  const nested = new Map(state.nested);
  const open = openBatches([...cards.values()].map(it => it.card));
  const gone = state.order.slice(0, cut);
  for (const id of gone) {
    const item = items.get(id);
    items.delete(id);
    if (item?.kind !== 'call') continue;
    gone.push(...(nested.get(item.toolCallId) ?? []));
    nested.delete(item.toolCallId);
    const key = callKey(state.activeSessionId ?? '', item.toolCallId);
    const card = cards.get(key)?.card;
    if (card && !open.has(batchKey(card))) cards.delete(key);
  }
  return {
    ...state,
    items: new Layered(items),
    nested,
    cards,
    order: state.order.slice(cut),
    earlier: state.earlier + cut,
  };
}

/** The item before which a page that comes next is put. */
export function startOf({ order, items }: ChatState): string | undefined {
  return knownStart(order.flatMap(id => items.get(id) ?? []));
}

/** Puts a page before what is here. What came in the meantime is newer than the page, and stays as it is. */
export function withEarlier(
  state: ChatState,
  { sessionId, before }: WebviewRequests['session/earlier']['params'],
  page: WebviewRequests['session/earlier']['result'],
  now: number,
): ChatState {
  if (sessionId !== state.activeSessionId || before !== startOf(state)) return state;
  const older = placed(nothingPlaced, page.items);
  const items = new Layered(new Map([...older.items.copied(), ...state.items.copied()]));
  const nested = new Map([...older.nested, ...state.nested]);
  const order = [...new Set([...older.order, ...state.order])];
  const kept = state.kept + page.items.length;
  return page.cards.reduce<ChatState>(
    (all, card) => (all.cards.has(callKey(sessionId, card.toolCallId)) ? all : withCard(all, card, now)),
    { ...state, items, nested, order, kept, earlier: page.earlier },
  );
}

export function applyUpdate(state: ChatState, update: SessionUpdate, now: number): ChatState {
  switch (update.type) {
    case 'snapshot':
      return fromSnapshot(update.snapshot, now);
    case 'confirmation_request':
    case 'card':
      return withCard(state, update.content, now);
    case 'session':
      return withSession(state, update.session);
    case 'facts':
      return update.sessionId === state.activeSessionId ? { ...state, facts: update.facts } : state;
    case 'review':
      return { ...state, review: update.review };
    case 'rules':
      return { ...state, rules: update.rules };
    case 'shown':
      return { ...state, timesShown: state.timesShown + 1 };
    case 'act':
    case 'compose':
    case 'sound':
    case 'reveal':
      // Something to do, not something to know.
      return state;
    case 'selection':
      return { ...state, selection: update.selection };
    case 'showRule':
      return { ...state, shownRule: update.rule };
    case 'tryCall':
      return { ...state, triedCall: update.call };
    case 'window':
      return { ...state, windowFocused: update.focused };
    case 'transcript':
      return update.sessionId === state.activeSessionId
        ? withoutOldest({ ...state, ...changed(state, update.changes) })
        : state;
    default:
      return update satisfies never;
  }
}

/**
 * The cards that stand above the composer: of the session in front, every batch in which one still waits, whole, so that
 * places do not shift.
 */
export function dockedCards(state: ChatState): readonly ShownCard[] {
  const all = [...state.cards.values()].filter(it => it.card.sessionId === state.activeSessionId);
  const open = openBatches(all.map(it => it.card));
  return all.filter(({ card }) => open.has(batchKey(card)) && heldStates.has(card.state));
}

/** A session that is not in front, with its cards that wait. */
export interface OtherSession {
  readonly session: SessionView;
  readonly waiting: readonly ShownCard[];
}

export function waitingElsewhere(state: ChatState): readonly OtherSession[] {
  const waiting = [...state.cards.values()].filter(it => it.card.state === 'waiting');
  return otherSessions(state)
    .map(session => ({ session, waiting: waiting.filter(it => it.card.sessionId === session.sessionId) }))
    .filter(other => other.waiting.length > 0);
}

export function otherSessions(state: ChatState): readonly SessionView[] {
  return state.sessions.filter(session => session.sessionId !== state.activeSessionId);
}

/** Whether a card of the session in front stands above the composer. */
export function isDocked(state: ChatState, one: ShownCard): boolean {
  if (one.card.state === 'waiting') return true;
  return heldStates.has(one.card.state) && dockedCards(state).includes(one);
}

/** Whether a card of this state may stand above the composer. */
export function isHeld({ state }: Card): boolean {
  return heldStates.has(state);
}

const heldStates: ReadonlySet<Card['state']> = new Set(['waiting', 'decided', 'denied', 'expired']);

export function activeSession(state: ChatState): SessionView | undefined {
  return state.sessions.find(it => it.sessionId === state.activeSessionId);
}
