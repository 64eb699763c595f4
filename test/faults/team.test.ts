// Rules that a team shares: how fast a deny reaches everybody, and whether one is lost when their server or the way to it fails.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RuleEdit } from '../../src/core/ruleAdmin/storedRule';
import type { TeamStore } from '../../src/stores/teamStore';
import { newDatabase, startPostgres } from '../fakes/postgres';
import { hasMongodb, hasMongodbToKill, newMongoDatabase, startMongodb } from '../fakes/mongodb';
import { openTeam } from '../fakes/team';
import { decided, Recording } from '../fakes/recording';
import { openWay } from '../fakes/way';
import { tableOf, writePart } from './reliability';

const usualRounds = 10;
const rounds = Number(process.env['LATCH_TEAM_ROUNDS'] ?? usualRounds);
const never = 1_000_000;
const heardRows: (readonly (string | number)[])[] = [];
const lostRows: (readonly (string | number)[])[] = [];
const recordRows: (readonly (string | number)[])[] = [];
afterAll(() => {
  // Fewer show that it works, and are nothing to be read in a table.
  if (rounds < usualRounds) return;
  const heard = tableOf(['server', 'rules', 'clients', 'denies', 'p50, ms', 'p99, ms', 'the slowest, ms'], heardRows);
  const lost = tableOf(['server', 'what', 'rounds', 'written', 'refused', 'lost'], lostRows);
  const recorded = tableOf(['server', 'a record, while', 'rounds', 'lines', 'waited at most', 'lost'], recordRows);
  writePart('team', `${heard}\n\n${lost}\n\n${recorded}`);
});

const denyOf = (id: string): RuleEdit => ({ type: 'add', rule: { id, action: 'deny', pattern: `Bash(${id}:*)` } });

interface Kind {
  readonly name: string;
  /** One is here, and one that may be killed and whose way may be cut. */
  readonly has: readonly [boolean, boolean];
  readonly newAddress: () => Promise<string>;
  readonly start: typeof startPostgres;
  /** One that a server of its own has. */
  readonly database: string;
  /** A server that tells of changes by itself is asked so seldom that only that is measured. */
  readonly how: { readonly lookMs?: number };
}

const kinds: readonly Kind[] = [
  {
    name: 'PostgreSQL',
    has: [true, true],
    newAddress: newDatabase,
    start: startPostgres,
    database: 'postgres',
    how: { lookMs: never },
  },
  {
    name: 'MongoDB',
    has: [hasMongodb, hasMongodbToKill],
    newAddress: newMongoDatabase,
    start: startMongodb,
    database: 'latch',
    how: {},
  },
];

for (const kind of kinds) {
  describe.skipIf(!kind.has[0])(kind.name, () => ofAny(kind));
  describe.skipIf(!kind.has[1])(`${kind.name} of the tests`, () => ofOurs(kind));
}

function ofAny({ name, newAddress, how }: Kind): void {
  test.each([0, 1000, 10_000])(
    'a deny reaches fifty who share %i rules',
    async count => {
      const url = await newAddress();
      const lead = await openTeam(url, how);
      await lead.change(Array.from({ length: count }, (_, at) => denyOf(`old-${at}`)));
      const stores = await Promise.all(Array.from({ length: 50 }, () => openTeam(url, how)));
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        const heard = stores.map(store => nextChange(store).then(() => times.push(performance.now() - began)));
        expect(await lead.change([denyOf(`new-${round}`)])).toMatchObject({ ok: true });
        await Promise.all(heard);
      }
      times.sort((one, other) => one - other);
      const at = (part: number): number => Math.round(times[Math.ceil(times.length * part) - 1] ?? Number.NaN);
      heardRows.push([name, count, stores.length, rounds, at(0.5), at(0.99), at(1)]);
    },
    300_000,
  );

  test('of two who write on what both have read, one is told that it is outdated', async () => {
    const url = await newAddress();
    const stores = await Promise.all([openTeam(url), openTeam(url)]);
    let [written, refused] = [0, 0];
    for (let round = 0; round < rounds * 10; round += 1) {
      await expect.poll(() => new Set(stores.map(store => store.list().revision)).size, { interval: 2 }).toBe(1);
      const revision = stores[0]?.list().revision;
      const results = await Promise.all(
        stores.map((store, who) => store.change([denyOf(`r${round}-${who}`)], revision)),
      );
      written += results.filter(({ ok }) => ok).length;
      refused += results.filter(result => !result.ok && result.problem.code === 'conflict').length;
    }
    lostRows.push([name, 'two write on the same revision', rounds * 10, written, refused, rounds * 10 - written]);
    expect([written, refused]).toEqual([rounds * 10, rounds * 10]);
  }, 300_000);

  test('a clock that goes an hour wrong changes nothing that counts', async () => {
    const url = await newAddress();
    const lead = await openTeam(url);
    for (const wrong of [-3_600_000, 3_600_000]) {
      const store = await openTeam(url, { now: () => Date.now() + wrong, ...how });
      const heard = nextChange(store);
      await lead.change([denyOf(`clock${wrong}`)]);
      await heard;
      expect(store.status).toMatchObject({ state: 'online' });
      expect(store.list().rules).toEqual(lead.list().rules);
    }
  }, 60_000);
}

