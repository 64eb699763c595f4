import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StoredRule } from '../../src/core/ruleAdmin/storedRule';
import { readAddress } from '../../src/stores/postgres/address';
import { newDatabase, postgresServer, sql, startPostgres, withRoles } from '../fakes/postgres';
import { openTeam } from '../fakes/team';
import { openWay } from '../fakes/way';
import type { TeamStore } from '../../src/stores/teamStore';

const push: StoredRule = { id: 'p', action: 'deny', pattern: 'Bash(git push:*)' };
const npm: StoredRule = { id: 'n', action: 'allow', pattern: 'Bash(npm run:*)' };
/** So that only a notice of the server is heard. */
const never = 1_000_000;
const patterns = (store: { list(): { readonly rules: readonly StoredRule[] } }): string[] =>
  store.list().rules.map(({ action, pattern }) => `${action} ${pattern}`);

describe('the address of a database', () => {
  const verified = { rejectUnauthorized: true };
  test.each([
    ['postgres://ann:p%40ss@db.example.com/rules', { host: 'db.example.com', password: 'p@ss', ssl: verified }],
    ['postgres://ann@10.0.0.7:6543/rules', { port: 6543, ssl: verified }],
    ['postgres://ann@db.example.com', { database: 'latch', ssl: verified }],
    ['postgres://ann@localhost.example.com/x', { ssl: verified }],
    ['postgres://ann@127.0.0.1:5432/rules', { ssl: false }],
    ['postgresql://ann@localhost/rules', { ssl: false }],
    ['postgres://ann@[::1]/rules', { host: '::1', ssl: false }],
    ['postgres://ann@localhost/rules?sslmode=verify-full', { ssl: verified }],
    ['postgres://ann@db.example.com/rules?sslmode=disable', { ssl: false }],
  ])('%s', (text, config) => {
    expect(readAddress(text)).toMatchObject({ config });
  });

  test.each([
    ['', 'must look like'],
    ['localhost:5432', 'must look like'],
    ['mysql://x/y', 'must look like'],
    ['postgres:///x', 'must look like'],
    ['postgres://h/x?sslmode=prefer', 'must be verify-full or disable'],
    ['postgres://h/x?sslmode=require', 'must be verify-full or disable'],
    ['postgres://h/x?ssl=0', 'has ssl, which is not known'],
    ['postgres://h/x?sslrootcert=/no/such/file', 'cannot be read'],
  ])('refuses %j', (text, why) => {
    expect(readAddress(text)).toMatchObject({ text: expect.stringContaining(why) });
  });

  test('is told without user and password', () => {
    expect(readAddress('postgres://ann:secret@db.example.com:6543/rules')).toMatchObject({
      place: 'db.example.com:6543/rules',
    });
  });

  test('is not spoken to in the clear where TLS was to be', async () => {
    const store = await openTeam(`${await newDatabase()}?sslmode=verify-full`);
    expect(store.status).toMatchObject({
      state: 'offline',
      why: { text: 'The server does not support SSL connections' },
    });
  });
});

test('a server is taken over TLS as what its certificate says, and as nothing else', async () => {
  const server = await startPostgres();
  onTestFinished(server.end);
  const [folder, own] = [join(import.meta.dirname, '..', 'fixtures', 'tls'), `${server.url}/postgres`];
  for (const name of ['localhost.key', 'localhost.pem'])
    await sql(
      own,
      `copy (select regexp_split_to_table('${readFileSync(join(folder, name), 'utf8').trim()}', '\n')) to program 'umask 077; cat > ${name}'`,
    );
  await sql(own, "alter system set ssl_cert_file = 'localhost.pem'");
  await sql(own, "alter system set ssl_key_file = 'localhost.key'");
  await sql(own, 'alter system set ssl = on');
  await sql(own, 'select pg_reload_conf()');
  const asked = async (host: string, more: string): Promise<unknown> => {
    const { status } = await openTeam(`${own.replace('127.0.0.1', host)}?sslmode=verify-full${more}`);
    return status.state === 'offline' ? status.why.text : status.state;
  };
  const root = `&sslrootcert=${encodeURIComponent(join(folder, 'localhost.pem'))}`;
  await expect.poll(() => asked('localhost', root), { timeout: 30_000 }).toBe('online');
  expect(await asked('localhost', '')).toBe('self-signed certificate');
  expect(await asked('127.0.0.1', root)).toContain("does not match certificate's altnames");
  const [{ all } = {}] = await sql(
    own,
    "select bool_and(ssl) as all from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'Latch: %'",
  );
  expect(all).toBe(true);
});

