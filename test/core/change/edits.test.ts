import { describe, expect, it } from 'vitest';
import { fileChange } from '../../../src/core/change/edits';

const notebook = JSON.stringify({
  cells: [
    { id: 'abc', cell_type: 'code', source: ['import os\n', 'print(1)'] },
    { cell_type: 'code', source: 'print(2)' },
  ],
});

describe('what a writing tool would do to a file', () => {
  it.each([
    ['a new file', 'Write', { content: 'hi' }, null, { before: '', after: 'hi' }],
    ['a file written over', 'Write', { content: 'hi' }, 'old', { before: 'old', after: 'hi' }],
    ['one edit', 'Edit', { old_string: 'b', new_string: 'B' }, 'a\nb\n', { before: 'a\nb\n', after: 'a\nB\n' }],
    [
      'an edit everywhere',
      'Edit',
      { old_string: 'b', new_string: 'x', replace_all: true },
      'b b',
      { before: 'b b', after: 'x x' },
    ],
    [
      'an edit with a dollar sign',
      'Edit',
      { old_string: 'b', new_string: '$&$1' },
      'abc',
      { before: 'abc', after: 'a$&$1c' },
    ],
    ['a line taken out', 'Edit', { old_string: 'b', new_string: '' }, 'a\nb\nc', { before: 'a\nb\nc', after: 'a\nc' }],
    [
      'an edit of a file with Windows line ends',
      'Edit',
      { old_string: 'a\nb', new_string: 'A\nB' },
      'a\r\nb\r\n',
      { before: 'a\r\nb\r\n', after: 'A\r\nB\r\n' },
    ],
    ['an edit that makes a file', 'Edit', { old_string: '', new_string: 'x' }, null, { before: '', after: 'x' }],
    [
      'edits in a row',
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'b', new_string: 'c' },
        ],
      },
      'a',
      { before: 'a', after: 'c' },
    ],
    [
      'a cell by its id',
      'NotebookEdit',
      { cell_id: 'abc', new_source: 'x' },
      notebook,
      { before: 'import os\nprint(1)', after: 'x' },
    ],
    [
      'a cell by its place',
      'NotebookEdit',
      { cell_id: 'cell-1', new_source: 'x' },
      notebook,
      { before: 'print(2)', after: 'x' },
    ],
    [
      'a cell that goes',
      'NotebookEdit',
      { cell_id: 'abc', new_source: '', edit_mode: 'delete' },
      notebook,
      { before: 'import os\nprint(1)', after: '' },
    ],
    ['a new cell', 'NotebookEdit', { new_source: 'x', edit_mode: 'insert' }, notebook, { before: '', after: 'x' }],
  ])('shows %s whole', (_, tool, input, before, change) => {
    expect(fileChange(tool, input, before)).toEqual({ changes: [change], whole: true, created: before === null });
  });

  it.each([
    ['text that is not there', 'Edit', { old_string: 'zzz', new_string: 'B' }, 'abc', 'not-found'],
    ['text that is there twice', 'Edit', { old_string: 'b', new_string: 'B' }, 'b b', 'ambiguous'],
    [
      'a second edit that does not fit',
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'z', new_string: 'c' },
        ],
      },
      'a',
      'not-found',
    ],
    ['a cell that is not there', 'NotebookEdit', { cell_id: 'nope', new_source: 'x' }, notebook, 'no-cell'],
    ['a notebook that is none', 'NotebookEdit', { cell_id: 'nope', new_source: 'x' }, 'not json', 'unreadable'],
  ])('says why it cannot show %s', (_, tool, input, before, problem) => {
    expect(fileChange(tool, input, before)).toMatchObject({ whole: false, problem });
  });

  it('shows the input alone while the file is not known', () => {
    expect(fileChange('Edit', { old_string: 'a', new_string: 'b' }, undefined)).toEqual({
      changes: [{ before: 'a', after: 'b' }],
      whole: false,
      created: false,
    });
  });

  it.each([
    ['Edit', {}],
    ['Write', { content: 3 }],
    ['MultiEdit', { edits: [] }],
    ['MultiEdit', { edits: [{ old_string: 'a', new_string: 'b' }, 'x'] }],
    ['Unknown', {}],
  ])('leaves %s with an input it does not understand to the raw view', (tool, input) => {
    expect(fileChange(tool, input, 'text')).toBeUndefined();
  });
});
