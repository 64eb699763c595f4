// The conversations of the terminal, as a list shows them: by the ends of their files, however large those are.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ClaudeSessions } from '../../src/stores/claudeSessions';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000000`;

function opened(): {
  readonly sessions: ClaudeSessions;
  readonly write: (name: string, lines: readonly object[], at: number) => void;
} {
  const root = mkdtempSync(join(tmpdir(), 'latch-claude-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'projects', '-no-such-place-my-app');
  mkdirSync(folder, { recursive: true });
  return {
    sessions: new ClaudeSessions(() => root),
    write(name, lines, at) {
      const path = join(folder, name);
      writeFileSync(path, lines.map(line => JSON.stringify(line)).join('\n'));
      utimesSync(path, at, at);
    },
  };
}

const user = (uuid: string, parentUuid: string | null, text: string): object => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content: text },
});
const agent = (uuid: string, parentUuid: string, text: string): object => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});

test('lists those of a folder, last changed first, with what they are called', async () => {
  const { sessions, write } = opened();
  const bulk = { type: 'system', uuid: 'x', data: 'x'.repeat(500_000) };
  write(`${id(1)}.jsonl`, [user('u', null, 'First'), bulk, { type: 'custom-title', customTitle: 'Named' }], 100);
  write(`${id(2)}.jsonl`, [user('u', null, 'Second\nline')], 200);
  write(`${id(3)}.jsonl`, [{ type: 'mode' }], 300);
  write('notes.jsonl', [user('u', null, 'Not one')], 400);
  expect((await sessions.list('/no such/place/my.app')).map(({ sessionId, title }) => [sessionId, title])).toEqual([
    [id(2), 'Second line'],
    [id(1), 'Named'],
  ]);
  expect(await sessions.list('/elsewhere')).toEqual([]);
});

test('reads what was said, passes over lines that are none, and knows where a fork may begin', async () => {
  const { sessions, write } = opened();
  const name = `${id(1)}.jsonl`;
  write(
    name,
    [
      user('u1', null, 'One'),
      agent('a1', 'u1', 'Yes.'),
      user('u2', 'a1', 'Two'),
      agent('a2', 'u2', 'x'.repeat(2_000_000)),
    ],
    1,
  );
  const [found] = await sessions.list('/no such/place/my.app');
  expect((await sessions.said(found?.path ?? '')).map(({ text }) => text.slice(0, 4))).toEqual([
    'One',
    'Yes.',
    'Two',
    'xxxx',
  ]);
  const before = (message: string): Promise<{ id?: string } | undefined> =>
    sessions.agentBefore('/no such/place/my.app', id(1), message);
  expect(await before('u2')).toEqual({ id: 'a1' });
  expect(await before('u1')).toEqual({});
  expect(await before('nobody')).toBeUndefined();
});

test('finds again what went along with a message', async () => {
  const { sessions, write } = opened();
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const paper = {
    type: 'document',
    title: 'p.pdf',
    source: { type: 'base64', media_type: 'application/pdf', data: 'BB' },
  };
  const notes = { type: 'document', title: 'n.txt', source: { type: 'text', media_type: 'text/plain', data: 'Notes' } };
  const elsewhere = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  const content = [picture, paper, notes, elsewhere, { type: 'text', text: 'Look' }];
  const message = { type: 'user', uuid: 'u2', parentUuid: 'u1', message: { role: 'user', content } };
  write(`${id(1)}.jsonl`, [user('u1', null, 'One'), message], 1);
  expect(await sessions.attached('/no such/place/my.app', id(1), 'u2')).toEqual([
    { kind: 'image', name: 'image.png', mediaType: 'image/png', data: 'AAAA' },
    { kind: 'pdf', name: 'p.pdf', mediaType: 'application/pdf', data: 'BB' },
    { kind: 'text', name: 'n.txt', mediaType: 'text/plain', data: 'Notes' },
  ]);
  expect(await sessions.attached('/no such/place/my.app', id(1), 'u1')).toEqual([]);
  await expect(sessions.attached('/no such/place/my.app', id(2), 'u1')).rejects.toThrow('ENOENT');
});

test('tells what was said after the messages that are known, also behind a shortening, and nothing where none is', async () => {
  const { sessions, write } = opened();
  const stopped = { ...user('s', 'a', '[Request interrupted by user]') };
  const boundary = { type: 'system', uuid: 'b', parentUuid: null, logicalParentUuid: 'a2' };
  const bulk = { type: 'system', uuid: 'x', parentUuid: 'a', data: 'x'.repeat(2_000_000) };
  const saved = [user('u', null, 'First'), agent('a', 'u', 'One')];
  const name = `${id(1)}.jsonl`;
  const said = async (...known: readonly string[]): Promise<readonly string[]> =>
    (await sessions.saidAfter('/no/such/place/my.app', id(1), new Set(known))).map(({ text }) => text);

  write(name, [...saved, stopped], 100);
  expect(await said('u')).toEqual([]);
  write(name, [...saved, user('u2', 'a', 'Second'), agent('a2', 'u2', 'Two')], 100);
  expect(await said('u', '')).toEqual(['Second', 'Two']);
  expect(await said('u', 'u2')).toEqual([]);
  expect(await said('other')).toEqual([]);
  write(
    name,
    [...saved, bulk, user('u2', 'x', 'Second'), agent('a2', 'u2', 'Two'), boundary, user('u3', 'b', 'Third')],
    100,
  );
  expect(await said('u')).toEqual(['Second', 'Two', 'Third']);
  expect(await said('u2')).toEqual(['Third']);
  expect(await said('u3')).toEqual([]);
});
