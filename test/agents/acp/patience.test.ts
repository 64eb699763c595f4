import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { firstReply } from '../../../src/agents/acp/patience';
import { processorSeconds } from '../../../src/agents/descendants';
import type { Clock } from '../../../src/core/base/clock';

/** Each wait is over at once. */
const hurried: Clock = {
  now: () => 0,
  after: (_, then) => {
    const timer = setImmediate(then);
    return () => clearImmediate(timer);
  },
};

test.each<[string, readonly (number | undefined)[], number]>([
  ['does nothing', [0.4], 10],
  ['began to work and stopped', [2, 4, 4], 30],
  ['works for ever', [1, 2, 3, 4, 5, 6], 60],
  ['cannot be looked at', [undefined], 10],
])('an agent that %s is given up', async (_, worked, after) => {
  const looks = worked.values();
  const given = firstReply(new Promise(() => {}), {
    clock: hurried,
    agent: 'Strange',
    worked: async () => looks.next().value,
  });
  await expect(given).rejects.toThrow(`Strange did not answer in ${after} s`);
});

test('one that is busy with its start is waited for', async () => {
  const waking = new EventEmitter();
  const reply = once(waking, 'here');
  let seconds = 0;
  const worked = async (): Promise<number> => {
    seconds += 1;
    if (seconds === 3) waking.emit('here', 'I am');
    return seconds;
  };
  expect(await firstReply(reply, { clock: hurried, agent: 'Strange', worked })).toEqual(['I am']);
});

test('what a child of a process works is told of it, and somebody who waits works nothing', async () => {
  // To ask for the time costs time of the system, which would be told too.
  const burns = 'for (let sum = 0; process.cpuUsage().user < 1_200_000; ) for (let i = 0; i < 1e7; i += 1) sum += i;';
  const parent = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(`${burns} console.log('done'); setInterval(() => {}, 1e6);`)}], { stdio: 'inherit' });
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  await new Promise(resolve => child.stdout.once('data', resolve));
  const worked = async (): Promise<number> => (await processorSeconds(child.pid ?? 0)) ?? 0;
  const busy = await worked();
  expect(busy).toBeGreaterThanOrEqual(1);
  await pause(1500);
  // An agent that gets less than a second of it in ten counts as one that waits.
  expect((await worked()) - busy).toBeLessThan(1);
});
