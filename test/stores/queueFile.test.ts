import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { QueueFile } from '../../src/stores/queueFile';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latch-queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'queues', 's.json');
}

const image = { kind: 'image', name: 'a.png', mediaType: 'image/png', data: 'AA==' } as const;

test('what waits is read as it was written, and only this user can read it', async () => {
  const path = place();
  const messages = [
    { id: 'a', text: 'One', attachments: [image] },
    { id: 'b', text: 'Two' },
  ];
  await new QueueFile(path).save(messages);
  expect(await new QueueFile(path).load()).toEqual(messages);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
});

test('where nothing waits there is no file', async () => {
  const path = place();
  expect(await new QueueFile(path).load()).toEqual([]);
  await new QueueFile(path).save([{ id: 'a', text: 'One' }]);
  await new QueueFile(path).save([]);
  expect(existsSync(path)).toBe(false);
});

test('what is no message is left out', async () => {
  const path = place();
  await new QueueFile(path).save([{ id: 'a', text: 'One' }]);
  writeFileSync(
    path,
    JSON.stringify([{ id: 1 }, null, { id: 'b', text: 'Two', attachments: [{ kind: 'exe' }, image] }]),
  );
  expect(await new QueueFile(path).load()).toEqual([{ id: 'b', text: 'Two', attachments: [image] }]);
});

test.each([
  ['cut', '[{"id":"a","te'],
  ['no list', '{"id":"a"}'],
  ['empty', ''],
])('a file that is %s is put aside and told of, and nothing is written over it', async (_, text) => {
  const path = place();
  const queue = new QueueFile(path);
  await queue.save([{ id: 'a', text: 'One' }]);
  writeFileSync(path, text);
  await expect(queue.load()).rejects.toThrow(`Their file was put aside: ${path}.damaged`);
  await queue.save([{ id: 'b', text: 'Two' }]);
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
  expect(await queue.load()).toEqual([{ id: 'b', text: 'Two' }]);
  await queue.remove();
  expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([false, false]);
});
