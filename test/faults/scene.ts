// One cell of the matrix: a message with two calls, played step by step against the real session, with a fault at one of them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Judgement } from '../../src/core/call/judgement';
import type { Card } from '../../src/core/card/card';
import { quoted } from '../../src/core/texts/sentence';
import { onTestFinished } from 'vitest';
import { openStage, type Stage } from '../contract/stage';
import { Agent, type CallId, calls, puppet } from './agent';
import { SharedTime } from './sharedTime';

/** Where in the life of the first call the fault comes. */
export const steps = [
  'begun',
  'proposed',
  'complete',
  'hooked',
  'asked',
  'decided',
  'recorded',
  'answered',
  'running',
  'ended',
] as const;
export type Step = (typeof steps)[number];

export interface Fault {
  readonly name: string;
  inject(scene: Scene): Promise<void> | void;
  /** What ends with the cell, whatever came of it. */
  after?(scene: Scene): Promise<void> | void;
  /** The person answers otherwise than with an allow. */
  answer?(scene: Scene, card: Card): void;
}

/** As Latch asked for: a hook that is not answered in a minute keeps its call from running. */
const hookPatienceMs = 60_000;
/** Nothing that is still open by then will ever come. */
const patienceMs = 600_000;
/** A process that has not begun by then, in real time, never does. */
const startsWithinMs = 10_000;

export class Scene {
  readonly agent: Agent;
  readonly stage: Stage;
  readonly time: SharedTime;
  /** What the views and the log do, besides what they should. */
  readonly mischief: { onCard?: () => void; onTranscript?: () => void; onView?: () => void; onLog?: () => void };
  /** The rules deny from now on. */
  deniesAll = false;
  isEnded = false;
  /** Nobody clicks for the person any more. */
  nobodyIsThere = false;
  readonly #fault: Fault;

  private constructor(agent: Agent, time: SharedTime, stage: Stage, mischief: Scene['mischief'], fault: Fault) {
    this.agent = agent;
    this.time = time;
    this.stage = stage;
    this.mischief = mischief;
    this.#fault = fault;
  }

  static async open(fault: Fault): Promise<Scene> {
    const agent = await Agent.listening();
    const mischief: Scene['mischief'] = {};
    const time = new SharedTime();
    // After the stage, whose end has deadlines of its own.
    onTestFinished(() => time.end());
    let scene: Scene | undefined;
    const stage = await openStage({
      cli: puppet,
      turns: [],
      environment: { LATCH_PUPPET: agent.socketPath },
      clock: time,
      timeLimit: () => (fault.name === 'the time limit expires' ? 20_000 : 0),
      judge: () => judged(scene?.deniesAll === true),
      onCard: () => mischief.onCard?.(),
      onTranscript: () => mischief.onTranscript?.(),
      onView: () => mischief.onView?.(),
      onLog: () => mischief.onLog?.(),
    });
    scene = new Scene(agent, time, stage, mischief, fault);
    time.begin(() => turnOf(agent, stage));
    return scene;
  }

  async play(step: Step): Promise<void> {
    const { agent, stage } = this;
    const reached = async (name: Step): Promise<void> => {
      if (name === step) await this.#fault.inject(this);
    };
    const sent = stage.session.send('Go').catch(() => {});
    await this.#until(() => agent.turns > 0);
    agent.init();
    await this.#until(() => stage.session.view.status.state === 'running');
    await reached('begun');
    if (!agent.turnOver) agent.propose('a');
    await this.#until(() => this.#state('a') === 'waiting');
    await reached('proposed');
    if (!agent.turnOver) agent.propose('b');
    if (!agent.turnOver) agent.complete();
    await this.#until(() => this.#state('b') === 'waiting');
    await reached('complete');
    if (!agent.turnOver) agent.hook('a');
    await this.#until(() => agent.hooked.get('hook-a') !== '');
    await reached('hooked');
    if (!agent.turnOver && agent.hooked.get('hook-a') === 'ask') agent.ask('a');
    await this.#until(() => stage.cards.get('a')?.details.title !== undefined);
    await reached('asked');
    this.#click('a');
    await reached('decided');
    await this.#until(() => this.#state('a') !== 'waiting');
    await stage.session.savedJournal().catch(() => {});
    await reached('recorded');
    this.#click('b');
    await this.#until(() => agent.open.size === 0);
    await reached('answered');
    await this.#until(() => !['waiting', 'decided'].includes(this.#state('a') ?? ''));
    await reached('running');
    if (!agent.turnOver && this.#isAnswered('a')) agent.result('a');
    await this.#until(() => this.#state('a') !== 'running');
    await reached('ended');
    await this.#settle();
    await sent;
  }

  /** The person answers what waits, and the agent goes on where it may, until nothing is left to be done. */
  async #settle(): Promise<void> {
    const { agent, time } = this;
    const begun = time.passed;
    while (time.passed < begun + patienceMs && !this.#isOver()) {
      this.#answer();
      for (const id of calls) this.#goOn(id, time.passed - begun > hookPatienceMs);
      if (!agent.turnOver && calls.every(id => agent.resultsTold.has(id))) agent.endTurn();
      await pause(2);
    }
  }

