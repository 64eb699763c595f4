import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { expect } from '../support/inWords';
import { EditUndo } from '../../src/stores/editUndo';
import { openStage, type Stage } from './stage';

const write = (id: string, path: string, content: string): object => ({
  tool: 'Write',
  id,
  input: { file_path: path, content },
});
let stage: Stage;
let undo: EditUndo;
let folder: string;
let file: (name: string) => string;

/** One message with three edits, of which two are of the same file, each allowed. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latch-edits-'));
  undo = new EditUndo(folder);
  stage = await openStage({
    turns: [
      [
        write('toolu_one', '$WORKSPACE/a.txt', 'one'),
        write('toolu_two', '$WORKSPACE/a.txt', 'two'),
        write('toolu_new', '$WORKSPACE/new.txt', 'new'),
      ],
      [{ text: 'Done.' }],
    ],
    onCard: card => undo.note(card),
  });
  file = name => join(stage.workspace, name);
  await stage.send();
  for (const id of ['toolu_one', 'toolu_two', 'toolu_new']) {
    await stage.card(id, 'waiting');
    stage.allow(id);
  }
  await stage.idle();
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('two');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('edits are taken back one by one, the last one first', () => {
  expect(undo.revert(stage.session.id, 'toolu_one')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('has changed'),
  });
  expect(undo.revert(stage.session.id, 'toolu_two')).toEqual({ ok: true, path: file('a.txt') });
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('one');
  expect(undo.revert(stage.session.id, 'toolu_one')).toMatchObject({ ok: true });
  expect(existsSync(file('a.txt'))).toBe(false);
  expect(undo.revert(stage.session.id, 'toolu_one')).toMatchObject({ ok: false });
});

test('a file that somebody changed since is left as it is', () => {
  writeFileSync(file('new.txt'), 'new and more');
  expect(undo.revert(stage.session.id, 'toolu_new')).toMatchObject({ ok: false });
  expect(readFileSync(file('new.txt'), 'utf8')).toBe('new and more');
});

test('a window that was opened again takes them back too, and nobody else can read what was in the files', () => {
  const modes = readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  const later = new EditUndo(folder);
  expect(later.before(stage.session.id, 'toolu_two')).toEqual({ path: file('a.txt'), before: 'one' });
  expect(later.revert(stage.session.id, 'toolu_two')).toEqual({ ok: true, path: file('a.txt') });
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('one');
  expect(undo.has(stage.session.id, 'toolu_two')).toBe(false);
});
