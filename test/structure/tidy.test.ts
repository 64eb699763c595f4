import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, sources, textOf } from './support/sources';
import { exportsOf, functionsIn, takenBy } from './support/syntax';

const mostLines = 300;
const mostLinesOfFunction = 60;
const mostLinesOfMedian = 100;

/** Rooms of tables: a long one is no harder to read than a short one, and to cut it would part what belongs together. */
const tables: Readonly<Record<string, string>> = {
  'src/core/rules/tables/': 'A line for each command or flag.',
  'src/core/texts/': 'A line for each sentence.',
  'webview-ui/language/': 'A line for each text of the page.',
};

/** What is imported by tests alone, and why it is exported all the same. */
const forTests: Readonly<Record<string, string>> = {
  'src/core/acp/measured.ts: measured': 'the real agents are measured anew against it',
  'src/vscode/contextKeys.ts: contextKeys': 'the manifest is held to these keys and no others',
};

/** What others than our sources call, and what is called of a bundle that is loaded by the name of its file. */
const entries: readonly string[] = [
  'src/extension.ts: activate',
  'src/extension.ts: deactivate',
  'src/stores/mongodb/mongoStore.ts: openTeamStore',
  'src/stores/postgres/postgresStore.ts: openTeamStore',
];

type Sources = ReadonlyMap<string, string>;

const product = read('src', 'webview-ui');
const users = read('test', 'bench');

describe('a file', () => {
  test(`has at most ${mostLines} lines, if it is no table`, () => {
    expect(overLong(product)).toEqual([]);
  });

  test(`has at most ${mostLinesOfMedian} lines as a rule`, () => {
    expect(median([...product.values()].map(linesOf))).toBeLessThanOrEqual(mostLinesOfMedian);
  });

  test('would be found too long', () => {
    const long = '//\n'.repeat(mostLines + 1);
    const table = 'src/core/rules/tables/long.ts';
    const files = { 'src/a.ts': long, 'src/b.ts': '//\n'.repeat(mostLines), [table]: long };
    expect(overLong(new Map(Object.entries(files)))).toEqual(['src/a.ts']);
    expect(median([1, 400, 2])).toBe(2);
    expect(median([1, 400, 200, 2])).toBe(200);
  });

  test('is a table only in rooms that are there', () => {
    expect(Object.keys(tables).filter(room => !existsSync(join(root, room)))).toEqual([]);
  });
});

describe('a function', () => {
  test(`has at most ${mostLinesOfFunction} lines, a component too`, () => {
    expect(longFunctions(product)).toEqual([]);
  });

  test.each([
    ['a function', body => `function f() {\n${body}}`],
    ['an arrow', body => `export const f = async (a: string) => {\n${body}};`],
    ['a component', body => `export function f() {\n  return <p>\n${body}</p>;}`],
    ['a method', body => `class A {\n  f(): void {\n${body}}\n}`],
    ['a private method', body => `class A {\n  #f(): void {\n${body}}\n}`],
    ['a part of an object', body => `const a = {\n  f: () => {\n${body}},\n};`],
    ['a function in another', body => `const f = () => () => {\n${body}};`],
  ] satisfies readonly (readonly [string, (body: string) => string])[])('would be found too long: %s', (_, source) => {
    const found = (lines: number): readonly string[] =>
      longFunctions(new Map([['src/a.tsx', source('\n'.repeat(lines))]]));
    expect(found(mostLinesOfFunction)).toContain('src/a.tsx: f');
    expect(found(mostLinesOfFunction - 5)).toEqual([]);
  });
});

