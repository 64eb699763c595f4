import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStore } from '../../src/stores/fileStore';
import { isOurChange, readRepository } from '../../src/stores/repositoryFiles';

let folder: string;
let rules: string;
let written: { before: string | undefined; after: string } | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-ours-'));
  rules = join(folder, '.latch', 'rules.json');
  mkdirSync(join(folder, '.claude'));
  writeFileSync(join(folder, '.claude', 'settings.json'), '{ "env": { "A": "1" } }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a rule here while somebody else does something, and says whether that is all that happened. */
async function addRuleWhile(meanwhile: () => void): Promise<boolean> {
  const known = await readRepository(folder);
  const store = new FileStore({
    file: rules,
    onWritten: async (before, after) => {
      written = { before, after };
    },
  });
  await store.change([{ type: 'add', rule: { id: 'x', action: 'allow', pattern: 'Bash(npm test)' } }]);
  meanwhile();
  const next = await readRepository(folder);
  expect(next.hash).not.toBe(known.hash);
  return written !== undefined && isOurChange(known, next, written);
}

test('a rule that a person adds keeps what was accepted, with a file and without one', async () => {
  expect(await addRuleWhile(() => {})).toBe(true);
  writeFileSync(rules, '{ "rules": [] }');
  expect(await addRuleWhile(() => {})).toBe(true);
});

test.each<[string, () => void]>([
  [
    'a hook comes in at the same time',
    () => writeFileSync(join(folder, '.claude', 'settings.json'), '{ "hooks": {} }'),
  ],
  ['a file is added', () => writeFileSync(join(folder, '.mcp.json'), '{}')],
  [
    'the rules file is changed again',
    () => writeFileSync(rules, readFileSync(rules, 'utf8').replace('npm test', 'rm:*')),
  ],
  ['a file goes away', () => rmSync(join(folder, '.claude', 'settings.json'))],
])('it does not when %s', async (_, meanwhile) => {
  expect(await addRuleWhile(meanwhile)).toBe(false);
});

test('it does not when the rules file had changed since it was accepted', async () => {
  const known = await readRepository(folder);
  mkdirSync(join(folder, '.latch'));
  writeFileSync(rules, '{ "rules": [{ "action": "allow", "pattern": "Bash" }] }');
  const before = readFileSync(rules, 'utf8');
  writeFileSync(rules, '{ "rules": [] }');
  expect(isOurChange(known, await readRepository(folder), { before, after: '{ "rules": [] }' })).toBe(false);
});
