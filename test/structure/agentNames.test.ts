import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zhCn } from '../../src/core/texts/zhCn';
import { en } from '../../webview-ui/language/en';
import { panelEn } from '../../webview-ui/language/panel.en';
import { root } from './support/sources';

/** What is said of Claude alone, and why nobody hears it in a session with another agent. */
const ofClaudeAlone: ReadonlyMap<string, string> = new Map([
  ['Claude shortens the conversation…', 'only Claude Code tells of it'],
  ['Claude shortened the conversation by itself, from {before} to {after} tokens', 'only Claude Code tells of it'],
  ['The earlier conversation could not be continued, so Claude starts without it.', 'its process ended in this way'],
  ['Claude via another server', 'its model'],
  ['Claude via {host}', 'its model'],
  ['Claude is at work. Stop it first.', 'only Claude Code keeps files of before'],
  ['No edit of Claude has changed a file since then.', 'only Claude Code keeps files of before'],
  [
    'What commands and you yourself have changed in these files since then is lost too; what commands did to other files stays. Claude is not told of it.',
    'only Claude Code keeps files of before',
  ],
  ['Claude only reads, and proposes a plan.', 'a mode of Claude Code; other agents have their own'],
  ['$(globe) With a Claude subscription', 'the name of a product'],
  ['What Claude Was Given', 'refused in a session with another agent'],
  ['Show What Claude Was Given', 'refused in a session with another agent'],
  [en['network.remembered'], 'only the sandbox of Claude Code asks for hosts'],
  [en['problem.setPath'], 'a problem of finding Claude Code'],
  [en['scope.short.claude'], 'the settings of Claude Code'],
  [en['suggests.folders.session'], 'only Claude Code suggests changes of its permissions'],
]);

function keysIn(file: string): readonly string[] {
  return Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')));
}

function textsIn(file: string): readonly string[] {
  return Object.values(JSON.parse(readFileSync(join(root, file), 'utf8')));
}

/** All that Latch says: its sentences, what the editor translates, the words of its pages and of its manifest. */
const all = [
  ...Object.keys(zhCn),
  ...keysIn('l10n/bundle.l10n.zh-cn.json'),
  ...Object.values({ ...en, ...panelEn }),
  ...textsIn('package.nls.json'),
];

/** Who is spoken with, and not the program or an agent that has the name in its own. */
const namesWhom = (text: string): boolean => /\bClaude\b(?! (?:Code|over ACP))/.test(text);

test('whom a session is with is named by the session: no sentence takes it for Claude', () => {
  expect(['Claude asks.', 'Claude Code ended.', 'Claude over ACP', '{agent} asks.'].map(namesWhom)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(all.filter(text => namesWhom(text) && !ofClaudeAlone.has(text))).toEqual([]);
});

test('what is said of Claude alone is still said', () => {
  expect([...ofClaudeAlone.keys()].filter(text => !all.includes(text))).toEqual([]);
});