  #goOn(id: CallId, hookIsLate: boolean): void {
    const { agent } = this;
    if (agent.turnOver || agent.resultsTold.has(id) || !agent.isUp) return;
    const isTurn = id === 'a' || agent.resultsTold.has('a');
    const hook = agent.hooked.get(`hook-${id}`);
    if (isTurn && hook === undefined) agent.hook(id);
    // A hook that was denied, or ran out, keeps the call from running.
    else if (isTurn && (hook === 'deny' || (hook === '' && hookIsLate))) agent.result(id);
    else if (isTurn && hook === 'ask' && !this.#wasAsked(id)) agent.ask(id);
    else if (this.#isAnswered(id)) agent.result(id);
  }

  #wasAsked(id: CallId): boolean {
    return (
      [...this.agent.open.values()].includes(id) || this.agent.answers.some(it => it.askId.startsWith(`ask-${id}`))
    );
  }

  #isAnswered(id: CallId): boolean {
    const { answers, open } = this.agent;
    return ![...open.values()].includes(id) && answers.some(it => it.askId.startsWith(`ask-${id}`));
  }

  #answer(): void {
    if (this.nobodyIsThere) return;
    for (const card of this.stage.cards.values()) if (card.state === 'waiting') this.#click(card.toolCallId);
  }

  #click(toolCallId: string): void {
    const card = this.stage.cards.get(toolCallId);
    if (card?.state !== 'waiting' || this.nobodyIsThere) return;
    if (this.#fault.answer) return this.#fault.answer(this, card);
    this.confirm(card, true);
  }

  confirm({ toolCallId, revision }: Card, confirmed: boolean, stop = false): boolean {
    const { session } = this.stage;
    const options = confirmed ? {} : { options: { stop } };
    return session.confirm({ sessionId: session.id, toolCallId, revision, confirmed, ...options }).ok;
  }

  #state(id: CallId): Card['state'] | undefined {
    return this.stage.cards.get(id)?.state;
  }

  #isOver(): boolean {
    const { state } = this.stage.session.view.status;
    return this.isEnded || state === 'failed' || (this.agent.turnOver && state === 'idle');
  }

  /** What the fault makes impossible is not waited for long. */
  async #until(condition: () => boolean): Promise<void> {
    const end = this.time.passed + 60_000;
    while (!condition() && !this.#isOver() && this.time.passed < end) await pause(2);
  }
}

/** A process that is starting has its turn when it is there. */
async function turnOf(agent: Agent, { session }: Stage): Promise<void> {
  const end = performance.now() + startsWithinMs;
  const isComing = (): boolean => !agent.isUp && session.view.status.state === 'starting';
  while (isComing() && performance.now() < end) await pause(2);
  await agent.turn();
}

function judged(denies: boolean): Judgement {
  const more = { risk: 'medium', riskSentence: quoted(''), because: [] } as const;
  if (!denies) return { verdict: { decision: 'ask', readOnly: false, always: true }, ...more };
  const by = { kind: 'rule', rule: 'Bash', reason: quoted('denied') } as const;
  return { verdict: { decision: 'deny', readOnly: false, by, message: 'Denied by a rule.' }, ...more };
}
