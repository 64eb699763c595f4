import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floor, packages, rooms } from './support/rooms';
import { importsOf, root, sources, textOf } from './support/sources';

/** Everything that reaches out of a pure core: the clock, chance, and the places that only one kind of host has. */
const impure =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bset(Timeout|Interval|Immediate)\(|\b(process|document|window)\.\w/;

describe('imports', () => {
  const files = ['src', 'webview-ui'].flatMap(sources);

  test('are looked for in all the code', () => {
    expect(files).toContain('src/core/gate/step.ts');
    expect(files).toContain('src/vscode/chat/places.ts');
    expect(files).toContain('webview-ui/main.tsx');
  });

  test('go in one direction', () => {
    expect(files.flatMap(file => wrongImports(file, textOf(file)))).toEqual([]);
  });

  test.each([
    ['src/core/gate/step.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
    ['src/core/gate/step.ts', "import type { Uri } from 'vscode';", 'vscode'],
    ['src/core/gate/step.ts', "import { Channel } from '../../channel/channel';", 'src/channel/channel'],
    ['src/core/gate/step.ts', "import { cardOf } from '../card/cardOf';", 'src/core/card/cardOf'],
    ['src/core/gate/step.ts', "import { parse } from 'unbash';", 'unbash'],
    ['src/core/gate/step.ts', "export * from '../../agents/lines';", 'src/agents/lines'],
    ['src/core/gate/step.ts', "const fs = require('fs');", 'fs'],
    ['src/core/gate/step.ts', "const fs = await import('fs');", 'fs'],
    ['src/core/gate/step.ts', 'import {\n  readFile,\n} from "fs";', 'fs'],
    ['src/core/gate/step.ts', "import './../../../webview-ui/main';", 'webview-ui/main'],
    ['src/core/rules/shell/command.ts', "import { parse } from 'jsonc-parser';", 'jsonc-parser'],
    ['src/core/rules/risk/risk.ts', "import { evaluate } from '../judge/evaluate';", 'src/core/rules/judge/evaluate'],
    ['src/core/rules/judge/bash.ts', "import { evaluate } from '..';", 'src/core/rules'],
    ['src/channel/channel.ts', "import { window } from 'vscode';", 'vscode'],
    ['src/channel/channel.ts', "import { JournalFile } from '../stores/journalFile';", 'src/stores/journalFile'],
    ['src/agents/lines.ts', "import { window } from 'vscode';", 'vscode'],
    ['src/agents/lines.ts', "import { Channel } from '../channel/channel';", 'src/channel/channel'],
    ['src/stores/journalFile.ts', "import { startClaude } from '../agents/claudeProcess';", 'src/agents/claudeProcess'],
    ['src/cli/latch.ts', "import { readConfig } from '../vscode/config';", 'src/vscode/config'],
    ['src/cli/latch.ts', "import { activate } from '../extension';", 'src/extension'],
    ['src/vscode/chat/places.ts', "import { activate } from '../../extension';", 'src/extension'],
    ['src/vscode/chat/places.ts', "import { App } from '../../../webview-ui/app';", 'webview-ui/app'],
    [
      'src/session/session.ts',
      "import { OpenViews } from '../vscode/webview/openViews';",
      'src/vscode/webview/openViews',
    ],
    ['src/session/session.ts', "import { window } from 'vscode';", 'vscode'],
    ['webview-ui/app.tsx', "import { Channel } from '../src/channel/channel';", 'src/channel/channel'],
    ['webview-ui/app.tsx', "import { join } from 'node:path';", 'node:path'],
    [
      'webview-ui/card/card.tsx',
      "import type { OpenViews } from '../../src/vscode/webview/openViews';",
      'src/vscode/webview/openViews',
    ],
    ['webview-ui/app.tsx', "import _ from 'lodash';", 'lodash'],
    ['webview-ui/app.tsx', "import { stories } from './gallery/stories/all';", 'webview-ui/gallery/stories/all'],
    ['webview-ui/card/card.tsx', "import { Composer } from '../chat/composer';", 'webview-ui/chat/composer'],
    ['webview-ui/chat/header.tsx', "import { createPanel } from '../rules/panelStore';", 'webview-ui/rules/panelStore'],
    ['webview-ui/rules/app.tsx', "import { Transcript } from '../chat/transcript';", 'webview-ui/chat/transcript'],
    ['webview-ui/text/plain.tsx', "import { sentenceOf } from '../card/sentence';", 'webview-ui/card/sentence'],
    ['webview-ui/form/field.tsx', "import { keyOf } from '../card/keys';", 'webview-ui/card/keys'],
    ['src/newRoom/file.ts', "import { step } from '../core/gate/step';", 'src/core/gate/step'],
  ])('of %s would be refused: %s', (file, text, wrong) => {
    expect(wrongImports(file, text)).toEqual([`${file} imports ${wrong}`]);
  });
});

describe('the rooms', () => {
  const files = ['src', 'webview-ui'].flatMap(sources);

  test('are there, and every file of ours is in one', () => {
    expect(Object.keys(rooms).filter(room => sources(room).length === 0)).toEqual([]);
    expect([...new Set(files.map(roomOf))].toSorted()).toEqual(Object.keys(rooms).toSorted());
  });

  test('know one another in one direction', () => {
    expect(cyclesIn(Object.fromEntries(Object.keys(rooms).map(room => [room, mayKnow(room) ?? []])))).toEqual([]);
    expect(cyclesIn({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual(['a', 'b', 'c']);
  });

  test('are allowed no more than they use', () => {
    const used = new Set(
      files.flatMap(file => importsOf(file, textOf(file)).map(to => `${roomOf(file)} -> ${roomOf(pathOf(to))}`)),
    );
    const allowed = Object.entries(rooms).flatMap(([room, others]) => others.map(other => `${room} -> ${other}`));
    expect(allowed.filter(edge => !used.has(edge))).toEqual([]);
  });

  test('hold files that know one another in one direction too', () => {
    const graph = Object.fromEntries(
      files.map(file => [
        file,
        importsOf(file, textOf(file))
          .map(pathOf)
          .filter(to => files.includes(to)),
      ]),
    );
    expect(cyclesIn(graph)).toEqual([]);
  });
});

describe('the core', () => {
  test('knows neither the time nor chance nor where it runs', () => {
    expect(sources('src/core').filter(file => impure.test(textOf(file)))).toEqual([]);
  });

  test.each([
    'const now = Date.now();',
    'new Date()',
    'Math.random()',
    'setTimeout(go, 1)',
    'process.env.HOME',
    'window.open()',
  ])('would be caught at %s', text => expect(impure.test(text)).toBe(true));
});

function wrongImports(file: string, text: string): string[] {
  return importsOf(file, text)
    .filter(target => !isAllowed(file, target))
    .map(target => `${file} imports ${target}`);
}

function isAllowed(file: string, target: string): boolean {
  if (/^src\/extension(\.ts)?$/.test(target)) return false;
  if (file.startsWith('webview-ui/') && (target.startsWith('src/core/') || target.endsWith('.css'))) return true;
  if (/^(src|webview-ui)(\/|$)/.test(target)) {
    const [from, to] = [roomOf(file), roomOf(pathOf(target))];
    return from === to || (mayKnow(from)?.includes(to) ?? false);
  }
  return packages.find(({ files }) => files.test(file))?.may.some(allowed => allowed.test(target)) ?? false;
}

/** The rooms of the floor know only those before them in its list. */
function mayKnow(room: string): readonly string[] | undefined {
  const others = rooms[room];
  const at = floor.indexOf(room);
  return others && [...(at < 0 ? floor : floor.slice(0, at)), ...others];
}

/** The file that an import names. */
function pathOf(target: string): string {
  const names = [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
  return names.find(name => existsSync(join(root, name))) ?? `${target}.ts`;
}

function roomOf(file: string): string {
  return posix.dirname(file);
}

/** What leads back to itself, by whatever way. */
function cyclesIn(graph: Readonly<Record<string, readonly string[]>>): string[] {
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(graph[from] ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(graph[next] ?? []));
    }
    return seen;
  };
  return Object.keys(graph).filter(node => reached(node).has(node));
}