describe('rules in PostgreSQL', () => {
  test('say who wrote them, and the database keeps what was before and after each change', async () => {
    const url = await newDatabase();
    const store = await openTeam(url);
    const call = { toolCallId: 'toolu_7', text: 'npm run x' };
    await store.change([{ type: 'add', rule: { ...npm, created: { at: 5, by: 'card', request: call } } }]);
    await store.change([{ type: 'update', id: 'n', changes: { action: 'deny' } }]);
    await (await openTeam(url, { user: 'bob' })).change([{ type: 'remove', id: 'n' }]);
    expect(await store.audit('n')).toMatchObject([
      { who: 'bob', role: 'latch', before: { action: 'deny', pattern: 'Bash(npm run:*)' } },
      { who: 'ann@example.com', before: { action: 'allow' }, after: { action: 'deny' } },
      { who: 'ann@example.com', role: 'latch', call: 'toolu_7', after: { action: 'allow' } },
    ]);
  });

  test('that somebody changes by hand are told and written down all the same', async () => {
    const url = await newDatabase();
    const store = await openTeam(url, { lookMs: never });
    await sql(url, "insert into latch.rules (id, action, pattern) values ('h', 'deny', 'Bash(curl:*)')");
    await expect.poll(() => patterns(store), { timeout: 30_000 }).toEqual(['deny Bash(curl:*)']);
    expect(await store.audit()).toMatchObject([{ rule: 'h', who: 'latch', role: 'latch' }]);
  });

  test('of which one is not understood make every call ask', async () => {
    const url = await newDatabase();
    const store = await openTeam(url);
    await store.change([{ type: 'add', rule: push }]);
    await sql(
      url,
      `insert into latch.rules (id, action, pattern, body) values ('x', 'deny', 'Bash(x)', '{"expires": "soon"}')`,
    );
    await expect
      .poll(() => store.list().unreadable, { timeout: 30_000 })
      .toMatchObject([{ why: { text: 'The rule x is not understood.' } }]);
    expect(patterns(store)).toEqual(['deny Bash(git push:*)']);
  });

  test('of a newer form are read, and not written', async () => {
    const url = await newDatabase();
    await (await openTeam(url)).change([{ type: 'add', rule: push }]);
    await sql(url, 'update latch.state set version = 2');
    const store = await openTeam(url);
    expect(patterns(store)).toEqual(['deny Bash(git push:*)']);
    expect(store.list().problems).toMatchObject([{ code: 'newer' }]);
    expect(await store.change([{ type: 'remove', id: 'p' }])).toMatchObject({ ok: false, problem: { code: 'newer' } });
    expect(await sql(url, 'select version from latch.state')).toEqual([{ version: 2 }]);
  });

  test('are made once, whoever comes first', async () => {
    const url = await newDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openTeam(url)));
    expect(stores.map(({ status }) => status.state)).toEqual(Array.from({ length: 8 }, () => 'online'));
  });

  test('name those who are connected', async () => {
    const url = await newDatabase();
    const store = await openTeam(url);
    await openTeam(url, { user: 'bob' });
    expect(await store.members()).toEqual(['ann@example.com', 'bob']);
  });
});

