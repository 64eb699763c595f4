// An ask that does not arrive whole: Claude Code says again what it waits for, in the middle of a turn, and loses nothing by it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

const tearing = fileURLToPath(new URL('../fakes/tearingCli.mjs', import.meta.url));

describe.each(clis)('Claude Code $version', ({ path }) => {
  test('an ask that was torn in two is asked for again, and the hooks still hold', async () => {
    const stage = await openStage({
      cli: tearing,
      environment: { LATCH_TORN_CLI: path },
      turns: [
        [bash('torn', 'echo x > torn.txt')],
        [bash('next', 'echo x > next.txt'), bash('reads', 'ls')],
        [{ text: 'Fine.' }],
      ],
    });
    await stage.send();
    await stage.asked('torn');
    expect(existsSync(join(stage.workspace, 'torn.txt'))).toBe(false);
    stage.allow('torn');
    // Also what Claude Code would run unasked comes through the hooks as before.
    await stage.card('reads', 'waiting');
    stage.deny('next');
    stage.allow('reads');
    await stage.idle();
    expect([...stage.cards.values()].map(card => `${card.toolCallId} ${card.state}`)).toEqual([
      'torn done',
      'next denied',
      'reads done',
    ]);
    expect(existsSync(join(stage.workspace, 'next.txt'))).toBe(false);
    expect(stage.log.filter(line => line.includes('not JSON'))).toHaveLength(2);
  });
});
