// What can go wrong around a call: at the agent, on the wire, on the disk, at the person, in a view, with the clock.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Card } from '../../src/core/card/card';
import { handleMethods } from '../fakes/handleMethods';
import type { CallId } from './agent';
import type { Fault, Scene } from './scene';

const fails = (): never => {
  throw new Error('nothing works today');
};

function errno(code: string): Error {
  return Object.assign(new Error(`${code}: it cannot be`), { code });
}

/** It is answered elsewhere, and not run. */
function withdrawn({ agent }: Scene): void {
  for (const [askId, id] of agent.open) {
    agent.withdraw(askId);
    agent.result(id);
  }
}

/** The call that the agent is at. */
function current({ agent }: Scene): CallId {
  return agent.resultsTold.has('a') ? 'b' : 'a';
}

/** From now on every sync, or every write, of any file does this instead. */
function disk(name: string, method: 'datasync' | 'write', what: () => Promise<never>, healsAfterMs?: number): Fault {
  return {
    name,
    async inject() {
      const spy = vi.spyOn(await handleMethods(), method).mockImplementation(what);
      if (healsAfterMs !== undefined) setTimeout(() => spy.mockRestore(), healsAfterMs).unref();
    },
    after: () => void vi.restoreAllMocks(),
  };
}

const never = (): Promise<never> => new Promise(() => {});

const agents: readonly Fault[] = [
  { name: 'the agent is killed', inject: ({ stage }) => kill(stage.session.pid) },
  { name: 'the agent ends by itself', inject: ({ agent }) => agent.exit(0) },
  { name: 'the agent fails', inject: ({ agent }) => agent.exit(1) },
  { name: 'its input is closed', inject: ({ agent }) => agent.closeInput() },
  { name: 'its input hangs', inject: ({ agent }) => agent.hangInput() },
  {
    name: 'the turn ends early',
    inject: ({ agent }) => {
      for (const askId of agent.open.keys()) agent.withdraw(askId);
      agent.endTurn();
    },
  },
  { name: 'it withdraws what it asked', inject: withdrawn },
];

const wire: readonly Fault[] = [
  { name: 'a frame is torn', inject: ({ agent }) => void (agent.tears = 1) },
  { name: 'three frames are torn', inject: ({ agent }) => void (agent.tears = 3) },
  { name: 'lines that are no JSON', inject: ({ agent }) => agent.write('Segmentation fault\n}{\n\u0000\n') },
  {
    name: 'frames that are none',
    inject: ({ agent }) => agent.write('null\n[1]\n{"type":7}\n{"type":"control_request"}\n'),
  },
  { name: 'a frame of 5 MB', inject: ({ agent }) => agent.write(`{"type":"x","y":"${'z'.repeat(5_000_000)}"}\n`) },
  {
    name: 'an unknown request',
    inject: ({ agent }) =>
      agent.write('{"type":"control_request","request_id":"u","request":{"subtype":"grant_all"}}\n'),
  },
  { name: 'the ask comes twice', inject: scene => twice(scene, id => scene.agent.ask(id)) },
  { name: 'the ask comes under a second id', inject: scene => twice(scene, id => scene.agent.ask(id, `ask-${id}-2`)) },
  {
    name: 'the ask comes with another input',
    inject: scene => twice(scene, id => scene.agent.ask(id, `ask-${id}-3`, { command: 'rm -rf build' })),
  },
  {
    name: 'its id comes again for another call',
    inject: scene => twice(scene, id => scene.agent.ask(id === 'a' ? 'b' : 'a', `ask-${id}`)),
    // What is answered under it must not run what was denied.
    answer: (scene, card) => void scene.confirm(card, card.toolCallId === 'a'),
  },
  { name: 'the hook comes twice', inject: scene => scene.agent.hook(current(scene), `hook-${current(scene)}-2`) },
  { name: 'the proposal comes twice', inject: scene => scene.agent.propose(current(scene)) },
  {
    name: 'the result comes twice',
    inject: ({ agent }) => [...agent.resultsTold].forEach(id => agent.result(id)),
  },
  { name: 'a result of no call', inject: ({ agent }) => agent.write(resultOf('nobody')) },
  { name: 'an answer to nobody', inject: ({ agent }) => agent.write('{"type":"control_response","response":{}}\n') },
];

