// What a call costs, counted: no clock, so that it is the same on every machine.
import { createHook } from 'node:async_hooks';
import { open } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Card } from '../../src/core/card/card';
import { asks, loadedSession, root } from '../faults/loaded';

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a batch of 100 calls that are allowed together costs at most four syncs of the disk', async () => {
  const { channel, journal, answered } = await loadedSession('batch', true);
  const file = await open(join(root, 'any'), 'w');
  const datasync = vi.spyOn(Object.getPrototypeOf(file), 'datasync');
  await file.close();
  const numbers = Array.from({ length: 100 }, (_, at) => at + 1);
  for (const number of numbers) for (const event of asks(number, 'all')) channel.handle(event);
  channel.handle({ type: 'batchComplete', batchId: 'all' });
  const done = Promise.all(numbers.map(number => answered(`ask_${number}`)));
  for (const number of numbers)
    channel.confirm({ sessionId: 'batch', toolCallId: `toolu_${number}`, revision: 1, confirmed: true });
  await done;
  expect(datasync.mock.calls.length).toBeGreaterThan(0);
  expect(datasync.mock.calls.length).toBeLessThanOrEqual(4);
  datasync.mockRestore();
  await journal.close();
});

test('a record that is waited for costs one write and one sync, and no other work of other threads', async () => {
  const { journal } = await loadedSession('record', true);
  await journal.append([{ type: 'turn_ended', ok: true }]);
  let files = 0;
  const hook = createHook({ init: (_, type) => void (files += type.startsWith('FSREQ') ? 1 : 0) }).enable();
  await journal.append([{ type: 'turn_ended', ok: true }]);
  hook.disable();
  expect(files).toBe(2);
  await journal.close();
});

test('a call is told to the page when something of it changed, and no other call with it', async () => {
  const told: string[] = [];
  const onCard = ({ toolCallId, state }: Card): void => void told.push(`${toolCallId} ${state}`);
  const { channel, journal, answered } = await loadedSession('told', false, { onCard });
  for (const number of [1, 2]) {
    for (const event of asks(number)) channel.handle(event);
    channel.handle({ type: 'batchComplete', batchId: `m${number}` });
  }
  told.length = 0;
  const done = answered('ask_2');
  channel.confirm({ sessionId: 'told', toolCallId: 'toolu_2', revision: 1, confirmed: true });
  await done;
  channel.handle({ type: 'ended', toolCallId: 'toolu_2', ok: true, text: 'ok' });
  expect(told).toEqual(['toolu_2 decided', 'toolu_2 running', 'toolu_2 done']);
  await journal.close();
});
