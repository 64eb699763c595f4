import { describe, expect, it } from 'vitest';
import { fileChange } from '../../../src/core/change/edits';
import { inputLeaving } from '../../../src/core/change/rewrite';
import { Random } from '../../support/random';

const edit = { file_path: '/w/a.txt', old_string: 'two', new_string: 'TWO' };

describe('the input that leaves another text behind', () => {
  it.each([
    ['of a new file', 'Write', { content: 'a' }, null, 'b\n', { content: 'b\n' }],
    ['of a file that is written over', 'Write', { content: 'a' }, 'old', 'b', { content: 'b' }],
    [
      'where the change was proposed',
      'Edit',
      edit,
      'one\ntwo\nthree\n',
      'one\ndeux\nthree\n',
      { ...edit, new_string: 'deux' },
    ],
    [
      'elsewhere in the file',
      'Edit',
      edit,
      'one\ntwo\nthree\nfour\n',
      'one\nTWO\nthree\nFOUR\n',
      { ...edit, old_string: 'two\nthree\nfour\n', new_string: 'TWO\nthree\nFOUR\n' },
    ],
    [
      'at a line that is there twice: with lines around it',
      'Edit',
      edit,
      'x\ntwo\nx\ny\nz\n',
      'x\ntwo\nX\ny\nz\n',
      { ...edit, old_string: 'two\nx\ny\n', new_string: 'two\nX\ny\n' },
    ],
    [
      'at one of many places',
      'Edit',
      { ...edit, replace_all: true },
      'two\nb\ntwo\n',
      'TWO\nb\ntwo\n',
      { ...edit, replace_all: false, old_string: 'two\nb\n', new_string: 'TWO\nb\n' },
    ],
    ['with Windows line ends', 'Edit', edit, 'one\r\ntwo\r\n', 'one\r\n2\r\n2\r\n', { ...edit, new_string: '2\n2' }],
    [
      'of a file that an edit makes',
      'Edit',
      { ...edit, old_string: '' },
      null,
      'x',
      { ...edit, old_string: '', new_string: 'x' },
    ],
    [
      'of edits in a row, as one',
      'MultiEdit',
      { edits: [{ old_string: 'one', new_string: '1' }] },
      'one\ntwo\n',
      '1\n2\n',
      { edits: [{ old_string: 'one\ntwo\n', new_string: '1\n2\n' }] },
    ],
    [
      'of a new cell',
      'NotebookEdit',
      { edit_mode: 'insert', new_source: 'x' },
      undefined,
      'y',
      { edit_mode: 'insert', new_source: 'y' },
    ],
  ])('%s', (_, tool, input, before, after, expected) => {
    expect(inputLeaving(tool, input, before, after)).toEqual(expected);
  });

  it.each([
    ['an edit that changes nothing', 'Edit', edit, 'one\ntwo\n', 'one\ntwo\n'],
    ['a file that is not known', 'Edit', edit, undefined, 'x'],
    ['a cell that is deleted', 'NotebookEdit', { edit_mode: 'delete', new_source: '' }, '{}', 'x'],
    ['a tool that writes nothing', 'Bash', { command: 'ls' }, 'a', 'b'],
  ])('is not there for %s', (_, tool, input, before, after) => {
    expect(inputLeaving(tool, input, before, after)).toBeUndefined();
  });

  it('is found for any two texts that differ, and leaves exactly the second', () => {
    const chance = new Random(7);
    const text = (): string =>
      Array.from({ length: chance.below(9) }, () => chance.pick(['a', 'b', '', 'two'])).join('\n');
    for (let round = 0; round < 2000; round += 1) {
      const [before, after] = [text(), text()];
      if (before === after) continue;
      const input = inputLeaving('Edit', edit, before, after);
      expect(input && fileChange('Edit', input, before)?.changes, JSON.stringify([before, after])).toEqual([
        { before, after },
      ]);
    }
  });
});
