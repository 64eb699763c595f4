import { type AgentFacts, noFactsYet } from '../../core/call/agentFacts';
import type { AgentChoices } from '../../core/call/use';
import type { AboutElsewhere } from '../../session/openSession';

/** What the agent of another window has, as that window tells it. */
export class RemoteAbout implements AboutElsewhere {
  readonly #ask: (choices: AgentChoices) => Promise<unknown>;
  #facts = noFactsYet;

  constructor(ask: (choices: AgentChoices) => Promise<unknown>) {
    this.#ask = ask;
  }

  get facts(): AgentFacts {
    return this.#facts;
  }

  told(facts: AgentFacts): void {
    // A window that runs an older Latch leaves out what is new.
    this.#facts = { ...noFactsYet, ...facts };
  }

  async choose(choices: AgentChoices): Promise<void> {
    await this.#ask(choices);
  }
}
