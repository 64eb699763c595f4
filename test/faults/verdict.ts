// What must hold at the end of every cell, by the books of the agent, the disk and the screen.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { journalParts } from '../../src/stores/journalParts';
import { readLine } from '../../src/core/journal/chain';
import type { JournalRecord } from '../../src/core/journal/journal';
import { calls } from './agent';
import type { Scene } from './scene';

export interface Verdict {
  /** The agent ran a call of which no allow is on the disk. */
  readonly unrecorded: readonly string[];
  /** The agent still waits, and lives; or something does not come to its end. */
  readonly unanswered: readonly string[];
  /** A card or the session says what is not so. */
  readonly wrong: readonly string[];
}

/** Longer than an end may take. */
const endWithinMs = 600_000;
/** The screen may be a moment behind. */
const settledWithinMs = 60_000;

export async function verdictOf(scene: Scene): Promise<Verdict> {
  const { agent, stage } = scene;
  // An end that is under way is waited for, within what an end may take.
  if (scene.isEnded) await endOf(scene);
  const { state } = stage.session.view.status;
  const waits = agent.isUp && !scene.nobodyIsThere && state !== 'failed' && state !== 'ended';
  const unanswered = waits ? [...agent.open.keys()].map(askId => `${askId} was never answered`) : [];
  const wrong = await lastingWords(scene);
  if (!(await endOf(scene))) unanswered.push('the session does not end');
  for (const id of calls) {
    const now = stage.cards.get(id)?.state;
    if (now === 'waiting' || now === 'decided' || now === 'running') wrong.push(`${id} is ${now} after the end`);
  }
  const records = await recordsOf(stage.journalPath);
  const allowed = (id: string): boolean =>
    records.some(it => it.type === 'interaction_response' && it.toolCallId === id && it.choice === 'allow');
  return { unrecorded: [...agent.ran].filter(id => !allowed(id)), unanswered, wrong };
}

/** What is wrong and stays so. */
async function lastingWords(scene: Scene): Promise<string[]> {
  const end = scene.time.passed + settledWithinMs;
  let wrong = wordsOf(scene);
  while (wrong.length > 0 && scene.time.passed < end) {
    await pause(20);
    wrong = wordsOf(scene);
  }
  return wrong;
}

/** Whether the session comes to its end in time. */
async function endOf({ stage, time }: Scene): Promise<boolean> {
  const late = new Promise<boolean>(resolve => {
    time.after(endWithinMs, () => resolve(false));
  });
  return Promise.race([stage.session.end().then(() => true), late]);
}

function wordsOf({ agent, stage, nobodyIsThere }: Scene): string[] {
  const wrong: string[] = [];
  const { state } = stage.session.view.status;
  const isBusy = state === 'running' || state === 'waiting_permission' || state === 'starting';
  if (isBusy && (agent.turnOver || !agent.isUp) && !nobodyIsThere)
    wrong.push(`the session is ${state}, and nothing runs`);
  for (const id of calls) {
    const card = stage.cards.get(id);
    if (!card) continue;
    const ran = agent.ran.has(id);
    const told = agent.resultsTold.has(id);
    if (card.state === 'done' && !ran) wrong.push(`${id} is done, and never ran`);
    // A result that did not arrive: all that is known is that the turn ended while it ran.
    const isCutOff = card.state === 'cancelled' && card.problem?.text === 'The turn ended while this ran.';
    if (ran && told && !['done', 'lost'].includes(card.state) && !isCutOff)
      wrong.push(`${id} ran, and is ${card.state}`);
    if (card.state === 'running' && !ran && agent.isUp && agent.turnOver) wrong.push(`${id} is running, and does not`);
    if (card.state === 'lost' && card.problem === undefined) wrong.push(`${id} is lost without a word`);
  }
  return wrong;
}

async function recordsOf(path: string): Promise<readonly JournalRecord[]> {
  const parts = await journalParts(path);
  return parts.flatMap(part => {
    try {
      return readFileSync(part, 'utf8')
        .split('\n')
        .flatMap(text => readLine(text)?.record ?? []);
    } catch {
      return [];
    }
  });
}
