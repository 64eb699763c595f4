import type { Card, CardState } from '../../../src/core/card/card';
import { asString, isObject, type JsonObject } from '../../../src/core/base/json';
import type { Suggestion } from '../../../src/core/message/suggestion';
import type { SessionUpdate, Snapshot } from '../../../src/core/protocol/updates';
import { cardsFor, pageOf } from '../../../src/core/transcript/page';
import type { WebviewTransport } from '../../link/transport';
import { createRules } from './rules';
import type { FixtureRules } from './storyRules';
import { messageOf } from '../../../src/core/base/messageOf';

/** A host for one screen: it answers as the real one would, and remembers what it was told. */
export interface Fixture {
  readonly transport: WebviewTransport;
  readonly snapshot: Snapshot;
  readonly sent: readonly JsonObject[];
  readonly update: (update: SessionUpdate) => void;
  /** Makes the next decision, or the next message, fail with this text. */
  readonly refuseNext: (reason: string) => void;
}

interface FixtureOptions {
  readonly rules: FixtureRules;
  /** What can be mentioned in a message. */
  readonly suggestions?: readonly Suggestion[];
  readonly saved?: unknown;
}

/** A host that knows the snapshot and these rules, and forgets all of it with the page. */
export function createFixture(snapshot: Snapshot, { rules, suggestions = [], saved }: FixtureOptions): Fixture {
  const wire = createWire(take, saved);
  const cards = new Map(snapshot.cards.map(card => [card.toolCallId, card]));
  const refusals = createRefusals();
  let revision = snapshot.rules?.revision ?? 0;
  const answerOfRules = createRules(rules, () => {
    revision += 1;
    update({ type: 'rules', rules: { problems: [], trustAll: [], ...snapshot.rules, revision } });
  });

  function update(content: SessionUpdate): void {
    wire.send({ method: 'session/update', params: content });
  }

  function show(card: Card): void {
    cards.set(card.toolCallId, card);
    update({ type: 'card', sessionId: card.sessionId, content: card });
  }

  function answer(method: string, params: JsonObject): unknown {
    if (/^(permissionRules|rules)\//.test(method)) return answerOfRules(method, params);
    switch (method) {
      case 'session/earlier':
        return earlierIn(snapshot, params);
      case 'composer/find':
        return { rows: suggestions };
      case 'composer/mention':
        return { mentions: mentionsOf(params) };
      case 'session/queue':
        return { taken: [] };
      case 'text/known':
        return { known: Array.isArray(params.names) ? params.names : [] };
      case 'tool/confirm':
        refusals.meet();
        decide(params, cards, show);
        return accepted(params);
      case 'session/send':
        refusals.meet();
        return { sessionId: snapshot.activeSessionId ?? '' };
      default:
        return { sessionId: snapshot.activeSessionId ?? '' };
    }
  }

  function take({ method, id, params }: JsonObject): void {
    if (method === 'ui/ready') setTimeout(() => update({ type: 'snapshot', snapshot: withLastPage(snapshot) }), 0);
    if (id === undefined || typeof method !== 'string') return;
    const reply = replyOf(() => answer(method, isObject(params) ? params : {}));
    setTimeout(() => wire.send({ id, ...reply }), 20);
  }

  return {
    transport: wire.transport,
    snapshot,
    sent: wire.sent,
    update,
    refuseNext: refusals.next,
  };
}

/** What is to fail next. */
function createRefusals(): { readonly next: (reason: string) => void; readonly meet: () => void } {
  let refusal: string | undefined;
  return {
    next: reason => {
      refusal = reason;
    },
    meet() {
      const reason = refusal;
      refusal = undefined;
      if (reason !== undefined) throw new Error(reason);
    },
  };
}

/** As the real host does of files in a folder called shop. */
function mentionsOf({ files }: JsonObject): readonly string[] {
  const paths = Array.isArray(files) ? files.map(file => String(file).replace(/^file:\/\//, '')) : [];
  return paths.filter(path => path.startsWith('/')).map(path => `@${path.replace('/srv/shop/', '')}`);
}

function earlierIn({ transcript, cards }: Snapshot, { before }: JsonObject): object {
  const page = pageOf(transcript, asString(before));
  return { ...page, cards: cardsFor(page.items, cards) };
}

interface Wire {
  readonly transport: WebviewTransport;
  /** What the page said. */
  readonly sent: readonly JsonObject[];
  readonly send: (message: Readonly<Record<string, unknown>>) => void;
}

/** What lies between a page and its host. */
function createWire(take: (message: JsonObject) => void, before: unknown): Wire {
  const sent: JsonObject[] = [];
  let receive: (message: unknown) => void = () => undefined;
  let saved = before;
  return {
    transport: {
      post: message => {
        if (!isObject(message)) return;
        sent.push(message);
        take(message);
      },
      listen: listener => {
        receive = listener;
      },
      load: () => saved,
      save: state => {
        saved = state;
      },
    },
    sent,
    send: message => receive({ jsonrpc: '2.0', ...message }),
  };
}

/** A result or an error, as it goes over the wire. */
function replyOf(answer: () => unknown): Readonly<Record<string, unknown>> {
  try {
    return { result: answer() };
  } catch (error) {
    return { error: { code: -32000, message: messageOf(error) } };
  }
}

/** Shows what becomes of the card, and of a call that may run. */
function decide(params: JsonObject, cards: ReadonlyMap<string, Card>, show: (card: Card) => void): void {
  const card = cards.get(asString(params.toolCallId) ?? '');
  if (card === undefined) return;
  const confirmed = params.confirmed === true;
  const outcome = { choice: confirmed ? 'allow' : 'deny', by: 'person', edited: false, stop: false } as const;
  const next = (state: CardState): void => show({ ...card, state, outcome });
  next(confirmed ? 'decided' : 'denied');
  const batch = [...cards.values()].filter(it => it.batchId === card.batchId);
  if (confirmed && batch.every(it => it.state !== 'waiting')) setTimeout(() => next('running'), 200);
}

/** A rule goes with the decision; its key comes back. */
function accepted({ options }: JsonObject): JsonObject {
  const rule = isObject(options) ? options.rule : undefined;
  return rule === undefined
    ? { accepted: true }
    : { accepted: true, rules: [{ scope: 'session', id: 'new-1', sessionId: 'session-1' }] };
}

function withLastPage(snapshot: Snapshot): Snapshot {
  const { items, earlier } = pageOf(snapshot.transcript);
  return { ...snapshot, transcript: items, earlier };
}
