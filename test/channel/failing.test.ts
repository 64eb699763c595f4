import { expect, onTestFinished, test } from 'vitest';
import { rmSync } from 'node:fs';
import { asks, loadedSession, root } from '../faults/loaded';

test('a channel whose card and notice both fail answers all the same, and harms nobody', async () => {
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const fails = (): never => {
    throw new Error('The view is gone.');
  };
  const { channel, journal, answered } = await loadedSession('failing', false, { onCard: fails, onNotice: fails });
  const done = answered('ask_1');
  expect(() => {
    for (const event of asks(1)) channel.handle(event);
    channel.handle({ type: 'batchComplete', batchId: 'm1' });
    channel.confirm({ sessionId: 'failing', toolCallId: 'toolu_1', revision: 1, confirmed: true });
  }).not.toThrow();
  await done;
  await journal.close();
});
