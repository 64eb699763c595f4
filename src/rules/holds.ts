import { agentEnvironment } from '../agents/environment';
import { trySandbox } from '../agents/sandbox';
import { excludedIn, keptBy, outOfSandbox, type RuleHold, type RuleLimits, type RuleSource } from '../core/rules';
import type { Enforcement, Shield } from '../core/session/enforcement';
import type { Sentence } from '../core/texts/sentence';

interface RuleHoldsOptions {
  readonly enforcement: () => Enforcement;
  /** Variables that the person's settings add to the agent's environment. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** The commands that a person lets out of the sandbox. */
  readonly excluded: () => readonly string[];
  readonly limits: (sessionId: string | undefined, path: string, opened?: readonly string[]) => Promise<RuleLimits>;
}

/** Says of a deny rule who keeps it from commands. */
export type RuleKeeper = (rule: string, source: RuleSource) => Sentence | undefined;

/** How far the kernel holds each rule, as it was worked out last for each session. */
export class RuleHolds {
  readonly #options: RuleHoldsOptions;
  readonly #known = new Map<string, readonly RuleHold[]>();

  constructor(options: RuleHoldsOptions) {
    this.#options = options;
  }

  /** As the agent of a session was told, or that it is told nothing. */
  told(sessionId: string | undefined, isHeld: boolean): RuleKeeper {
    const holds = isHeld ? (this.#known.get(sessionId ?? '') ?? []) : undefined;
    return (rule, source) => keptBy({ rule, source }, holds);
  }

  /** As a session would be told now; without one that has an agent, as the next one would be. For one line of commands, where one is tried. */
  async now(
    session: { readonly sessionId: string; readonly shield: Shield } | undefined,
    line = '',
  ): Promise<RuleKeeper> {
    const state = session?.shield.state ?? 'untried';
    const isHeld = state === 'untried' ? await this.#nextIsHeld() : state === 'held';
    const shield = session?.shield;
    const excludes = shield?.state === 'held' ? (shield.excluded ?? []) : this.#options.excluded();
    const excluded = isHeld ? excludedIn(line, excludes) : undefined;
    if (excluded !== undefined) return () => outOfSandbox(excluded);
    if (isHeld) await this.limits(session?.sessionId, this.#path);
    return this.told(session?.sessionId, isHeld);
  }

  async limits(sessionId: string | undefined, path: string, opened?: readonly string[]): Promise<RuleLimits> {
    const limits = await this.#options.limits(sessionId, path, opened);
    this.#known.set(sessionId ?? '', limits.holds);
    return limits;
  }

  forget(sessionId: string): void {
    this.#known.delete(sessionId);
  }

  async #nextIsHeld(): Promise<boolean> {
    if (this.#options.enforcement() === 'off') return false;
    return (await trySandbox({ platform: process.platform, path: this.#path })).ok;
  }

  get #path(): string {
    return agentEnvironment(process.env, this.#options.environment())['PATH'] ?? '';
  }
}