/** Asks once more where it has asked. */
function twice(scene: Scene, again: (id: CallId) => void): void {
  const id = current(scene);
  if ([...scene.agent.open.values()].includes(id)) again(id);
}

function resultOf(id: string): string {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'x' }];
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
}

const disks: readonly Fault[] = [
  disk('a sync fails once', 'datasync', () => Promise.reject(errno('EIO')), 5),
  disk('syncs fail for a while', 'datasync', () => Promise.reject(errno('EIO')), 300),
  disk('syncs fail for ever', 'datasync', () => Promise.reject(errno('EIO'))),
  disk('syncs hang', 'datasync', never),
  disk('writes hang', 'write', never),
  disk('the disk is full', 'write', () => Promise.reject(errno('ENOSPC'))),
  disk('the disk is full for a while', 'write', () => Promise.reject(errno('ENOSPC')), 300),
  disk('the disk is read-only', 'write', () => Promise.reject(errno('EROFS'))),
  disk('writes are not allowed', 'write', () => Promise.reject(errno('EACCES'))),
  { name: 'the journal is removed', inject: ({ stage }) => rmSync(stage.journalPath, { force: true }) },
];

const people: readonly Fault[] = [
  {
    name: 'a double click',
    inject: () => {},
    answer: (scene, card) => [true, true].forEach(yes => scene.confirm(card, yes)),
  },
  {
    name: 'two views answer otherwise',
    inject: () => {},
    answer: (scene, card) => [false, true].forEach(yes => scene.confirm(card, yes)),
  },
  {
    name: 'an answer comes late',
    inject: scene => lateAnswer(scene, scene.stage.cards.get(current(scene))),
  },
  {
    name: 'a deny that stops the turn',
    inject: () => {},
    answer: (scene, card) => void scene.confirm(card, false, true),
  },
  { name: 'the turn is stopped', inject: ({ stage }) => stage.session.interrupt() },
  { name: 'the rules come to deny', inject: scene => rejudged(scene) },
  { name: 'the time limit expires', inject: scene => void (scene.nobodyIsThere = true) },
  { name: 'another message is sent', inject: ({ stage }) => void stage.session.send('More').catch(() => {}) },
  { name: 'the session is ended', inject: scene => ended(scene) },
];

async function lateAnswer(scene: Scene, card: Card | undefined): Promise<void> {
  await pause(50);
  if (card) scene.confirm(card, false);
}

function rejudged(scene: Scene): void {
  scene.deniesAll = true;
  scene.stage.session.rejudge();
}

function ended(scene: Scene): void {
  scene.isEnded = true;
  void scene.stage.sessions.end(scene.stage.session.id);
}

const views: readonly Fault[] = [
  { name: 'the view of cards fails', inject: ({ mischief }) => void (mischief.onCard = fails) },
  { name: 'the transcript fails', inject: ({ mischief }) => void (mischief.onTranscript = fails) },
  {
    name: 'everything that watches fails',
    inject: ({ mischief }) =>
      void Object.assign(mischief, { onCard: fails, onTranscript: fails, onView: fails, onLog: fails }),
  },
  { name: 'the machine sleeps for a day', inject: ({ time }) => time.jump(86_400_000) },
  {
    name: 'the wall clock is set back a day',
    inject: () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000),
    after: () => void vi.restoreAllMocks(),
  },
];

export const faults: readonly Fault[] = [...agents, ...wire, ...disks, ...people, ...views];

/** Without an id it would be the group of this very process. */
function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}
