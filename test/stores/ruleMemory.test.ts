import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RuleMemory } from '../../src/stores/ruleMemory';

let folder: string;
const open = (): RuleMemory => new RuleMemory(join(folder, 'memory.json'));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('hits of several windows add up', async () => {
  const [one, two] = [open(), open()];
  one.hit('user:a', 5);
  one.hit('user:a', 7);
  two.hit('user:a', 6);
  two.hit('user:b', 1);
  expect(one.hitsOf('user:a')).toEqual({ count: 2, last: 7 });
  await Promise.all([one.save(), two.save()]);
  expect(open().hitsOf('user:a')).toEqual({ count: 3, last: 7 });
  expect(open().hitsOf('user:b')).toEqual({ count: 1, last: 1 });
  one.hit('user:a', 9);
  await one.save();
  expect(open().hitsOf('user:a')).toEqual({ count: 4, last: 9 });
});

test('what is dismissed stays so', async () => {
  await open().dismiss('repeated Bash npm test');
  expect(open().isDismissed('repeated Bash npm test')).toBe(true);
  expect(open().isDismissed('another')).toBe(false);
});

test('the scope that was chosen last is remembered, by a later window too', async () => {
  expect(open().lastScope).toBeUndefined();
  const one = open();
  one.choseScope('user');
  expect(one.lastScope).toBe('user');
  await one.save();
  const two = open();
  two.hit('user:a', 5);
  await two.save();
  expect(open().lastScope).toBe('user');
  writeFileSync(join(folder, 'memory.json'), '{"lastScope":"planet"}');
  expect(open().lastScope).toBeUndefined();
});

test('a file that is broken is forgotten, and a place that takes none is no harm', async () => {
  writeFileSync(join(folder, 'memory.json'), '{"hits":{"user:a":{"count":"x"},"user:b":{"count":1,"last":2}');
  expect(open().hitsOf('user:b')).toBeUndefined();
  const nowhere = new RuleMemory(join(folder, 'memory.json', 'below'));
  nowhere.hit('user:a', 1);
  await nowhere.save();
  expect(nowhere.hitsOf('user:a')).toEqual({ count: 1, last: 1 });
});
