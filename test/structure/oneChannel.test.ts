// One message opens a card, and one method answers it, whatever is asked.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = ['src', 'webview-ui'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.startsWith('gallery'))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
);

function filesWith(pattern: RegExp): readonly string[] {
  return sources.filter(name => pattern.test(readFileSync(join(root, name), 'utf8'))).toSorted();
}

test('one message opens a card: it is defined once, sent in one place, passed on by two, and taken by one', () => {
  expect(filesWith(/\bconfirmation_request\b/)).toEqual([
    'src/core/protocol/updates.ts',
    'src/vscode/webview/openViews.ts',
    'src/vscode/window/cardFlow.ts',
    'src/vscode/window/remoteSession.ts',
    'webview-ui/state/chatState.ts',
  ]);
});

test('one method answers: the page calls it in one place, and one function of the channel takes it', () => {
  expect(filesWith(/'tool\/confirm'/)).toEqual([
    'src/core/protocol/requests.ts',
    'src/vscode/requests/handlers.ts',
    'src/vscode/window/remoteSession.ts',
    'webview-ui/state/decisions.ts',
  ]);
  expect(filesWith(/#channel\.confirm\(/)).toEqual(['src/session/session.ts']);
});

test('there is no second way beside it', () => {
  expect(
    filesWith(/confirmBash|skipBash|confirmPlan|permissionRequest|BASH_CONFIRM|BASH_SKIP|PLAN_CONFIRM|tool\/respond/),
  ).toEqual([]);
});
