import type { Card } from '../core/card/card';
import type { ConfirmParams } from '../core/card/confirm';

interface PlanSteps {
  /** Tells the agent to begin a conversation in which the text before it is gone. */
  readonly clear: () => Promise<void>;
  readonly begin: (message: string) => Promise<void>;
}

/** An approved plan in a conversation of its own: the turn is stopped, the conversation cleared, and the plan sent. */
export class PlanStart {
  readonly #steps: PlanSteps;
  #whenTurnEnds: (() => Promise<void>) | undefined;

  constructor(steps: PlanSteps) {
    this.#steps = steps;
  }

  approved(plan: string): void {
    this.#whenTurnEnds = async () => {
      await this.#steps.clear();
      this.#whenTurnEnds = () => this.#steps.begin(`Implement the following plan:\n\n${plan}`);
    };
  }

  async turnEnded(): Promise<void> {
    const next = this.#whenTurnEnds;
    this.#whenTurnEnds = undefined;
    await next?.();
  }
}

/** The plan that this answer starts in a conversation of its own, as the person left it; undefined for any other answer. */
export function planToStart({ confirmed, options }: ConfirmParams, card: Card | undefined): string | undefined {
  if (!confirmed || options?.plan !== 'clear' || card?.kind !== 'plan' || card.details.offered) return undefined;
  const plan = options.updatedInput?.['plan'] ?? card.input['plan'];
  return typeof plan === 'string' ? plan : '';
}

/** What a person said with a deny, for an agent that is told no words with one: it is its next message. */
export function noteAfter({ confirmed, options }: ConfirmParams, card: Card | undefined): string | undefined {
  return card?.details.offered && !confirmed && options?.note?.trim() ? options.note : undefined;
}
