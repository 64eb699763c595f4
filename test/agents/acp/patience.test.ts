import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
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
  const burns = `const seconds = () => process.cpuUsage().user / 1e6;
    for (const end = seconds() + 1.2; seconds() < end; ) for (let x = 0; x < 1e6; x += 1);`;
  const parent = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(`${burns} console.log('done'); setInterval(() => {}, 1e6);`)}], { stdio: 'inherit' });
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  await new Promise(resolve => child.stdout.once('data', resolve));
  const worked = await processorSeconds(child.pid ?? 0);
  expect(worked).toBeGreaterThanOrEqual(1);
  expect(worked).toBeLessThan(5);
});