function ofOurs({ name, newAddress, start, database }: Kind): void {
  test('what was taken is there after the server was killed', async () => {
    const server = await start();
    onTestFinished(server.end);
    await writeWhile(name, 'the server is killed and started again', `${server.url}/${database}`, () =>
      server.restart(),
    );
  }, 600_000);

  test('what was taken is there after the way to the server said nothing for longer than is waited', async () => {
    await silently(await newAddress(), (url, happen) =>
      writeWhile(name, 'the way to the server says nothing for 7 s', url, happen),
    );
  }, 900_000);

  test('a line that a record took is there, and each line once, after the server was killed', async () => {
    const server = await start();
    onTestFinished(server.end);
    await recordWhile(name, 'the server is killed and started again', `${server.url}/${database}`, () =>
      server.restart(),
    );
  }, 600_000);

  test('the same after the way to the server said nothing for longer than is waited', async () => {
    await silently(await newAddress(), (url, happen) =>
      recordWhile(name, 'the way to the server says nothing for 7 s', url, happen),
    );
  }, 900_000);
}

/** With an address whose way says nothing for a while whenever that is wanted. */
async function silently(
  address: string,
  work: (url: string, happen: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const url = new URL(address);
  const way = await openWay(Number(url.port));
  url.port = String(way.port);
  await work(url.href, async () => {
    way.stop();
    await new Promise(resolve => void setTimeout(resolve, 7000));
    way.goOn();
  });
}

function nextChange(store: TeamStore): Promise<void> {
  return new Promise(resolve => {
    const end = store.watch(() => {
      end();
      resolve();
    });
  });
}

/** A session decides as fast as it can, and two windows send that, while that happens again and again. */
async function recordWhile(name: string, what: string, url: string, happen: () => Promise<void>): Promise<void> {
  const stores = await Promise.all([openTeam(url), openTeam(url)]);
  const [store] = stores;
  if (!store) throw new Error('there is no store');
  const recording = new Recording(store.record);
  const senders = stores.map(each => {
    const sender = recording.sender('hashes', each.record);
    each.watch(() => sender.again());
    return sender;
  });
  await Promise.all(senders.map(sender => sender.tried()));
  const session = 'session';
  const journal = await recording.open(session);
  const over = new AbortController();
  const deciding = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      await journal.append(decided(`toolu_${at}`));
      for (const sender of senders) sender.written(session);
      await new Promise(resolve => void setTimeout(resolve, 20));
    }
  })();
  const acknowledged = async (): Promise<number> => (await recording.journals.sentOf(session).load())?.end.number ?? 0;
  let [most, lost] = [0, 0];
  const rows = async (): Promise<number> => (await store.record.copies(session))[0]?.last ?? 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = await acknowledged();
    await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    const taken = await acknowledged();
    await happen();
    most = Math.max(most, ...senders.map(({ status }) => status.waiting));
    await expect.poll(rows, { timeout: 60_000 }).toBeGreaterThan(0);
    lost += Math.max(0, taken - (await rows()));
  }
  over.abort();
  await deciding;
  const same = [true, expect.any(String), 'Each of them is the one that stands here.'];
  await expect.poll(() => recording.compared(session), { timeout: 60_000 }).toEqual(same);
  const lines = recording.lines(session).length;
  lost += lines - (await rows());
  recordRows.push([name, what, rounds, lines, most, lost]);
  expect(lost).toBe(0);
}

/** Two write as fast as they can while that happens again and again. What they were told is written has to be there. */
async function writeWhile(name: string, what: string, url: string, happen: () => Promise<void>): Promise<void> {
  const stores = await Promise.all([openTeam(url), openTeam(url)]);
  const taken: string[] = [];
  let refused = 0;
  const over = new AbortController();
  const writing = stores.map(async (store, who) => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const id = `w${who}-${at}`;
      const { ok } = await store.change([denyOf(id)]);
      if (ok) taken.push(id);
      else {
        refused += 1;
        await new Promise(resolve => void setTimeout(resolve, 50));
      }
    }
  });
  for (let round = 0; round < rounds; round += 1) {
    const before = taken.length;
    await expect.poll(() => taken.length, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    await happen();
  }
  over.abort();
  await Promise.all(writing);
  const there = async (): Promise<ReadonlySet<string>> => {
    const fresh = await openTeam(url);
    return new Set(fresh.list().rules.map(({ id }) => id));
  };
  await expect.poll(async () => (await there()).size, { timeout: 60_000 }).toBeGreaterThan(0);
  const found = await there();
  const lost = taken.filter(id => !found.has(id)).length;
  lostRows.push([name, what, rounds, taken.length, refused, lost]);
  expect(lost).toBe(0);
  for (const store of stores) await expect.poll(() => store.list().rules.length, { timeout: 60_000 }).toBe(found.size);
}
