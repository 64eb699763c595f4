import { expect, test } from 'vitest';
import { alone } from '../alone.mjs';
import { long } from '../longFirst.mjs';
import { sources, textOf } from './support/sources';

/** Files of one project share their modules: whoever replaces one, replaces it for all that come after. */
function sharingWhatTheyReplace(files: ReadonlyMap<string, string>): readonly string[] {
  const isAlone = (file: string): boolean =>
    alone.some(
      pattern => file === pattern || (pattern.includes('**') && file.startsWith(pattern.split('**')[0] ?? '')),
    );
  return [...files].flatMap(([file, text]) =>
    /\bvi\.(?:mock|doMock)\(/.test(text) && file.endsWith('.test.ts') && !isAlone(file) ? [file] : [],
  );
}

test('tests that replace modules have modules of their own', () => {
  expect(sharingWhatTheyReplace(new Map(sources('test').map(file => [file, textOf(file)])))).toEqual([]);
});

test('others would be found', () => {
  const replaces = ['vi', "mock('vscode', () => ({}));"].join('.');
  const files = { 'test/core/a.test.ts': replaces, 'test/vscode/chat/b.test.ts': replaces, 'test/core/c.test.ts': '' };
  expect(sharingWhatTheyReplace(new Map(Object.entries(files)))).toEqual(['test/core/a.test.ts']);
});

test.each(long)('%s, which is run first, is there', file => {
  expect(sources('test')).toContain(file);
});
