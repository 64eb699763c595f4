// What of MongoDB needs no server. All else: test/faults/teamMongodb.test.ts.
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { StoredRule } from '../../src/core/ruleAdmin/storedRule';
import { readAddress } from '../../src/stores/mongodb/address';
import { auditOf, type Change, firstChange, folded, nextChange } from '../../src/stores/mongodb/changes';
import { readRights } from '../../src/stores/mongodb/rights';
import type { Content } from '../../src/stores/serverBackend';
import { openGateway } from '../fakes/mongoGateway.mjs';
import { openTeam } from '../fakes/team';

const push: StoredRule = { id: 'p', action: 'deny', pattern: 'Bash(git push:*)' };
const npm: StoredRule = { id: 'n', action: 'allow', pattern: 'Bash(npm run:*)' };
const noon = new Date('2030-05-01T12:00:00Z');

describe('the address of a database', () => {
  const ann = { username: 'ann', password: 'p@ss' };
  test.each([
    ['mongodb://ann:p%40ss@db.example.com/rules', { tls: true, auth: ann }],
    ['mongodb://db.example.com', { tls: true }],
    ['mongodb://10.0.0.7:27018/rules', { tls: true }],
    ['mongodb://localhost.example.com/x', { tls: true }],
    ['mongodb://a.example.com:27017,b.example.com/rules?replicaSet=rs0', { tls: true, replicaSet: 'rs0' }],
    // The second one is somewhere else, so both are spoken to over TLS.
    ['mongodb://localhost,db.example.com/rules', { tls: true }],
    ['mongodb://127.0.0.1:27017/rules', { tls: false, directConnection: true }],
    ['mongodb://localhost/rules', { tls: false, directConnection: true }],
    ['mongodb://[::1]:27017/rules', { tls: false, directConnection: true }],
    ['mongodb://localhost/rules?tls=true', { tls: true }],
    ['mongodb://db.example.com/rules?tls=false', { tls: false }],
    ['mongodb+srv://cluster.example.com/rules?authSource=admin', { tls: true, authSource: 'admin' }],
    ['mongodb+srv://localhost/rules', { tls: true }],
  ])('%s', (text, options) => {
    const address = readAddress(text);
    expect(address).toMatchObject({ options });
    if ('options' in address) expect('directConnection' in address.options).toBe('directConnection' in options);
  });

  test.each([
    ['', 'must look like'],
    ['localhost:27017', 'must look like'],
    ['mongodb:///x', 'must look like'],
    ['mongodb://h/x?tls=1', 'must be true or false'],
    ['mongodb://h/x?ssl=false', 'has ssl, which is not known'],
    ['mongodb://h/x?tlsInsecure=true', 'has tlsInsecure, which is not known'],
    ['mongodb://h/x?tlsAllowInvalidCertificates=true', 'has tlsAllowInvalidCertificates, which is not known'],
    ['mongodb://h/x?tlsCAFile=/no/such/file', 'cannot be read'],
    ['mongodb://ann@h/x', 'names the user ann and no password'],
  ])('refuses %j', (text, why) => {
    expect(readAddress(text)).toMatchObject({ text: expect.stringContaining(why) });
  });

  test('is told without user and password', () => {
    expect(readAddress('mongodb://ann:secret@a.example.com:27018,b.example.com')).toMatchObject({
      place: 'a.example.com:27018,b.example.com/latch',
      url: 'mongodb://a.example.com:27018,b.example.com/',
    });
  });

  test('takes the password from MONGODB_PASSWORD', () => {
    vi.stubEnv('MONGODB_PASSWORD', 'of the environment');
    try {
      expect(readAddress('mongodb://ann@h/x')).toMatchObject({ options: { auth: { password: 'of the environment' } } });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'tls');
const certificate = join(fixtures, 'localhost.pem');

/** Greets whoever comes, and closes the connection when it is asked for what its engine should know. */
const withoutEngine = (): Promise<number> => {
  const [key, cert] = ['localhost.key', 'localhost.pem'].map(name => readFileSync(join(fixtures, name)));
  return openGateway({ url: 'postgres://127.0.0.1:1/none', ...(key && cert ? { tls: { key, cert } } : {}) });
};

/** A machine that is busy may not have got so far in the time that is waited; then it is tried again. */
async function whyNot(address: string): Promise<string> {
  for (;;) {
    const { status } = await openTeam(address);
    const why = status.state === 'offline' ? status.why.text : status.state;
    if (!why.startsWith('Server selection timed out')) return why;
  }
}

test('a server is taken over TLS as what its certificate says, and as nothing else', async () => {
  const port = await withoutEngine();
  const root = `tls=true&tlsCAFile=${encodeURIComponent(certificate)}`;
  const [known, unknown, other] = await Promise.all(
    [`localhost:${port}/x?${root}`, `localhost:${port}/x?tls=true`, `127.0.0.1:${port}/x?${root}`].map(it =>
      whyNot(`mongodb://${it}`),
    ),
  );
  expect(known).toMatch(/^connection \d+ to .* closed$/);
  expect(unknown).toBe('self-signed certificate');
  expect(other).toContain("does not match certificate's altnames");
});

test('a name of several servers leads to those that the name service tells, each of which has to prove who it is', async () => {
  const port = await withoutEngine();
  const noText = Object.assign(new Error('no text'), { code: 'ENODATA' });
  const resolve = vi.spyOn(dns.promises, 'resolve').mockImplementation(async (_name, type: string) => {
    if (type === 'SRV') return [{ name: 'one.team.example', port, priority: 0, weight: 0 }];
    throw noText;
  });
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...asked: readonly unknown[]) => {
    const answer = asked.at(-1);
    if (typeof answer === 'function') answer(null, [{ address: '127.0.0.1', family: 4 }]);
  });
  try {
    const address = `mongodb+srv://rules.team.example/x?tlsCAFile=${encodeURIComponent(certificate)}`;
    expect(await whyNot(address)).toContain('Host: one.team.example. is not');
  } finally {
    resolve.mockRestore();
    lookup.mockRestore();
  }
});

describe('changes', () => {
  const signed = { who: 'ann', role: 'team', call: undefined, at: noon };
  const fold = (...all: readonly Change[]): Content => {
    const content = folded(undefined, all);
    if (!content) throw new Error('nothing');
    return content;
  };
  const first = firstChange(noon);
  const added = nextChange(fold(first), [push, npm], { ...signed, call: 'toolu_7' });

  test('add up to the rules, each signed by whoever wrote it last', () => {
    const before = fold(first, added);
    const [same = push] = before.rules;
    const moved = nextChange(before, [same, { ...npm, action: 'deny' }], { ...signed, who: 'bob' });
    const removed = nextChange(fold(first, added, moved), [npm], signed);
    expect(fold(first, added, moved).rules).toEqual([
      { ...push, author: { who: 'ann', role: 'team', at: noon.getTime() } },
      { ...npm, action: 'deny', author: { who: 'bob', role: 'team', at: noon.getTime() } },
    ]);
    expect(fold(first, added, moved, removed)).toMatchObject({ version: 1, told: '3', rules: [{ id: 'n' }] });
  });

  test('are only what is different, with what was there before', () => {
    const moved = nextChange(fold(first, added), [{ ...npm, action: 'ask' }], signed);
    expect([added, moved].flatMap(auditOf)).toEqual([
      {
        rule: 'n',
        at: noon.getTime(),
        who: 'ann',
        role: 'team',
        call: 'toolu_7',
        after: { action: 'allow', pattern: npm.pattern },
      },
      {
        rule: 'p',
        at: noon.getTime(),
        who: 'ann',
        role: 'team',
        call: 'toolu_7',
        after: { action: 'deny', pattern: push.pattern },
      },
      {
        rule: 'n',
        at: noon.getTime(),
        who: 'ann',
        role: 'team',
        before: { action: 'allow', pattern: npm.pattern },
        after: { action: 'ask', pattern: npm.pattern },
      },
      { rule: 'p', at: noon.getTime(), who: 'ann', role: 'team', before: { action: 'deny', pattern: push.pattern } },
    ]);
  });

  test('that come later are added to what is known', () => {
    const known = fold(first, added);
    const later = nextChange(known, [...known.rules, { id: 'z', action: 'ask', pattern: 'Bash(z)' }], signed);
    expect(folded(known, [later])).toEqual(fold(first, added, later));
    expect(folded(known, [])).toBe(known);
    expect(folded(known, [later])?.rules[0]).toBe(known.rules[0]);
  });

  const whole = { key: 'k', version: 1, at: noon, who: 'x', role: 'x' };
  test.each<[string, readonly Change[], string]>([
    ['one is missing', [first, { ...added, _id: 2 }], 'Changes of the rules before number 2 are missing.'],
    ['the first is missing', [added], 'Changes of the rules before number 1 are missing.'],
    ['one is no list', [first, { _id: 1, ...whole, rules: 'none' }], 'The change 1 of the rules is not understood.'],
    ['one is of nothing', [first, { _id: 1, ...whole }], 'The change 1 of the rules is not understood.'],
    [
      'one names no rule',
      [first, { _id: 1, ...whole, rules: [{ after: push }] }],
      'The change 1 of the rules is not understood.',
    ],
    [
      'a rule is nothing',
      [first, { _id: 1, ...whole, rules: [{ id: 'p', after: null }] }],
      'The rule p is not understood.',
    ],
    [
      'a rule has no body',
      [first, { _id: 1, ...whole, rules: [{ id: 'p', after: { action: 'deny', pattern: 'x' } }] }],
      'The rule p is not understood.',
    ],
  ])('make every call ask where %s', (_, changes, why) => {
    expect(fold(...changes).unreadable).toMatchObject([{ why: { text: why } }]);
  });

  test('make a rule understood again that was not', () => {
    const wrong = { _id: 1, ...whole, rules: [{ id: 'p', after: null }] };
    const right = { _id: 2, ...whole, rules: [{ id: 'p', after: { action: 'deny', pattern: 'x', body: {} } }] };
    expect(fold(first, wrong, right)).toMatchObject({ unreadable: [], rules: [{ id: 'p', pattern: 'x' }] });
  });

  test.each([2, undefined, 'two'])('of the form %j are those of a newer Latch', version => {
    expect(fold(first, { ...added, version }).version).toBeGreaterThan(1);
    expect(fold(first, { ...added, version }).rules).toHaveLength(2);
  });
});

describe('the rights of who is signed in', () => {
  const status = (...privileges: readonly object[]): object => ({
    authInfo: { authenticatedUsers: [{ user: 'ann', db: 'admin' }], authenticatedUserPrivileges: privileges },
  });
  const of = (resource: object, ...actions: readonly string[]): object => ({ resource, actions });
  const changes = { db: 'team', collection: 'latch.changes' };
  test.each([
    ['may add to the changes', status(of(changes, 'find', 'insert')), { role: 'ann', mayAdd: true }],
    ['may write in the database', status(of({ db: 'team', collection: '' }, 'insert')), { role: 'ann', mayAdd: true }],
    ['may do everything', status(of({ anyResource: true }, 'insert')), { role: 'ann', mayAdd: true }],
    ['may read', status(of(changes, 'find', 'changeStream')), { role: 'ann', mayAdd: false }],
    ['may write elsewhere', status(of({ db: 'other', collection: '' }, 'insert')), { role: 'ann', mayAdd: false }],
    [
      'may say that they are there',
      status(of({ db: 'team', collection: 'latch.members' }, 'insert')),
      { role: 'ann', mayAdd: false },
    ],
    [
      'may do what is not told',
      { authInfo: { authenticatedUsers: [{ user: 'ann' }] } },
      { role: 'ann', mayAdd: false },
    ],
    ['is nobody, as for a server without users', { authInfo: { authenticatedUsers: [] } }, { role: '', mayAdd: true }],
  ])('who %s', (_, told, rights) => {
    expect(readRights(told, 'team', 'latch.changes')).toEqual(rights);
  });
});
