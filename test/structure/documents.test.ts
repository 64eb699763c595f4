import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, textOf } from './support/sources';

const headings = ['| Surface | Countermeasure | File | Test |', '| Promise | Test |'];

describe('the threat model', () => {
  test('is one document of whole tables, in which each row stands once', () => {
    expect(faultsOf(textOf('docs/threat-model.md'))).toEqual([]);
  });

  test('names files and tests that are there', () => {
    expect(missingIn(textOf('docs/threat-model.md'))).toEqual([]);
  });

  test('that has been mangled is found', () => {
    const row = '| a | b | `src/extension.ts` | `test/structure/documents.test.ts` |';
    const table = `${headings[0]}\n| --- | --- | --- | --- |\n${row}`;
    expect(faultsOf(`## A\n\n${table}\n`)).toEqual([]);
    expect(faultsOf(`## A\n\n${table}\n\n## B\n\n${table}\n`)).toEqual(['A row stands twice: a']);
    expect(faultsOf(`${row}\n`)).toEqual(['A row stands in no table: a']);
    expect(faultsOf(`${headings[0]}\n${row}\n`)).toEqual(['A row stands in no table: a']);
    expect(faultsOf(`## A\n\n${table}\n## A\n`)).toEqual(['A section stands twice: A']);
    expect(faultsOf(`## A\n\n${headings[1]}\n| --- | --- |\n| c |  |\n`)).toEqual(['A row names no test: c']);
    expect(missingIn('`src/extension.ts`, `src/none.ts`, `test/none.test.ts`')).toEqual([
      'src/none.ts',
      'test/none.test.ts',
    ]);
    const quoted = '| a | b | `src/extension.ts` | `test/structure/walk.test.ts`, “no such test” |';
    expect(missingIn(quoted)).toEqual(['test/structure/walk.test.ts: no such test']);
  });
});

test('the changelog says each thing once', () => {
  const lines = textOf('CHANGELOG.md')
    .split('\n')
    .filter(line => line.startsWith('- '));
  const begins = lines.map(line => line.slice(0, 60));
  expect(lines.filter((line, at) => begins.indexOf(line.slice(0, 60)) !== at)).toEqual([]);
});

/** What stands in the tables: no row outside of one, none twice, none without a test. */
function faultsOf(text: string): readonly string[] {
  const faults: string[] = [];
  const rows = new Set<string>();
  const sections = new Set<string>();
  let table: 'none' | 'begun' | 'open' = 'none';
  for (const line of text.split('\n')) {
    const section = /^## (.*)$/.exec(line)?.[1];
    if (section !== undefined && sections.has(section)) faults.push(`A section stands twice: ${section}`);
    if (section !== undefined) sections.add(section);
    if (!line.startsWith('|')) {
      table = 'none';
      continue;
    }
    const cells = cellsOf(line);
    const plain = `| ${cells.join(' | ')} |`;
    if (headings.includes(plain)) table = 'begun';
    else if (table === 'begun' && cells.every(cell => /^-+$/.test(cell))) table = 'open';
    else if (table !== 'open') faults.push(`A row stands in no table: ${cells[0]}`);
    else if (rows.has(plain)) faults.push(`A row stands twice: ${cells[0]}`);
    else if (!/`test\/[^`]+`/.test(cells.at(-1) ?? '')) faults.push(`A row names no test: ${cells[0]}`);
    rows.add(plain);
  }
  return faults;
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim());
}

/** Names of files that are not there, and titles in quotes behind a test that has no such one. */
function missingIn(text: string): readonly string[] {
  const paths = [...text.matchAll(/`((?:src|test|webview-ui|docs|scripts)\/[^`\s]+)`(?:, “([^”]+)”)?/g)];
  return paths.flatMap(([, path = '', title]) => {
    if (!existsSync(join(root, path))) return [path];
    const known = title === undefined || readFileSync(join(root, path), 'utf8').includes(title);
    return known ? [] : [`${path}: ${title}`];
  });
}
