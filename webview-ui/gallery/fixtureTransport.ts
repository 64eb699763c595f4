import type { Card, CardState } from '../../src/core/card/card';
import { asString, isObject, type JsonObject } from '../../src/core/base/json';
import type { SessionUpdate, Snapshot } from '../../src/core/protocol/updates';
import { cardsFor, pageOf } from '../../src/core/transcript/page';
import type { WebviewTransport } from '../link/transport';
import { createRules, type FixtureRules } from './rulesFixture';
import { messageOf } from '../../src/core/base/messageOf';

/** A host for one screen: it answers as the real one would, and remembers what it was told. */
export interface Fixture {
  readonly transport: WebviewTransport;
  readonly snapshot: Snapshot;
  readonly sent: readonly JsonObject[];
  readonly update: (update: SessionUpdate) => void;
  /** Makes the next decision fail with this text. */
  readonly refuseNext: (reason: string) => void;
}

/** A rule goes with the decision; its name comes back. */
function accepted(params: unknown): JsonObject {
  const rule = isObject(params) && isObject(params.options) ? params.options.rule : undefined;
  return rule === undefined
    ? { accepted: true }
    : { accepted: true, rules: [{ scope: 'session', id: 'new-1', sessionId: 'session-1' }] };
}

function withLastPage(snapshot: Snapshot): Snapshot {
  const { items, earlier } = pageOf(snapshot.transcript);
  return { ...snapshot, transcript: items, earlier };
}

export function createFixture(snapshot: Snapshot, rules: FixtureRules): Fixture {
  const sent: JsonObject[] = [];
  const cards = new Map(snapshot.cards.map(card => [card.toolCallId, card]));
  let receive: (message: unknown) => void = () => undefined;
  let refusal: string | undefined;
  let saved: unknown;

  let revision = snapshot.rules?.revision ?? 0;
  const answerOfRules = createRules(rules, () => {
    revision += 1;
    update({ type: 'rules', rules: { problems: [], trustAll: [], ...snapshot.rules, revision } });
  });

  /** What the host would answer: a result or an error. */
  function answer(method: string, params: unknown): Readonly<Record<string, unknown>> {
    try {
      return { result: answerOfRules(method, params) };
    } catch (error) {
      return { error: { code: -32000, message: messageOf(error) } };
    }
  }

  function reply(message: Readonly<Record<string, unknown>>): void {
    setTimeout(() => receive({ jsonrpc: '2.0', ...message }), 20);
  }

  function update(content: SessionUpdate): void {
    receive({ jsonrpc: '2.0', method: 'session/update', params: content });
  }

  function show(card: Card): void {
    cards.set(card.toolCallId, card);
    update({ type: 'card', sessionId: card.sessionId, content: card });
  }

  function decide(params: JsonObject): void {
    const card = cards.get(asString(params.toolCallId) ?? '');
    if (card === undefined) return;
    const confirmed = params.confirmed === true;
    const outcome = { choice: confirmed ? 'allow' : 'deny', by: 'person', edited: false, stop: false } as const;
    const next = (state: CardState): void => show({ ...card, state, outcome });
    next(confirmed ? 'decided' : 'denied');
    const batch = [...cards.values()].filter(it => it.batchId === card.batchId);
    if (confirmed && batch.every(it => it.state !== 'waiting')) setTimeout(() => next('running'), 200);
  }

  function post(message: unknown): void {
    if (!isObject(message)) return;
    sent.push(message);
    const { method, id, params } = message;
    if (method === 'ui/ready') setTimeout(() => update({ type: 'snapshot', snapshot: withLastPage(snapshot) }), 0);
    if (id === undefined) return;
    if (refusal !== undefined && method === 'tool/confirm') {
      reply({ id, error: { code: -32000, message: refusal } });
      refusal = undefined;
      return;
    }
    if (typeof method === 'string' && /^(permissionRules|rules)\//.test(method)) {
      reply({ id, ...answer(method, params) });
      return;
    }
    if (method === 'session/earlier' && isObject(params)) {
      const page = pageOf(snapshot.transcript, asString(params.before));
      reply({ id, result: { ...page, cards: cardsFor(page.items, snapshot.cards) } });
      return;
    }
    if (method === 'tool/confirm' && isObject(params)) decide(params);
    reply({
      id,
      result: method === 'tool/confirm' ? accepted(params) : { sessionId: snapshot.activeSessionId ?? '' },
    });
  }

  return {
    transport: {
      post,
      listen: listener => {
        receive = listener;
      },
      load: () => saved,
      save: state => {
        saved = state;
      },
    },
    snapshot,
    sent,
    update,
    refuseNext: reason => {
      refusal = reason;
    },
  };
}
