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