test('only what has changed is read, and adds up to all that is there', async () => {
  const url = await newDatabase();
  const store = await openTeam(url, { lookMs: never });
  const fixed: StoredRule = { id: 'z', action: 'ask', pattern: 'Bash(z)' };
  await store.change([push, npm, fixed].map(rule => ({ type: 'add', rule })));
  const kept = (): StoredRule | undefined => store.list().rules.find(({ id }) => id === 'z');
  const byId = (from: TeamStore): readonly StoredRule[] =>
    from.list().rules.toSorted((one, other) => one.id.localeCompare(other.id));
  const before = kept();
  const insert = 'insert into latch.rules (id, action, pattern) values';
  for (const change of [
    `${insert} ('a', 'deny', 'Bash(a)'), ('b', 'allow', 'Bash(b)')`,
    "update latch.rules set action = 'ask' where id in ('p', 'b')",
    "delete from latch.rules where id = 'n'",
    "update latch.rules set pattern = 'Bash(nothing)' where id = 'nobody'",
    `delete from latch.rules where id = 'a'; ${insert} ('a', 'deny', 'Bash(a again)')`,
  ]) {
    await sql(url, change);
    const fresh = byId(await openTeam(url));
    await expect.poll(() => byId(store), { timeout: 30_000 }).toEqual(fresh);
    expect(kept()).toBe(before);
  }
  // What was never told of single rules is found by their number.
  await sql(url, "update latch.rules set id = 'c' where id = 'b'");
  await expect.poll(() => byId(store).map(({ id }) => id), { timeout: 30_000 }).toEqual(['a', 'c', 'p', 'z']);
  await sql(url, `truncate latch.rules; ${insert} ('d', 'deny', 'Bash(d)')`);
  await expect.poll(() => patterns(store), { timeout: 30_000 }).toEqual(['deny Bash(d)']);
});

test('with the grants of docs/team.md members read and leads write, and nobody writes the log', async () => {
  const url = await newDatabase();
  await openTeam(url);
  const as = await withRoles(url, { ann: 'member', lea: 'lead' });
  const suffix = new URL(url).pathname.slice(1);

  const lead = await openTeam(as('lea'));
  expect(await lead.change([{ type: 'add', rule: push }])).toMatchObject({ ok: true });
  const member = await openTeam(as('ann'));
  expect([patterns(member), (await member.audit()).length]).toEqual([['deny Bash(git push:*)'], 1]);
  expect(await member.change([{ type: 'remove', id: 'p' }])).toMatchObject({
    ok: false,
    problem: { code: 'unwritable' },
  });
  expect(patterns(member)).toEqual(['deny Bash(git push:*)']);
  const refused = /permission denied/;
  await expect(sql(as('ann'), 'delete from latch.rules')).rejects.toThrow(refused);
  await expect(sql(as('ann'), 'select latch.lock()')).rejects.toThrow(refused);
  for (const forged of [
    "insert into latch.audit (rule, at, who, role) values ('p', now(), 'x', 'x')",
    'delete from latch.audit',
    'update latch.state set revision = 0',
  ])
    await expect(sql(as('lea'), forged)).rejects.toThrow(refused);
  await sql(as('lea'), "update latch.rules set role = 'somebody', who = 'somebody', at = '2000-01-01' where id = 'p'");
  expect(await sql(url, "select role, at > now() - interval '1 hour' as recent from latch.rules")).toEqual([
    { role: `${suffix}_lea`, recent: true },
  ]);
  expect(await lead.audit()).toMatchObject([{ role: `${suffix}_lea` }, { role: `${suffix}_lea` }]);
});