describe('an export', () => {
  const { forNobody, forTestsAlone } = unusedExports(product, users);

  test('is for other files of the product', () => {
    const found = [...forNobody, ...forTestsAlone.filter(name => !(name in forTests))];
    expect(found.filter(name => !entries.includes(name)).toSorted()).toEqual([]);
  });

  test('that is for tests says why, as long as it is', () => {
    expect(Object.keys(forTests).filter(name => !forTestsAlone.includes(name))).toEqual([]);
  });

  test.each([
    ['export const x = 1;', ''],
    ['export function x() {}', "import { y } from './a';"],
    ['export class x {}', "import { x } from './other';"],
    ['export type x = 1;', "import { x } from 'a';"],
    ['export interface x {}', 'const x = 1;'],
    ['export const { x } = f();', ''],
    ['export const { y: x } = f();', ''],
    ['const x = 1; export { x };', ''],
    ['const y = 1; export { y as x };', ''],
    ["export { x } from './c';", ''],
    ["export { type x } from './c';", ''],
  ])('would be found unused: %s beside %s', (a, b) => {
    expect(unusedOf(a, b)).toEqual({ forNobody: ['src/a.ts: x'], forTestsAlone: [] });
  });

  test.each([
    "import { x } from './a';",
    "import { x as y } from './a';",
    "import type { x } from './a';",
    "import { type x } from './a';",
    "import * as a from './a';",
    "const a = await import('./a');",
    "type X = import('./a').x;",
  ])('is used by %s', b => {
    expect(unusedOf('export const x = 1;', b)).toEqual({ forNobody: [], forTestsAlone: [] });
  });

  test('is passed on for somebody too', () => {
    expect(unusedOf('export const x = 1;', "export { x } from './a';").forNobody).toEqual(['src/b.ts: x']);
    expect(unusedOf('export const x = 1;', "export { x as z } from './a';").forNobody).toEqual(['src/b.ts: z']);
  });

  test('would be found to be for tests alone', () => {
    const tests = new Map([['test/a.test.ts', "import { x } from '../src/a';"]]);
    const source = new Map([['src/a.ts', 'export const x = 1;\nexport const y = x;']]);
    expect(unusedExports(source, tests)).toEqual({ forNobody: ['src/a.ts: y'], forTestsAlone: ['src/a.ts: x'] });
  });
});

describe('a document for those who work on Latch', () => {
  const documents = ['CONTRIBUTING.md', 'test/tapes/README.md'];

  test('names only places that are there', () => {
    expect(documents.flatMap(document => lostPlaces(textOf(document)))).toEqual([]);
  });

  test('would be found to name a place that is gone', () => {
    expect(
      lostPlaces('See `src/core/gate/step.ts`, `src/core/gone` and `npx vitest run test/core/gone.test.ts`.'),
    ).toEqual(['src/core/gone', 'test/core/gone.test.ts']);
  });
});

/** The places in a document that are not there. */
function lostPlaces(document: string): readonly string[] {
  const places = [...document.matchAll(/(?<![\w./-])(?:src|test|webview-ui|scripts|bench)\/[\w./-]*\w/g)].map(
    ([place]) => place,
  );
  return places.filter(place => !existsSync(join(root, place)));
}

function unusedOf(a: string, b: string): ReturnType<typeof unusedExports> {
  return unusedExports(new Map(Object.entries({ 'src/a.ts': a, 'src/b.ts': b })), new Map());
}

function overLong(files: Sources): readonly string[] {
  const inTable = (file: string): boolean => Object.keys(tables).some(room => file.startsWith(room));
  return [...files].filter(([file, text]) => linesOf(text) > mostLines && !inTable(file)).map(([file]) => file);
}

function longFunctions(files: Sources): readonly string[] {
  const long = [...files].flatMap(([file, text]) =>
    functionsIn(file, text)
      .filter(({ lines }) => lines > mostLinesOfFunction)
      .map(({ name }) => `${file}: ${name}`),
  );
  return [...new Set(long)];
}

/** Exports that no other file of the product imports: those that tests do, and the rest. */
function unusedExports(
  files: Sources,
  tests: Sources,
): { readonly forNobody: readonly string[]; readonly forTestsAlone: readonly string[] } {
  const used = namesTaken(files, files);
  const tested = namesTaken(tests, files);
  const unused = [...files].flatMap(([file, text]) =>
    exportsOf(file, text)
      .map(name => ({ file, name }))
      .filter(it => !isAmong(used, it)),
  );
  const named = (those: typeof unused): readonly string[] => those.map(({ file, name }) => `${file}: ${name}`);
  return {
    forNobody: named(unused.filter(it => !isAmong(tested, it))),
    forTestsAlone: named(unused.filter(it => isAmong(tested, it))),
  };
}

function isAmong(
  names: ReadonlySet<string>,
  { file, name }: { readonly file: string; readonly name: string },
): boolean {
  return names.has(`${file}: ${name}`) || names.has(`${file}: *`);
}

/** What some files take of others, as `file: name`. */
function namesTaken(by: Sources, of: Sources): ReadonlySet<string> {
  const pathOf = (path: string): string | undefined =>
    [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(file => of.has(file));
  return new Set(
    [...by].flatMap(([file, text]) => takenBy(file, text).map(({ from, name }) => `${pathOf(from)}: ${name}`)),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function read(...folders: readonly string[]): Sources {
  return new Map(folders.flatMap(sources).map(file => [file, textOf(file)]));
}
