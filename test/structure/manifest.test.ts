// The manifest tells the editor and the marketplace which commands there are; the table of commands runs them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { contextKeys } from '../../src/vscode/contextKeys';
import { commands } from '../../src/vscode/commands/table';
import { root, sources, textOf } from './support/sources';

vi.mock('vscode', () => ({ env: { language: 'en' } }));

interface Place {
  readonly command: string;
  readonly when?: string;
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly configuration?: string }[];
    readonly commands: readonly (Place & { readonly title: string; readonly enablement?: string })[];
    readonly menus: Readonly<Record<string, readonly Place[]>>;
    readonly keybindings: readonly (Place & { readonly key: string; readonly mac: string })[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly type?: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
  };
}

const { contributes, activationEvents }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ids = Object.keys(commands);

/** What follows Ctrl+K in VS Code 1.139 itself, as far as letters go; read from its code. Ctrl+Alt types letters (AltGr). */
const editorsOwn: ReadonlySet<string> = new Set([
  ...'cdefimnopstuwyz'.split(''),
  ...'abcdefhijklmopqrstuwx'.split('').map(letter => `ctrl+${letter}`),
]);

describe('the manifest', () => {
  test('loads Latch for what is its own, and not for a language that other files have too', () => {
    // The editor loads an extension for each language that it configures, beside what these say.
    const configured = contributes.languages.flatMap(({ id, configuration }) => (configuration ? [id] : []));
    expect(configured).toEqual(['latch-rules']);
    expect(activationEvents.filter(event => !event.startsWith('onWebviewPanel:latch.'))).toEqual([]);
  });

  test('names each command, with a title in both languages and when it can be chosen', () => {
    const told = contributes.commands.map(({ command, title, enablement }) => ({ command, title, enablement }));
    const ours = Object.entries(commands).map(([command, { enablement }]) => ({
      command,
      title: `%command.${command.slice('latch.'.length)}%`,
      enablement,
    }));
    expect(sorted(told)).toEqual(sorted(ours));
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, file), 'utf8'));
      expect(ours.filter(({ title }) => !texts[title.slice(1, -1)])).toEqual([]);
    }
  });

  test('keeps what needs a row out of the palette, and nothing else', () => {
    const hidden = Object.entries(commands).flatMap(([command, { palette }]) => (palette ? [] : [{ command }]));
    expect(sorted(contributes.menus['commandPalette'] ?? [])).toEqual(
      sorted(hidden.map(({ command }) => ({ command, when: 'false' }))),
    );
  });

  test('offers only commands that there are, in menus and by keys', () => {
    const offered = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    expect(offered.map(({ command }) => command).filter(command => !ids.includes(command))).toEqual([]);
  });

  test('says in each list that is empty what will stand there', () => {
    const lists = Object.values(contributes.views)
      .flat()
      .filter(({ type }) => type !== 'webview');
    expect(contributes.viewsWelcome).toEqual(
      lists.map(({ id }) => ({ view: id, contents: `%view.${id.slice(6)}.empty%` })),
    );
  });

  test('takes a key that decides only while something waits, and none that the editor or a keyboard has for something else', () => {
    for (const { command, key, mac, when } of contributes.keybindings) {
      // Only this one decides nothing.
      expect(when, command).toBe(command === 'latch.focusComposer' ? undefined : 'latch.waiting');
      expect(mac, command).toBe(key.replaceAll('ctrl', 'cmd'));
      const [first, second = ''] = key.split(' ');
      expect(first, command).toBe('ctrl+k');
      expect(editorsOwn.has(second), `${command}: ${key}`).toBe(false);
    }
  });
});

describe('the table of commands', () => {
  test('offers a command only where it can do something; these can everywhere', () => {
    const everywhere = Object.entries(commands).flatMap(([id, { palette, enablement }]) =>
      palette && enablement === undefined ? [id.slice('latch.'.length)] : [],
    );
    expect(everywhere.join(' ')).toBe(
      'openInEditor showLog setClaudePath focusComposer askAboutThis manageRules openUserRules importRules exportRules addPreset connectTeam undoRules filterActivity',
    );
  });

  test('asks for no key that nobody sets', () => {
    const asked = Object.values(commands).flatMap(({ enablement }) => enablement?.match(/\blatch\.\w+/g) ?? []);
    expect(new Set(asked)).toEqual(new Set(contextKeys));
  });

  test('holds each command that a row, an item or a button runs', () => {
    const run = sources('src')
      .filter(file => file.startsWith('src/vscode/'))
      .flatMap(file => commandsRunIn(textOf(file)));
    expect(run).toContain('latch.showCall');
    expect(run).toContain('latch.chooseMode');
    expect(run.filter(command => !ids.includes(command))).toEqual([]);
  });
});

/** Commands that are named outside of the table: `command: 'latch.x'`, `item.command = 'latch.x'`, `return 'latch.x'`. */
function commandsRunIn(text: string): string[] {
  return [...text.matchAll(/(?:\bcommand(?::| =)|\breturn|\bexecuteCommand\()\s*'(latch\.\w+)'/g)].map(
    ([, command = '']) => command,
  );
}

function sorted<T extends { readonly command: string }>(places: readonly T[]): T[] {
  return places.toSorted((a, b) => (a.command < b.command ? -1 : 1));
}