describe('a server that is away', () => {
  test('was never reached: nothing is known, so every call asks', async () => {
    const store = await openTeam('postgres://ann:secret@127.0.0.1:1/latch');
    expect(store.list()).toMatchObject({ broken: true, rules: [], problems: [{ code: 'broken' }] });
    expect(JSON.stringify([store.list(), store.status])).not.toContain('secret');
    expect(await store.change([{ type: 'add', rule: push }])).toMatchObject({
      ok: false,
      problem: { code: 'offline' },
    });
  });

  test('says nothing any longer: what was read last stays, and all is there again when it speaks', async () => {
    const url = await newDatabase();
    const wire = await openWay(Number(new URL(url).port));
    const through = url.replace(/:\d+\//, `:${wire.port}/`);
    const store = await openTeam(through);
    await store.change([{ type: 'add', rule: push }]);
    let told = 0;
    store.watch(() => (told += 1));
    wire.cut();
    await expect.poll(() => store.status.state, { timeout: 30_000 }).toBe('offline');
    expect([patterns(store), store.list().broken, told]).toEqual([['deny Bash(git push:*)'], false, 1]);
    await (await openTeam(url)).change([{ type: 'add', rule: npm }]);
    wire.mend();
    await expect.poll(() => patterns(store), { timeout: 30_000 }).toHaveLength(2);
    expect(store.status.state).toBe('online');
  });

  test('when a window starts: what another one read is known', async () => {
    const url = await newDatabase();
    let text: string | undefined;
    const copy = { read: () => text, write: (next: string) => void (text = next) };
    const first = await openTeam(url, { copy });
    await first.change([{ type: 'add', rule: { ...push, expires: 9e15, description: 'x' } }]);
    await first.close();
    await sql(
      `${(await postgresServer()).url}/postgres`,
      `alter database ${new URL(url).pathname.slice(1)} allow_connections false`,
    );
    const store = await openTeam(url, { copy });
    expect(store.list().rules).toMatchObject([
      { ...push, expires: 9e15, description: 'x', author: { who: 'ann@example.com' } },
    ]);
    expect(store.status).toMatchObject({ state: 'offline', readAt: expect.any(Number) });
    expect((await openTeam('postgres://127.0.0.1:1/other', { copy })).list().broken).toBe(true);
  });
});

test('a server that is killed loses no rule that it took, and all who shared it are there again', async () => {
  const server = await startPostgres();
  onTestFinished(server.end);
  const url = `${server.url}/postgres`;
  const stores = await Promise.all([openTeam(url), openTeam(url)]);
  const taken: string[] = [];
  const write = async (store: TeamStore, name: string): Promise<void> => {
    for (let at = 0; at < 40; at += 1) {
      const pattern = `Bash(${name}-${at})`;
      const changed = await store.change([{ type: 'add', rule: { id: `${name}${at}`, action: 'deny', pattern } }]);
      if (changed.ok) taken.push(pattern);
      if (name === 'a' && at === 20) await server.restart();
    }
  };
  await Promise.all(stores.map((store, at) => write(store, at === 0 ? 'a' : 'b')));
  expect(taken.length).toBeGreaterThan(20);
  for (const store of stores) {
    await expect.poll(() => store.status.state, { timeout: 30_000 }).toBe('online');
    await expect
      .poll(() => taken.filter(it => !patterns(store).includes(`deny ${it}`)), { timeout: 30_000 })
      .toEqual([]);
  }
  // What was written and not acknowledged may be there; the log says the same as the rules.
  const [{ rules, log } = {}] = await sql(
    url,
    'select (select count(*)::int from latch.rules) as rules, (select count(*)::int from latch.audit) as log',
  );
  expect(log).toBe(rules);
});

test('fifty windows hear of a deny that one of them adds', async () => {
  const url = await newDatabase();
  const stores = await Promise.all(
    Array.from({ length: 50 }, (_, at) => openTeam(url, { user: `member ${at}`, lookMs: never })),
  );
  await stores[7]?.change([{ type: 'add', rule: push }]);
  await expect.poll(() => stores.filter(it => patterns(it).length === 1).length, { timeout: 30_000 }).toBe(50);
  expect(await stores[0]?.members()).toHaveLength(50);
});
