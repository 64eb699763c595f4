import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the files of one place may import: places of ours by path, packages by name. The first place that fits counts. */
interface Place {
  readonly files: RegExp;
  readonly may: readonly RegExp[];
}

const node = /^node:/;
const vscode = /^vscode$/;
const jsonRpc = /^vscode-jsonrpc(\/|$)/;
const core = /^src\/core\//;
const channelFiles = /^src\/(channel|channelOptions|callMemories|gateEffects|timeLimits)\.ts$/;
/** The parts of the host that know nothing of VS Code. */
const host = /^src\/((core|agents|stores)\/|(?!vscode$|cli$|rulesServer$)[^/]+$)/;

const places: readonly Place[] = [
  { files: /^src\/core\/rules\//, may: [core, /^unbash$/] },
  { files: core, may: [core] },
  // The channel is several files, which know one another and the core.
  { files: channelFiles, may: [core, /^src\/(channel|channelOptions|callMemories|gateEffects|timeLimits)$/] },
  { files: /^src\/agents\//, may: [core, /^src\/agents\//, node] },
  // Rules files keep their comments, which takes a parser of JSON with comments.
  { files: /^src\/stores\//, may: [core, /^src\/stores\//, node, /^jsonc-parser$/] },
  { files: /^src\/vscode\//, may: [host, /^src\/(vscode|rulesServer)\//, node, vscode, jsonRpc] },
  { files: /^src\/rulesServer\/client\.ts$/, may: [core, /^src\/rulesServer\//, node, vscode, jsonRpc] },
  { files: /^src\/rulesServer\//, may: [core, /^src\/(stores|rulesServer)\//, node, jsonRpc] },
  { files: /^src\/cli\//, may: [host, /^src\/(cli|rulesServer)\//, node, jsonRpc] },
  { files: /^src\/extension\.ts$/, may: [host, /^src\/(vscode|rulesServer)\//, node, vscode] },
  { files: /^src\/[^/]+\.ts$/, may: [host, node] },
  {
    files: /^webview-ui\//,
    may: [core, /^webview-ui\//, /^react(\/|$)/, /^react-dom(\/|$)/, /^zustand(\/|$)/],
  },
];

/** Everything that reaches out of a pure core: the clock, chance, and the places that only one kind of host has. */
const impure =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bset(Timeout|Interval|Immediate)\(|\b(process|document|window)\.\w/;

describe('imports', () => {
  const files = ['src', 'webview-ui'].flatMap(sources);

  test('are looked for in all the code', () => {
    expect(files).toContain('src/core/gate.ts');
    expect(files).toContain('src/vscode/sidebar.ts');
    expect(files).toContain('webview-ui/main.tsx');
  });

  test('go in one direction', () => {
    expect(files.flatMap(file => wrongImports(file, textOf(file)))).toEqual([]);
  });

  test.each([
    ['src/core/gate.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
    ['src/core/gate.ts', "import type { Uri } from 'vscode';", 'vscode'],
    ['src/core/gate.ts', "import { Channel } from '../channel';", 'src/channel'],
    ['src/core/gate.ts', "import { parse } from 'unbash';", 'unbash'],
    ['src/core/gate.ts', "export * from '../agents/lines';", 'src/agents/lines'],
    ['src/core/gate.ts', "const fs = require('fs');", 'fs'],
    ['src/core/gate.ts', "const fs = await import('fs');", 'fs'],
    ['src/core/gate.ts', 'import {\n  readFile,\n} from "fs";', 'fs'],
    ['src/core/gate.ts', "import './../../webview-ui/main';", 'webview-ui/main'],
    ['src/core/rules/command.ts', "import { parse } from 'jsonc-parser';", 'jsonc-parser'],
    ['src/channel.ts', "import { window } from 'vscode';", 'vscode'],
    ['src/channel.ts', "import { JournalFile } from './stores/journalFile';", 'src/stores/journalFile'],
    ['src/agents/lines.ts', "import { window } from 'vscode';", 'vscode'],
    ['src/agents/lines.ts', "import { Channel } from '../channel';", 'src/channel'],
    ['src/stores/journalFile.ts', "import { startClaude } from '../agents/claudeProcess';", 'src/agents/claudeProcess'],
    ['src/rulesServer/server.ts', "import * as vscode from 'vscode';", 'vscode'],
    ['src/cli/latch.ts', "import { readConfig } from '../vscode/config';", 'src/vscode/config'],
    ['src/cli/latch.ts', "import { activate } from '../extension';", 'src/extension'],
    ['src/vscode/sidebar.ts', "import { activate } from '../extension';", 'src/extension'],
    ['src/vscode/sidebar.ts', "import { App } from '../../webview-ui/app';", 'webview-ui/app'],
    ['src/session.ts', "import { Hub } from './vscode/hub';", 'src/vscode/hub'],
    ['src/session.ts', "import { window } from 'vscode';", 'vscode'],
    ['webview-ui/app.tsx', "import { Channel } from '../src/channel';", 'src/channel'],
    ['webview-ui/app.tsx', "import { join } from 'node:path';", 'node:path'],
    ['webview-ui/card/card.tsx', "import type { Hub } from '../../src/vscode/hub';", 'src/vscode/hub'],
    ['webview-ui/app.tsx', "import _ from 'lodash';", 'lodash'],
    ['src/newPlace/file.ts', "import { step } from '../core/gate';", 'src/core/gate'],
  ])('of %s would be refused: %s', (file, text, wrong) => {
    expect(wrongImports(file, text)).toEqual([`${file} imports ${wrong}`]);
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

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted();
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function wrongImports(file: string, text: string): string[] {
  const place = places.find(({ files }) => files.test(file));
  return importsOf(file, text)
    .filter(target => /^src\/extension(\.ts)?$/.test(target) || !place?.may.some(allowed => allowed.test(target)))
    .map(target => `${file} imports ${target}`);
}

function importsOf(file: string, text: string): string[] {
  // Statements begin a line; an import inside a text does not.
  const statements = text.matchAll(/^(?:import\b[^'"`(]*?|export\b[^'"`=(]*?\bfrom\s*)(['"])([^'"\n]+)\1/gm);
  const calls = text.matchAll(/\b(?:import|require)\s*\(\s*(['"])([^'"\n]+)\1/g);
  return [...statements, ...calls].map(([, , target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  );
}
