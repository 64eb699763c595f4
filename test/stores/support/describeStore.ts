// What every kind of store does: the one suite that all of them pass.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StoredRule } from '../../../src/core/ruleAdmin/storedRule';
import type { RuleStore } from '../../../src/stores/ruleStore';

const rule = (
  id: string,
  action: StoredRule['action'],
  pattern: string,
  more: Partial<StoredRule> = {},
): StoredRule => ({
  id,
  action,
  pattern,
  ...more,
});
const shown = (store: RuleStore): string[] => store.list().rules.map(it => `${it.id}: ${it.action} ${it.pattern}`);
const push = rule('p', 'deny', 'Bash(git push:*)');
const npm = rule('n', 'allow', 'Bash(npm run:*)');

interface Made {
  readonly store: RuleStore;
  /** Opens the same rules again, as another window would. */
  readonly open: () => RuleStore | Promise<RuleStore>;
  /** Where there is one, the file in which they stand. */
  readonly file?: string;
}

export interface StoreKind {
  readonly name: string;
  readonly make: () => Made | Promise<Made>;
}

export function describeStore({ name, make }: StoreKind): void {
  describe(`a store of rules: ${name}`, () => suite(make));
}

function suite(make: StoreKind['make']): void {
  test('is empty at first', async () => {
    expect((await make()).store.list()).toMatchObject({ rules: [], problems: [], broken: false });
  });

  test('lists at once what was added, in order, and so does whoever opens it anew', async () => {
    const { store, open } = await make();
    await store.change([{ type: 'add', rule: push }]);
    expect(await store.change([{ type: 'add', rule: npm }])).toMatchObject({ ok: true, ids: ['n'] });
    expect(shown(store)).toEqual(['p: deny Bash(git push:*)', 'n: allow Bash(npm run:*)']);
    expect(shown(await open())).toEqual(shown(store));
  });

  test('keeps every part of a rule', async () => {
    const { store, open } = await make();
    const whole = rule('w', 'ask', 'WebFetch(domain:example.com)', {
      description: 'Ask first — 先问',
      expires: Date.UTC(2031, 0, 2),
      created: { at: Date.UTC(2030, 0, 2), by: 'card', request: { toolCallId: 'toolu_1', text: 'fetch "it"\nnow' } },
    });
    await store.change([{ type: 'add', rule: whole }]);
    expect((await open()).list().rules).toMatchObject([whole]);
  });

  test('does not hold the same rule twice, however it is written', async () => {
    const { store } = await make();
    await store.change([{ type: 'add', rule: npm }]);
    const again = await store.change([{ type: 'add', rule: rule('x', 'allow', 'Bash(npm  run *)') }]);
    expect(again).toMatchObject({ ok: true, ids: ['n'], inverse: [] });
    expect(shown(store)).toEqual(['n: allow Bash(npm run:*)']);
  });

  test('moves a rule from allow to deny and back in one step', async () => {
    const { store } = await make();
    await store.change([{ type: 'add', rule: npm }]);
    const moved = await store.change([{ type: 'add', rule: rule('x', 'deny', 'Bash(npm run:*)') }]);
    expect(shown(store)).toEqual(['n: deny Bash(npm run:*)']);
    if (moved.ok) await store.change(moved.inverse);
    expect(shown(store)).toEqual(['n: allow Bash(npm run:*)']);
  });

  test('takes a new pattern without changing the id', async () => {
    const { store, open } = await make();
    await store.change([{ type: 'add', rule: npm }]);
    await store.change([
      { type: 'update', id: 'n', changes: { pattern: 'Bash(npm test)', description: 'tests', expires: 5_000 } },
    ]);
    expect((await open()).list().rules).toMatchObject([
      { id: 'n', pattern: 'Bash(npm test)', description: 'tests', expires: 5_000 },
    ]);
    await store.change([{ type: 'update', id: 'n', changes: { description: null, expires: null } }]);
    expect((await open()).list().rules[0]).not.toHaveProperty('description');
    expect((await open()).list().rules[0]).not.toHaveProperty('expires');
  });

  test('makes all changes or none', async () => {
    const { store } = await make();
    await store.change([{ type: 'add', rule: npm }]);
    const { revision } = store.list();
    const changed = await store.change([
      { type: 'add', rule: push },
      { type: 'remove', id: 'n' },
      { type: 'update', id: 'nobody', changes: { action: 'deny' } },
    ]);
    expect(changed).toMatchObject({ ok: false, problem: { code: 'gone' } });
    expect(shown(store)).toEqual(['n: allow Bash(npm run:*)']);
    expect(store.list().revision).toBe(revision);
  });

  test.each(['Bash(', 'Bash(a && b)', '', '*', 'Bash()'])('refuses the allow rule %j', async pattern => {
    const { store } = await make();
    const changed = await store.change([{ type: 'add', rule: rule('x', 'allow', pattern) }]);
    expect(changed).toMatchObject({ ok: false, problem: { code: 'invalid' } });
    expect(shown(store)).toEqual([]);
  });

  test('refuses to turn a deny rule into an allow rule that may not be one', async () => {
    const { store } = await make();
    await store.change([{ type: 'add', rule: rule('d', 'deny', 'mcp__*') }]);
    const changed = await store.change([{ type: 'update', id: 'd', changes: { action: 'allow' } }]);
    expect(changed).toMatchObject({ ok: false, problem: { code: 'invalid' } });
    expect(shown(store)).toEqual(['d: deny mcp__*']);
  });

  test('takes back whatever was changed', async () => {
    const { store } = await make();
    await store.change([
      { type: 'add', rule: push },
      { type: 'add', rule: npm },
    ]);
    const before = shown(store).toSorted();
    const changed = await store.change([
      { type: 'remove', id: 'p' },
      { type: 'update', id: 'n', changes: { action: 'ask' } },
      { type: 'add', rule: rule('e', 'allow', 'Edit(src/**)') },
    ]);
    expect(shown(store).toSorted()).not.toEqual(before);
    if (changed.ok) await store.change(changed.inverse);
    expect(shown(store).toSorted()).toEqual(before);
  });

  test('refuses a change that was made for other rules than those that are there', async () => {
    const { store, open } = await make();
    await store.change([{ type: 'add', rule: npm }]);
    const { revision } = store.list();
    await (await open()).change([{ type: 'add', rule: push }]);
    const late = await store.change([{ type: 'remove', id: 'n' }], revision);
    expect(late).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(store.list().rules).toHaveLength(2);
  });

  test('gives every content a revision of its own', async () => {
    const { store } = await make();
    const seen = new Set([store.list().revision]);
    await store.change([{ type: 'add', rule: npm }]);
    seen.add(store.list().revision);
    await store.change([{ type: 'add', rule: push }]);
    seen.add(store.list().revision);
    expect(seen.size).toBe(3);
  });

  test('tells of a change, also of one by another window', async () => {
    const { store, open } = await make();
    let told = 0;
    const end = store.watch(() => (told += 1));
    await store.change([{ type: 'add', rule: npm }]);
    expect(told).toBe(1);
    await (await open()).change([{ type: 'add', rule: push }]);
    await expect.poll(() => told, { timeout: 30_000 }).toBe(2);
    end();
    await store.change([{ type: 'remove', id: 'n' }]);
    expect(told).toBe(2);
  });

  test('loses nothing of what is changed at the same time', async () => {
    const { store, open } = await make();
    const other = await open();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? store : other).change([{ type: 'add', rule: rule(`r${at}`, 'allow', `Bash(tool-${at})`) }]),
      ),
    );
    await expect.poll(() => new Set(store.list().rules.map(it => it.id)).size, { timeout: 30_000 }).toBe(40);
  });

  test('holds 5,000 rules', async () => {
    const { store, open, file } = await make();
    const many = Array.from({ length: 5000 }, (_, at) => rule(`r${at}`, 'allow', `Bash(tool-${at} run:*)`));
    if (file !== undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ version: 1, rules: many }, undefined, 2));
    } else await store.change(many.map(it => ({ type: 'add', rule: it })));
    expect(await store.change([{ type: 'add', rule: push }])).toMatchObject({ ok: true });
    expect(await store.change([{ type: 'remove', id: 'r2500' }])).toMatchObject({ ok: true });
    expect((await open()).list().rules).toHaveLength(5000);
  });
}
