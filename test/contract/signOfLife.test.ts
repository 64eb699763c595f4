// An agent that works in silence gives a sign of life when it is asked for one, and is left alone.
import { describe, test } from 'vitest';
import { nodeClock } from '../../src/session/nodeClock';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a command that prints nothing for more than a minute runs to its end', async () => {
    // Ten seconds pass in one, once the command is asked for: eight of it are longer than the silence and the patience
    // together. The start of Claude Code has all the time that it has elsewhere.
    let hurriesSince: number | undefined;
    const clock = {
      now: () => nodeClock.now() + (hurriesSince === undefined ? 0 : (nodeClock.now() - hurriesSince) * 9),
      after: (ms: number, then: () => void) => nodeClock.after(hurriesSince === undefined ? ms : ms / 10, then),
    };
    const stage = await openStage({
      cli,
      clock,
      turns: [[bash('sleeps', 'echo begun > begun.txt; sleep 8; echo over')], [{ text: 'Fine.' }]],
    });
    await stage.send();
    await stage.asked('sleeps');
    hurriesSince = nodeClock.now();
    stage.allow('sleeps');
    await stage.card('sleeps', 'done');
    await stage.idle();
    expect(stage.log.filter(line => line.includes('takes no answers'))).toEqual([]);
  });
});
