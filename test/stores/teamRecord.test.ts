// What sessions decide, as the record of a team has it: all of it, once, in order, and nothing that nobody was to see.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JournalFile } from '../../src/stores/journalFile';
import { readLoosely } from '../fakes/journalText';
import { forged } from '../fakes/sealedRecord';
import { newDatabase, sql, sqlOfDocs, startPostgres, withRoles } from '../fakes/postgres';
import { openTeam } from '../fakes/team';
import { decided, Recording, secretCommand } from '../fakes/recording';
import { openWay } from '../fakes/way';

/** A session of so many calls whose lines are all in the record of a team. */
async function recorded(calls: number, detail: 'hashes' | 'full' = 'hashes') {
  const url = await newDatabase();
  const { record } = await openTeam(url);
  const it = new Recording(record);
  await it.send(detail);
  const session = randomUUID();
  const journal = await it.open(session);
  for (let call = 1; call <= calls; call += 1) await journal.append(decided(`toolu_${call}`));
  await it.send(detail);
  const rows = (): Promise<readonly { readonly [key: string]: unknown }[]> =>
    sql(
      url,
      'select number::int, role, who, prev, hash, told from latch.journal where session = $1 order by role, number',
      [session],
    );
  return { url, record, it, session, journal, rows };
}

describe('what a session decides', () => {
  test('is in the record line by line, with who, which call and what, and without what was asked', async () => {
    const { it, session, rows, url } = await recorded(1);
    const lines = await rows();
    expect(lines).toMatchObject([
      { number: 1, prev: '' },
      { number: 2 },
      { number: 3, who: 'ann@example.com', role: 'latch' },
    ]);
    const told = lines.map(line => JSON.parse(String(line['told'])) as unknown);
    expect(told).toMatchObject([
      { type: 'session_started', cwd: expect.stringMatching(/^sha256:/) },
      { type: 'proposed', toolCallId: 'toolu_1', tool: 'Bash', kind: 'bash', input: 'sha256:hash of 20 characters' },
      { type: 'interaction_response', choice: 'deny', by: { kind: 'person' }, mode: 'default', user: 'ann' },
    ]);
    const [asked = ''] = sqlOfDocs();
    expect(await sql(url, asked)).toMatchObject([
      { role: 'latch', who: 'ann@example.com', call: 'toolu_1', choice: 'deny', decided_by: { kind: 'person' } },
    ]);
    const all = await sql(url, 'select to_jsonb(journal)::text as row from latch.journal');
    expect(JSON.stringify(all)).not.toMatch(/zanzibar|deploy|\/w"/);
    expect(await it.compared(session)).toEqual([
      true,
      'The record of the team has the lines 1 to 3, from latch.',
      'Each of them is the one that stands here.',
    ]);
  });

  test('is there in full where that is set, and masked as in the journal', async () => {
    const { it, session, rows } = await recorded(0);
    const journal = await it.open(session);
    await journal.append([
      ...decided('toolu_1', 'curl -H "Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz012345"'),
      { type: 'user_message', id: 'u', text: secretCommand },
    ]);
    await it.send('full');
    const text = JSON.stringify(await rows());
    expect(text).toContain('curl -H');
    expect(text).not.toMatch(/sk-ant-api03|zanzibar/);
    expect((await it.compared(session))[0]).toBe(true);
  });

  test('is sent as it is written, also to a journal that is put aside all the time', async () => {
    const { it, session, journal, rows } = await recorded(1);
    const sender = it.sender();
    for (let call = 10; call < 110; call += 1) {
      await journal.append(decided(`toolu_${call}`));
      sender.written(session);
      await journal.beginPart();
    }
    await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(203);
    expect(sender.status.conflicts).toBe(0);
    expect(await it.compared(session)).toEqual([
      true,
      'The record of the team has the lines 1 to 203, from latch.',
      'Each of them is the one that stands here.',
    ]);
  });

  test('stays here where it was written before the record was on', async () => {
    const url = await newDatabase();
    const it = new Recording((await openTeam(url)).record);
    const [old, both] = [randomUUID(), randomUUID()];
    await (await it.open(old)).append(decided('toolu_1'));
    const journal = await it.open(both);
    await journal.append(decided('toolu_2'));
    await pause(5);
    await it.send();
    await journal.append(decided('toolu_3'));
    await it.send();
    expect(await it.compared(old)).toEqual([false, 'The record of the team has no line of this session.']);
    expect(await it.compared(both)).toEqual([
      true,
      'The record of the team has the lines 4 to 5, from latch.',
      'Each of them is the one that stands here.',
    ]);
  });
});

describe('a record that is away', () => {
  test('gets all of it once it is there again, each line once', async () => {
    const server = await startPostgres();
    onTestFinished(server.end);
    const url = `${server.url}/postgres`;
    const { record } = await openTeam(url);
    const it = new Recording(record);
    const session = randomUUID();
    const sender = it.sender();
    await sender.tried();
    const journal = await it.open(session);
    for (let call = 0; call < 30; call += 1) {
      await journal.append(decided(`toolu_${call}`));
      sender.written(session);
      if (call === 10) await server.restart();
    }
    sender.again();
    await expect
      .poll(() => it.compared(session), { timeout: 30_000 })
      .toEqual([
        true,
        'The record of the team has the lines 1 to 61, from latch.',
        'Each of them is the one that stands here.',
      ]);
  });

  test('says nothing any longer: what waits is counted, and sent when it speaks', async () => {
    const url = await newDatabase();
    const way = await openWay(Number(new URL(url).port));
    const { record } = await openTeam(url.replace(/:\d+\//, `:${way.port}/`));
    const it = new Recording(record);
    const sender = it.sender();
    await sender.tried();
    expect(sender.status).toEqual({ detail: 'hashes', waiting: 0, conflicts: 0 });
    way.cut();
    const session = randomUUID();
    const journal = await it.open(session);
    await journal.append(decided('toolu_1'));
    sender.written(session);
    await sender.tried();
    expect(sender.status).toMatchObject({ waiting: 3, why: { text: expect.any(String) }, since: expect.any(Number) });
    await journal.append(decided('toolu_2'));
    // The window is closed before the way is mended; the next one finds what is left.
    await sender.close();
    way.mend();
    const next = it.sender();
    await expect
      .poll(async () => (next.again(), (await it.compared(session))[1]), { timeout: 30_000 })
      .toBe('The record of the team has the lines 1 to 5, from latch.');
    await next.tried();
    expect(next.status).toEqual({ detail: 'hashes', waiting: 0, conflicts: 0 });
    expect(it.log.join('\n')).toMatch(/^The record of the team at db\/latch waits: .*/);
    expect(it.log.join('\n')).not.toContain(new URL(url).password);
  });

  test('took what a process sent that died before it heard so: it is not there twice', async () => {
    const { it, record, journal, rows } = await recorded(1);
    await journal.append(decided('toolu_2'));
    const dies: typeof record = {
      append: async (of, lines) => {
        const end = await record.append(of, lines);
        if (lines.length > 0) throw new Error('it died');
        return end;
      },
      copies: of => record.copies(of),
      read: (...asked) => record.read(...asked),
    };
    await it.send('hashes', dies);
    expect(await rows()).toHaveLength(5);
    await it.send();
    expect((await rows()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(it.log).toEqual(['The record of the team at db/latch waits: it died']);
  });

  test('has every line once where two windows send the same', async () => {
    const { it, session, journal, rows } = await recorded(1);
    const senders = [it.sender(), it.sender(), it.sender()];
    for (let call = 10; call < 110; call += 1) {
      await journal.append(decided(`toolu_${call}`));
      for (const sender of senders) sender.written(session);
    }
    await Promise.all(senders.map(sender => sender.tried()));
    expect((await rows()).map(({ number }) => number)).toEqual(Array.from({ length: 203 }, (_, at) => at + 1));
    expect([(await it.compared(session))[0], it.log]).toEqual([true, []]);
  });

  test('that was put back to an earlier state gets again what it has lost', async () => {
    const { it, url, session } = await recorded(3);
    await sql(url, 'delete from latch.journal where number > 4');
    expect(await it.compared(session)).toEqual([
      false,
      'The record of the team has the lines 1 to 4, from latch.',
      'Lines were cut off there: 7 were acknowledged to this machine.',
    ]);
    await (await it.open(session)).append(decided('toolu_4'));
    await it.send();
    expect((await it.compared(session))[1]).toBe('The record of the team has the lines 1 to 9, from latch.');
    expect(it.log).toEqual([
      `The record of the team at db/latch has lost the lines 5 to 7 of the session ${session}. They are sent again.`,
    ]);
  });
});

describe('who may what', () => {
  async function members() {
    const url = await newDatabase();
    await openTeam(url);
    return withRoles(url, { ann: 'member', bob: 'member', aud: 'auditor' });
  }

  test('a member adds lines and reads their own, an auditor reads all, and nobody changes one', async () => {
    const as = await members();
    const ann = new Recording((await openTeam(as('ann'))).record);
    await ann.send();
    const session = randomUUID();
    await (await ann.open(session)).append(decided('toolu_1'));
    await ann.send();
    expect((await ann.compared(session))[0]).toBe(true);

    const bob = (await openTeam(as('bob'))).record;
    expect([await bob.copies(session), await sql(as('bob'), 'select * from latch.journal')]).toEqual([[], []]);
    // What somebody adds to a session of another is theirs, and stands in nobody's way.
    await bob.append(session, [{ number: 2, prev: 'x', hash: 'y', told: '' }]);
    expect((await ann.compared(session))[0]).toBe(true);

    const [suffix, auditor] = [new URL(as('')).username.slice(0, -1), (await openTeam(as('aud'))).record];
    expect(await auditor.copies(session)).toEqual([
      { role: `${suffix}_ann`, last: 3 },
      { role: `${suffix}_bob`, last: 2 },
    ]);
    for (const name of ['ann', 'aud'])
      for (const forbidden of [
        'delete from latch.journal',
        'truncate latch.journal',
        "update latch.journal set hash = 'x'",
        "insert into latch.journal values ('s', 'x', 1, '', 'x', '', 'x', now())",
        'update latch.record_state set version = 2',
      ])
        await expect(sql(as(name), forbidden)).rejects.toThrow(/permission denied/);
  });

  test('a line that does not follow is not taken, whoever sends it', async () => {
    const as = await members();
    const { record } = await openTeam(as('ann'));
    const line = (number: number, prev: string) => ({ number, prev, hash: `h${number}`, told: '' });
    expect(await record.append('s', [])).toBeUndefined();
    expect(await record.append('s', [line(1, ''), line(2, 'h1')])).toEqual({ number: 2, hash: 'h2' });
    for (const wrong of [line(2, 'h1'), line(4, 'h2'), line(3, 'h1'), line(-1, '')])
      expect(await record.append('s', [wrong])).toEqual({ number: 2, hash: 'h2' });
    expect(await record.append('s', [line(2, 'h1'), line(3, 'h2')])).toEqual({ number: 3, hash: 'h3' });
  });

  test('whoever may not add lines has the rules all the same, and keeps what waits', async () => {
    const url = await newDatabase();
    await openTeam(url);
    const as = await withRoles(url, { out: 'member' });
    await sql(url, `revoke execute on function latch.append from ${new URL(url).pathname.slice(1)}_member`);
    const store = await openTeam(as('out'));
    const it = new Recording(store.record);
    const sender = it.sender();
    await sender.tried();
    const session = randomUUID();
    await (await it.open(session)).append(decided('toolu_1'));
    sender.written(session);
    await sender.tried();
    expect(sender.status).toMatchObject({ waiting: 3, why: { text: 'permission denied for function append' } });
    expect(store.status.state).toBe('online');
  });
});

describe('the form of a record', () => {
  test('that is newer takes nothing from this version, which writes rules all the same', async () => {
    const { url } = await recorded(1);
    await sql(url, 'update latch.record_state set version = 2');
    const store = await openTeam(url);
    await expect(store.record.append('s', [])).rejects.toThrow('kept in a newer form');
    expect(await store.change([{ type: 'add', rule: { id: 'd', action: 'deny', pattern: 'Bash(x)' } }])).toMatchObject({
      ok: true,
    });
  });

  test('comes to a database that had rules before it, from whoever may make tables there', async () => {
    const url = await newDatabase();
    await openTeam(url);
    await sql(url, 'drop table latch.journal, latch.record_state; drop function latch.append');
    const suffix = new URL(url).pathname.slice(1);
    await sql(
      url,
      `create role ${suffix}_m login password 'p'; grant usage on schema latch to ${suffix}_m; grant select on all tables in schema latch to ${suffix}_m`,
    );
    const member = await openTeam(url.replace(/\/\/[^@]*@/, `//${suffix}_m:p@`));
    expect(member.status.state).toBe('online');
    await expect(member.record.append('s', [])).rejects.toThrow('no place for records');
    const stores = await Promise.all([openTeam(url), openTeam(url), openTeam(url)]);
    for (const { record } of stores) expect(await record.append('s', [])).toBeUndefined();
  });
});

describe('a journal and the record of a team', () => {
  const from = 'The record of the team has the lines 1 to 7, from latch.';
  const another = (line: number): string =>
    `Line ${line} is another one there than here: one of both was changed, moved or replaced.`;

  test.each<readonly [string, (lines: readonly string[]) => readonly string[], readonly string[]]>([
    ['a line changed', l => l.map(line => line.replace('"choice":"deny"', '"choice":"allow"')), [another(3)]],
    ['the end cut off', l => l.slice(0, 5), ['From line 6 on they are only there: they were cut off here.']],
    [
      'a line cut out',
      l => l.toSpliced(3, 1),
      [another(4), 'From line 7 on they are only there: they were cut off here.'],
    ],
    ['two lines swapped', l => [...l.slice(0, 3), ...l.slice(4, 5), ...l.slice(3, 4), ...l.slice(5)], [another(4)]],
    ['all of it made anew', l => forged(l, line => line.replace('"user":"ann"', '"user":"eve"')), [another(3)]],
    ['a line added', l => forged([...l, ...l.slice(6)], line => line), ['Only here, and not sent yet: lines 8 to 8.']],
  ])('here with %s', async (_, change, words) => {
    const { it, session } = await recorded(3);
    it.rewrite(session, change(it.lines(session)));
    expect((await it.compared(session)).slice(1).filter(word => !String(word).startsWith('Each'))).toEqual([
      from,
      ...words,
    ]);
  });

  test.each([
    [
      'a line changed',
      "update latch.journal set hash = 'x' where number = 4",
      [another(4), 'Line 5 there does not follow the line before it.'],
    ],
    [
      'something else told',
      `update latch.journal set told = replace(told, '"deny"', '"allow"') where number = 5`,
      ['Of line 5 something is told there that it does not say.'],
    ],
    [
      'nothing told',
      "update latch.journal set told = '' where number = 5",
      ['Of line 5 something is told there that it does not say.'],
    ],
    [
      'the end cut off',
      'delete from latch.journal where number > 5',
      ['Lines were cut off there: 7 were acknowledged to this machine.'],
    ],
    [
      'the beginning cut off',
      'delete from latch.journal where number < 3',
      ['Lines before line 3 were removed there: it began with line 1.'],
    ],
    [
      'a line cut out',
      'delete from latch.journal where number = 4',
      ['Line 4 is missing there, and later ones are not: it was removed.'],
    ],
    [
      'two lines swapped',
      'update latch.journal set number = 99 where number = 4; update latch.journal set number = 4 where number = 5; update latch.journal set number = 5 where number = 99',
      [another(4), 'Line 4 there does not follow the line before it.'],
    ],
    [
      'a line added',
      "insert into latch.journal (session, number, prev, hash, told) select session, 8, hash, 'x', '' from latch.journal where number = 7",
      ['From line 8 on they are only there: they were cut off here.'],
    ],
    [
      'a line of somebody else',
      "alter table latch.journal disable trigger sign; insert into latch.journal select session, 'bob', 2, prev, 'x', '', 'bob', now() from latch.journal where number = 2",
      [],
    ],
    ['all of it removed', 'delete from latch.journal', []],
  ])('there with %s', async (_, change, words) => {
    const { it, url, session } = await recorded(3);
    await sql(url, change);
    const [isSame, ...found] = await it.compared(session);
    expect(isSame).toBe(false);
    expect(found).toEqual(expect.arrayContaining(words));
  });

  test('of which one tells something in a newer form are the same as far as it was read', async () => {
    const { it, url, session } = await recorded(3);
    await sql(url, 'update latch.journal set told = \'{"form":2}\' where number = 5');
    expect(await it.compared(session)).toEqual([
      true,
      from,
      'Each of them is the one that stands here.',
      'Lines of which something is told there in a newer form, which was not read: 1.',
    ]);
  });

  test('of which the one here was removed, or replaced by that of another session', async () => {
    const { it, session } = await recorded(3);
    const other = randomUUID();
    await (await it.open(other)).append(decided('toolu_1'));
    await it.send();
    it.rewrite(session, it.lines(other));
    expect((await it.compared(session)).slice(0, 3)).toEqual([false, from, another(1)]);
    rmSync(it.path(session));
    expect(await it.compared(session)).toEqual([
      false,
      from,
      'There is no record of this session here: it was removed, or it is elsewhere.',
    ]);
  });

  test('that goes on behind a cut goes on in both', async () => {
    const { it, session, journal } = await recorded(3);
    await journal.close();
    const all = it.lines(session);
    it.rewrite(session, all.slice(0, 5));
    const end = { lines: 7, head: readLoosely(all.join('\n')).at(-1)?.hash ?? '' };
    const sealing = { end, tag: () => undefined, written() {} };
    const again = await JournalFile.open(it.path(session), undefined, { sealing });
    await again.journal.append(decided('toolu_4'));
    await again.journal.close();
    await it.send();
    expect((await it.compared(session)).slice(0, 3)).toEqual([
      false,
      'The record of the team has the lines 1 to 9, from latch.',
      another(6),
    ]);
    expect(it.log).toEqual([]);
  });

  test('that do not go together any more are told, and nothing is added', async () => {
    const { it, session, journal, rows } = await recorded(3);
    await journal.close();
    it.rewrite(
      session,
      forged(it.lines(session), line => line.replace('"user":"ann"', '"user":"eve"')),
    );
    await (await it.open(session)).append(decided('toolu_4'));
    const sender = it.sender();
    await sender.tried();
    expect(sender.status.conflicts).toBe(1);
    expect(await rows()).toHaveLength(7);
    expect(it.log).toEqual([
      `The session ${session} is not recorded any more at db/latch, for it does not go with what is there: Line 7 here is not the one that the record of the team has.`,
    ]);
  });
});
