import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FromRepository, RepositoryReview } from '../../src/core/session/repository';
import { FileStore } from '../../src/stores/fileStore';
import { type AcceptedContent, RepositoryTrust } from '../../src/stores/repositoryTrust';

let folder: string;
let rules: string;
let kept: AcceptedContent | undefined;
let told: (RepositoryReview | undefined)[];
let trust: RepositoryTrust;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-ours-'));
  rules = join(folder, '.latch', 'rules.json');
  mkdirSync(join(folder, '.claude'));
  writeFileSync(join(folder, '.claude', 'settings.json'), '{ "env": { "A": "1" } }');
  kept = undefined;
  told = [];
  trust = new RepositoryTrust({
    kept: {
      read: () => kept,
      write: accepted => {
        kept = accepted;
      },
    },
    folder,
    claudeFolder: () => undefined,
    onChange: review => told.push(review),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function acceptAll(): Promise<void> {
  await trust.read();
  expect(await trust.choose(trust.review?.hash ?? '', 'all')).toBe(true);
}

/** Adds a rule here; `meanwhile` is what happens as soon as the file is written. */
async function addRule(pattern: string, meanwhile: () => unknown = () => {}): Promise<void> {
  const store = new FileStore({
    file: rules,
    whileWriting: (change, write) =>
      trust.whileOurs(change, async () => {
        const written = await write();
        meanwhile();
        return written;
      }),
  });
  expect(await store.change([{ type: 'add', rule: { id: pattern, action: 'allow', pattern } }])).toMatchObject({
    ok: true,
  });
}

const writeOther = (): void =>
  writeFileSync(join(folder, '.claude', 'settings.json'), '{ "env": { "A": "2" }, "apiKeyHelper": "./key" }');
const tamper = (): void => writeFileSync(rules, readFileSync(rules, 'utf8').replace('npm test', 'rm:*'));

describe('a rule that a person adds counts at once', () => {
  test('with a rules file and without one', async () => {
    await acceptAll();
    await addRule('Bash(npm test)');
    expect(trust.allows).toBe(true);
    await addRule('Bash(npm run lint)');
    expect(trust.allows).toBe(true);
  });

  test('where the repository brings nothing', async () => {
    rmSync(join(folder, '.claude'), { recursive: true });
    await trust.read();
    await addRule('Bash(npm test)');
    expect([trust.allows, trust.review?.chosen]).toEqual([true, true]);
  });

  test.each<[string, () => unknown]>([
    ['it is read in that moment', () => trust.read()],
    ['it is read several times', () => [trust.read(), trust.read(), trust.read()]],
  ])('although %s', async (_, meanwhile) => {
    rmSync(join(folder, '.claude'), { recursive: true });
    await trust.read();
    await addRule('Bash(npm test)', meanwhile);
    expect([trust.allows, trust.review?.chosen]).toEqual([true, true]);
    expect(told.at(-1)?.chosen).toBe(true);
  });

  test('although a reading began before it was written', async () => {
    await acceptAll();
    const reading = trust.read();
    await addRule('Bash(npm test)');
    await reading;
    expect(trust.allows).toBe(true);
  });

  test('also for the agent, which is looked at in that moment', async () => {
    await acceptAll();
    let taken: Promise<FromRepository> | undefined;
    await addRule('Bash(npm test)', () => {
      taken = trust.fromRepository();
    });
    expect(await taken).toEqual({ choice: 'all' });
  });

  test('and one that could not be written changes nothing', async () => {
    await acceptAll();
    const { review } = trust;
    expect(await trust.whileOurs({ before: undefined, after: '{}' }, async () => false)).toBe(false);
    await expect(
      trust.whileOurs({ before: undefined, after: '{}' }, () => Promise.reject(new Error('full'))),
    ).rejects.toThrow('full');
    expect([trust.review, (await trust.fromRepository()).choice]).toEqual([review, 'all']);
  });
});

describe('it does not count when', () => {
  test.each<[string, () => void]>([
    ['a hook comes in at the same time', writeOther],
    ['a file is added', () => writeFileSync(join(folder, '.mcp.json'), '{}')],
    ['the rules file is changed again', tamper],
    ['a file goes away', () => rmSync(join(folder, '.claude', 'settings.json'))],
  ])('%s', async (_, meanwhile) => {
    await acceptAll();
    await addRule('Bash(npm test)', meanwhile);
    expect([trust.allows, trust.review?.chosen]).toEqual([false, false]);
  });

  test.each<[string, () => void]>([
    ['a hook', writeOther],
    ['a rule', () => writeFileSync(rules, '{ "rules": [{ "action": "allow", "pattern": "Bash" }] }')],
  ])('%s had come in before, read or not', async (_, before) => {
    mkdirSync(join(folder, '.latch'));
    for (const isRead of [false, true]) {
      await acceptAll();
      before();
      if (isRead) await trust.read();
      await addRule('Bash(npm test)');
      expect([trust.allows, trust.review?.chosen]).toEqual([false, false]);
      rmSync(rules);
      writeFileSync(join(folder, '.claude', 'settings.json'), '{ "env": { "A": "1" } }');
    }
  });

  test('nothing was accepted', async () => {
    await trust.read();
    await addRule('Bash(npm test)');
    expect([trust.allows, trust.review?.chosen]).toEqual([false, false]);
  });

  test('something else was accepted since', async () => {
    await acceptAll();
    const before = { hash: trust.review?.hash };
    writeOther();
    await acceptAll();
    writeFileSync(join(folder, '.claude', 'settings.json'), '{ "env": { "A": "1" } }');
    await addRule('Bash(npm test)');
    expect([trust.allows, trust.review?.chosen]).toEqual([false, false]);
    expect(trust.review?.hash).not.toBe(before.hash);
  });
});

test('a choice is taken for the content that was shown, and for no other', async () => {
  await trust.read();
  const hash = trust.review?.hash ?? '';
  writeOther();
  expect(await trust.choose(hash, 'all')).toBe(false);
  expect([told.at(-1)?.hash === hash, trust.review?.chosen, kept]).toEqual([false, false, undefined]);
});
