import type { AgentLink } from '../agents/link';
import { Told } from '../core/texts/told';
import { isObject, type JsonObject } from '../core/base/json';
import { type AgentFacts, knownAfter, noFactsYet } from '../core/call/agentFacts';
import type { AgentEvent } from '../core/call/events';
import type { AgentChoices, Use } from '../core/call/use';
import { appliedOf, contextOf } from '../core/claude/usage';
import { say } from '../core/texts/sentence';

interface AboutOptions {
  /** The agent that runs, where one does. */
  readonly agent: () => Pick<AgentLink, 'request'> | undefined;
  readonly onFacts: (facts: AgentFacts) => void;
  readonly onUse: () => void;
}

/** A model that its list does not name is tried by the agent first, which takes as long as the model does. */
const triedWithinMs = 120_000;

/** What the agent of a session says that it has and uses, and what a person chooses of that. */
export class About {
  readonly #options: AboutOptions;
  #facts = noFactsYet;
  #use: Use = {};
  #windows: Readonly<Record<string, number>> = {};
  #choices: AgentChoices = {};

  constructor(options: AboutOptions) {
    this.#options = options;
  }

  get facts(): AgentFacts {
    return this.#facts;
  }

  get use(): Use {
    return this.#use;
  }

  /** How an agent with modes of its own calls this one; empty where it does not say. */
  modeName(mode: string): string {
    return this.#facts.modes.find(({ id }) => id === mode)?.name ?? '';
  }

  /** With what the next agent is started. */
  get choices(): AgentChoices {
    return this.#choices;
  }

  read(event: AgentEvent): void {
    switch (event.type) {
      case 'told':
        this.#tell(knownAfter(this.#facts, event.told));
        // It is ready, and says now what it would answer with.
        if (event.told.facts.models) void this.#begin();
        return;
      case 'turnStarted':
        if (event.model) this.#uses({ model: event.model });
        return;
      case 'unreached':
        this.#uses({ unreached: event.why });
        return;
      case 'delta':
        this.#answers();
        return;
      case 'answersWith': {
        const { type: _, ...now } = event;
        this.#uses(now);
        return;
      }
      case 'used': {
        const { type: _, ...now } = event;
        this.#uses({ context: { ...this.#use.context, ...this.#window(), ...now } });
        return;
      }
      case 'spent':
        this.#windows = { ...this.#windows, ...event.windows };
        this.#uses(event.cost === undefined ? {} : { cost: event.cost });
        return;
      case 'limited':
        this.#uses({ limits: event.limits });
        return;
      case 'turnEnded':
        void this.#look();
        return;
      default:
        return;
    }
  }

  /** What a person chose of its model. Where none runs, the next one is started with it. */
  async choose({ model, mode, effort, thinkingOff }: AgentChoices): Promise<void> {
    if (mode !== undefined) await this.ask({ subtype: 'set_permission_mode', mode });
    if (model !== undefined) await this.ask({ subtype: 'set_model', model }, triedWithinMs);
    if (model !== undefined) this.#uses({ chosen: model });
    if (effort !== undefined) await this.ask({ subtype: 'apply_flag_settings', settings: { effortLevel: effort } });
    if (thinkingOff !== undefined) await this.#setThinking(thinkingOff);
    this.#choices = {
      ...this.#choices,
      ...(model === undefined ? {} : { model }),
      ...(mode === undefined ? {} : { mode }),
      ...(effort === undefined ? {} : { effort }),
      ...(thinkingOff === undefined ? {} : { thinkingOff }),
    };
    await this.#look();
    if (effort !== undefined && this.#options.agent()) this.#refuseOtherThan(effort);
  }

  /** An effort that it does not know is taken without a word, and the old one stays. */
  #refuseOtherThan(effort: string): void {
    const { effort: now } = this.#use;
    if (now === undefined || now === effort) return;
    this.#choices = { ...this.#choices, effort: now };
    throw new Told(say('The effort “{effort}” was not taken; it stays at “{now}”.', { effort, now }));
  }

  async #setThinking(off: boolean): Promise<void> {
    await this.ask({ subtype: 'set_max_thinking_tokens', max_thinking_tokens: off ? 0 : null });
    this.#uses({ thinkingOff: off });
  }

  /** Asks the agent what it uses now: its own word counts, not what it was asked for. */
  async #look(): Promise<void> {
    // One that names no models, as an old one, is not asked about them.
    if (this.#facts.models.length === 0) return;
    const [settings, context] = await Promise.all([
      this.#answerTo({ subtype: 'get_settings' }),
      // An older agent counts by asking its server a dozen times; there the last message tells enough.
      this.#facts.version === undefined
        ? undefined
        : this.#answerTo({ subtype: 'get_context_usage', detail: 'summary' }),
    ]);
    const counted = context && contextOf(context);
    this.#uses({ ...appliedOf(settings ?? {}), ...(counted ? { context: counted } : this.#counted()) });
  }

  /** A new agent was started with the model and the effort; that it is not to think has to be said. */
  async #begin(): Promise<void> {
    if (this.#choices.thinkingOff) await this.#setThinking(true).catch(() => this.#uses({ thinkingOff: false }));
    await this.#look();
  }

  #counted(): Pick<Use, 'context'> {
    return this.#use.context ? { context: { ...this.#use.context, ...this.#window() } } : {};
  }

  #window(): { readonly window?: number } {
    const window = this.#use.model === undefined ? undefined : this.#windows[this.#use.model];
    return window === undefined ? {} : { window };
  }

  async #answerTo(request: JsonObject): Promise<JsonObject | undefined> {
    const reply = await this.#options
      .agent()
      ?.request(request)
      .catch(() => undefined);
    return reply?.ok ? reply.response : undefined;
  }

  /** Asks the agent that runs; what it refuses is told in its own words. */
  async ask(request: JsonObject, withinMs?: number): Promise<JsonObject> {
    const reply = await this.#options.agent()?.request(request, withinMs);
    if (reply?.ok === false) throw new Told(reply.error);
    return isObject(reply?.response) ? reply.response : {};
  }

  /** What kept the model from answering does so no more. */
  #answers(): void {
    if (this.#use.unreached === undefined) return;
    const { unreached: _, ...use } = this.#use;
    this.#use = use;
    this.#options.onUse();
  }

  #tell(facts: AgentFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.#facts)) return;
    this.#facts = facts;
    this.#options.onFacts(facts);
  }

  #uses(now: Use): void {
    const next = { ...this.#use, ...now };
    if (JSON.stringify(next) === JSON.stringify(this.#use)) return;
    this.#use = next;
    this.#options.onUse();
  }
}
