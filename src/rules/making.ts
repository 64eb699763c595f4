import { type Refusal, refused } from '../core/ruleAdmin/plan';
import type { Card } from '../core/card/card';
import type { Confirmed, ConfirmParams } from '../core/card/confirm';
import { textOfCall } from '../core/journal/pastCalls';
import type { ConfirmRule } from '../core/protocol/readRules';
import type { AddRules } from '../core/ruleAdmin/changes';
import type { RuleMemory } from '../stores/ruleMemory';
import type { RuleEditor } from './editor';
import type { Changed } from './transactions';
import { say } from '../core/texts/sentence';

/** The session whose card is answered. */
interface CardOwner {
  readonly id: string;
  card(toolCallId: string): Card | undefined;
  confirm(confirmation: ConfirmParams): Confirmed;
}

/** Makes rules as a person wants them. The scope that was chosen is the one that is offered first the next time. */
export class RuleMaking {
  readonly #editor: RuleEditor;
  readonly #memory: RuleMemory;

  constructor(editor: RuleEditor, memory: RuleMemory) {
    this.#editor = editor;
    this.#memory = memory;
  }

  async add(rules: AddRules): Promise<Changed> {
    const added = await this.#editor.add(rules);
    if (added.ok) this.#memory.choseScope(rules.scope);
    return added;
  }

  /** Makes rules and answers the card: both, or neither. */
  async addWithAnswer(session: CardOwner, confirmation: ConfirmParams, rule: ConfirmRule): Promise<Changed> {
    const waiting = waitingCard(session, confirmation);
    if (!waiting.ok) return waiting;
    const { card } = waiting;
    const { action, patterns, scope, life, draft } = rule;
    const made: AddRules = {
      scope,
      sessionId: session.id,
      rules: patterns.map(pattern => ({ action, pattern })),
      by: 'card',
      ...(life ? { life } : {}),
      ...(draft === undefined ? {} : { draft }),
    };
    const request = { toolCallId: card.toolCallId, text: textOfCall(card.tool, card.input) };
    const added = await this.#editor.add(made, request, () => session.confirm(confirmation));
    if (added.ok) this.#memory.choseScope(scope);
    return added;
  }
}

function waitingCard(
  session: CardOwner,
  { toolCallId, revision }: ConfirmParams,
): { readonly ok: true; readonly card: Card } | Refusal {
  const card = session.card(toolCallId);
  if (card?.state !== 'waiting' || card.revision !== revision)
    return refused(say('This card no longer waits as it was shown. No rule was made.'));
  if (card.kind === 'question' || card.kind === 'plan' || card.kind === 'elicitation')
    return refused(say('Questions and plans are always for a person: there are no rules for them.'));
  return { ok: true, card };
}
