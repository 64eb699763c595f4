// Rules in MongoDB, beside what every store does. What of it needs no server: test/stores/mongodbStore.test.ts.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StoredRule } from '../../src/core/ruleAdmin/storedRule';
import type { TeamStore } from '../../src/stores/teamStore';
import { changesOf, hasMongodb, hasMongodbToKill, newMongoDatabase, startMongodb } from '../fakes/mongodb';
import { openGateway } from '../fakes/mongoGateway.mjs';
import { sql } from '../fakes/postgres';
import { openTeam } from '../fakes/team';
import { openWay } from '../fakes/way';

const push: StoredRule = { id: 'p', action: 'deny', pattern: 'Bash(git push:*)' };
const npm: StoredRule = { id: 'n', action: 'allow', pattern: 'Bash(npm run:*)' };
const add = (rule: StoredRule) => ({ type: 'add', rule }) as const;
const patterns = (store: TeamStore): readonly string[] =>
  store.list().rules.map(({ action, pattern }) => `${action} ${pattern}`);
const byHand = { key: 'by hand', version: 1, at: new Date(), who: 'root', role: '' };
const timeout = 30_000;

describe.skipIf(!hasMongodb)('rules in MongoDB', () => {
  test('say who wrote them, and the log what was before and after each change', async () => {
    const url = await newMongoDatabase();
    const store = await openTeam(url);
    const request = { toolCallId: 'toolu_7', text: 'npm run x' };
    await store.change([add({ ...npm, created: { at: 5, by: 'card', request } }), add(push)]);
    await store.change([{ type: 'update', id: 'n', changes: { action: 'deny' } }]);
    await (await openTeam(url, { user: 'bob' })).change([{ type: 'remove', id: 'n' }]);
    const ofOne = [
      { rule: 'n', who: 'bob', before: { action: 'deny', pattern: 'Bash(npm run:*)' } },
      { rule: 'n', who: 'ann@example.com', before: { action: 'allow' }, after: { action: 'deny' } },
      { rule: 'n', who: 'ann@example.com', call: 'toolu_7', after: { action: 'allow' } },
    ];
    expect(await store.audit('n')).toMatchObject(ofOne);
    expect(await store.audit()).toMatchObject([...ofOne.slice(0, 2), { rule: 'p' }, ...ofOne.slice(2)]);
    const [{ author } = {}] = store.list().rules;
    expect(author).toMatchObject({ who: 'ann@example.com' });
    expect(Math.abs(Date.now() - (author?.at ?? 0))).toBeLessThan(600_000);
  });

  test('that are moved together are never there by half', async () => {
    const url = await newMongoDatabase();
    const [writer, reader] = [await openTeam(url), await openTeam(url)];
    await writer.change([add(push), add(npm)]);
    const seen = new Set<string>();
    reader.watch(() =>
      seen.add(
        reader
          .list()
          .rules.map(({ action }) => action)
          .join(' '),
      ),
    );
    for (const [one, other] of [
      ['allow', 'deny'],
      ['deny', 'allow'],
      ['ask', 'ask'],
      ['allow', 'deny'],
    ] as const)
      await writer.change([
        { type: 'update', id: 'p', changes: { action: one } },
        { type: 'update', id: 'n', changes: { action: other } },
      ]);
    await expect.poll(() => reader.list().revision, { timeout }).toBe(writer.list().revision);
    const whole = ['deny allow', 'allow deny', 'ask ask'];
    expect([...seen].filter(it => !whole.includes(it))).toEqual([]);
    expect(seen.size).toBeGreaterThan(0);
  });

  test('that somebody adds by hand are told all the same', async () => {
    const url = await newMongoDatabase();
    const store = await openTeam(url);
    const after = { action: 'deny', pattern: 'Bash(curl:*)', body: {} };
    await changesOf(url, changes => changes.insertOne({ _id: 1, ...byHand, rules: [{ id: 'h', after }] }));
    await expect.poll(() => patterns(store), { timeout }).toEqual(['deny Bash(curl:*)']);
    expect(await store.audit()).toMatchObject([{ rule: 'h', who: 'root' }]);
  });

  test('of which one is not understood make every call ask, until it is', async () => {
    const url = await newMongoDatabase();
    const store = await openTeam(url);
    await store.change([add(push)]);
    const after = { action: 'deny', pattern: 'Bash(x)', body: { expires: 'soon' } };
    await changesOf(url, changes => changes.insertOne({ _id: 2, ...byHand, rules: [{ id: 'x', after }] }));
    await expect
      .poll(() => store.list().unreadable, { timeout })
      .toMatchObject([{ why: { text: 'The rule x is not understood.' } }]);
    expect(patterns(store)).toEqual(['deny Bash(git push:*)']);
    await changesOf(url, changes => changes.insertOne({ _id: 3, ...byHand, rules: [{ id: 'x' }] }));
    await expect.poll(() => store.list().unreadable, { timeout }).toEqual([]);
  });

  test('of a newer form are read, and not written', async () => {
    const url = await newMongoDatabase();
    const [older] = [await openTeam(url)];
    await older.change([add(push)]);
    await changesOf(url, changes => changes.insertOne({ _id: 2, ...byHand, version: 2, rules: [] }));
    for (const store of [older, await openTeam(url)]) {
      // Whoever was there before is told by the change that it wants to add.
      expect(await store.change([{ type: 'remove', id: 'p' }])).toMatchObject({
        ok: false,
        problem: { code: 'newer' },
      });
      expect(patterns(store)).toEqual(['deny Bash(git push:*)']);
      expect(store.list().problems).toMatchObject([{ code: 'newer' }]);
      expect(store.status).toMatchObject({ mayWrite: false });
    }
    expect(await changesOf(url, changes => changes.countDocuments())).toBe(3);
  });

  test('are made once, whoever comes first', async () => {
    const url = await newMongoDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openTeam(url)));
    expect(stores.map(({ status }) => status.state)).toEqual(Array.from({ length: 8 }, () => 'online'));
    expect(new Set(stores.map(store => store.list().revision)).size).toBe(1);
    const names = await changesOf(url, async changes => (await changes.indexes()).map(({ name }) => name));
    expect(names).toEqual(['_id_', 'rule']);
  });

  test('name those who are connected, and nobody who has gone', async () => {
    const url = await newMongoDatabase();
    const store = await openTeam(url);
    const other = await openTeam(url, { user: 'bob' });
    expect(await store.members()).toEqual(['ann@example.com', 'bob']);
    await other.close();
    expect(await store.members()).toEqual(['ann@example.com']);
  });

  test('of which one change is too large are refused with a way on, and smaller ones taken', async () => {
    const store = await openTeam(await newMongoDatabase());
    const large = Array.from({ length: 9000 }, (_, at) =>
      add({ id: `r${at}`, action: 'deny', pattern: `Bash(tool-${at})`, description: 'x'.repeat(2000) }),
    );
    const refused = await store.change(large);
    expect(refused).toMatchObject({ ok: false, problem: { message: { text: expect.stringContaining('in parts') } } });
    expect(store.status.state).toBe('online');
    for (const half of [large.slice(0, 4500), large.slice(4500)])
      expect(await store.change(half)).toMatchObject({ ok: true });
    expect(store.list().rules).toHaveLength(9000);
  });

  test('that are all gone at once do not count any longer', async () => {
    const url = await newMongoDatabase();
    const store = await openTeam(url);
    await store.change([add(npm)]);
    await changesOf(url, changes => changes.deleteMany({}));
    await expect.poll(() => patterns(store), { timeout: 55_000 }).toEqual([]);
    await expect.poll(() => store.status.state, { timeout }).toBe('online');
    expect(await store.change([add(push)])).toMatchObject({ ok: true });
  }, 120_000);

  test('that were changed ten thousand times are read whole', async () => {
    const url = await newMongoDatabase();
    await openTeam(url);
    await changesOf(url, changes =>
      changes.insertMany(
        Array.from({ length: 10_000 }, (_, at) => ({
          _id: at + 1,
          ...byHand,
          rules: [{ id: `r${at % 2000}`, after: { action: 'ask', pattern: `Bash(tool-${at})`, body: {} } }],
        })),
      ),
    );
    const { rules } = (await openTeam(url)).list();
    expect(rules).toHaveLength(2000);
    expect(rules.at(-1)?.pattern).toBe('Bash(tool-9999)');
  });
});

describe.skipIf(!hasMongodbToKill)('a MongoDB server that is away', () => {
  test('was never reached: nothing is known, so every call asks', async () => {
    const store = await openTeam('mongodb://ann:secret@127.0.0.1:1/latch');
    expect(store.list()).toMatchObject({ broken: true, rules: [], problems: [{ code: 'broken' }] });
    expect(JSON.stringify([store.list(), store.status])).not.toContain('secret');
    expect(await store.change([add(push)])).toMatchObject({ ok: false, problem: { code: 'offline' } });
  });

  test('comes back with what it was told meanwhile, also from an older state', async () => {
    const url = await newMongoDatabase();
    const way = await openWay(Number(new URL(url).port));
    const store = await openTeam(url.replace(/:\d+\//, `:${way.port}/`));
    await store.change([add(push)]);
    way.cut();
    await expect.poll(() => store.status.state, { timeout }).toBe('offline');
    expect([patterns(store), store.list().broken]).toEqual([['deny Bash(git push:*)'], false]);
    // As if it had been restored from before that change, and somebody else had changed it then.
    await changesOf(url, changes => changes.deleteOne({ _id: 1 }));
    await (await openTeam(url, { user: 'bob' })).change([add(npm)]);
    way.mend();
    await expect.poll(() => patterns(store), { timeout }).toEqual(['allow Bash(npm run:*)']);
  });

  test('when a window starts: what another one read is known', async () => {
    const server = await startMongodb();
    let text: string | undefined;
    const copy = { read: () => text, write: (next: string) => void (text = next) };
    const url = `${server.url}/latch`;
    const first = await openTeam(url, { copy });
    await first.change([
      add({ ...push, expires: 9e15, description: 'x', beside: { $note: ['a.b', { 'c.d': null }] } }),
    ]);
    await first.close();
    server.end();
    await server.ended;
    const store = await openTeam(url, { copy });
    expect(store.list().rules).toMatchObject([
      { ...push, expires: 9e15, description: 'x', beside: { $note: ['a.b', { 'c.d': null }] } },
    ]);
    expect(store.status).toMatchObject({ state: 'offline', readAt: expect.any(Number) });
  });
});

test.skipIf(!hasMongodbToKill)('who may only read shares the rules, and is told so when they change one', async () => {
  const server = await startMongodb();
  onTestFinished(server.end);
  const lead = await openTeam(`${server.url}/latch`);
  await lead.change([add(push)]);
  await sql(
    server.engine,
    `create role reader login in role documentdb_readonly_role, documentdb_api_find_role;
     grant usage on schema documentdb_core, documentdb_api, documentdb_api_catalog, documentdb_api_internal, documentdb_data to reader;
     grant select on all tables in schema documentdb_data to reader`,
  );
  const port = await openGateway({ url: server.engine.replace('latch@', 'reader@') });
  const member = await openTeam(`mongodb://127.0.0.1:${port}/latch`);
  expect([patterns(member), (await member.audit()).length]).toEqual([['deny Bash(git push:*)'], 1]);
  expect(await member.change([{ type: 'remove', id: 'p' }])).toMatchObject({
    ok: false,
    problem: { code: 'unwritable', message: { text: expect.stringContaining('You may read the rules of the team') } },
  });
  expect(member.status.state).toBe('online');
  await lead.change([add(npm)]);
  await expect.poll(() => patterns(member), { timeout }).toHaveLength(2);
});

test.skipIf(!hasMongodbToKill)('a server that tells of changes is not asked for them', async () => {
  const server = await startMongodb('streams');
  onTestFinished(server.end);
  const url = `${server.url}/latch`;
  const [writer, reader] = await Promise.all([openTeam(url), openTeam(url, { lookMs: 1_000_000 })]);
  for (const rule of [push, npm]) {
    await writer.change([add(rule)]);
    await expect.poll(() => reader.list().revision, { timeout }).toBe(writer.list().revision);
  }
});
