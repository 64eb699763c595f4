// What happens when a card changes, in its order.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Card } from '../../../src/core/card/card';
import type { SessionUpdate } from '../../../src/core/protocol/updates';
import { CardFiles } from '../../../src/vscode/chat/cardFiles';
import { CardFlow } from '../../../src/vscode/window/cardFlow';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';
import { soon } from '../../support/soon';

const path = join(mkdtempSync(join(tmpdir(), 'latch-cards-')), 'file.txt');
writeFileSync(path, 'before');
const files = new CardFiles(it => flow.again(it));
const happened: string[] = [];
const sent: SessionUpdate[] = [];
/** The card as its session has it. */
let current: Card | undefined;

// The diff view is the editor's own, so it is the one part that only pretends.
const diffs = {
  decorate: (it: Card): Card => ({ ...it, edit: { number: 1, unsaved: false } }),
  follow: (it: Card): void => void happened.push(`follow ${it.edit?.number}`),
  open: () => Promise.resolve(),
  discard() {},
};
const flow = new CardFlow({
  files,
  diffs,
  views: {
    send(update) {
      happened.push(update.type);
      sent.push(update);
    },
  },
  sessions: { get: id => (id === 's' ? { card: () => current } : undefined) },
  notes: [{ note: it => void happened.push(`note ${it.edit?.number}`) }],
});

afterEach(() => {
  files.dispose();
  happened.length = 0;
  sent.length = 0;
  current = undefined;
});

function card(toolCallId: string, sessionId = 's'): Card {
  const made = cardFrom(toolCallId, {
    kind: 'file_write',
    tool: 'Write',
    input: { file_path: path, content: 'after' },
  });
  return { ...made, sessionId, toolCallId, state: 'waiting' };
}

test('it is noted as it was proposed, before a page sees it with what belongs to it', () => {
  flow.changed(card('one'));
  expect(happened).toEqual(['note undefined', 'follow 1', 'confirmation_request']);
  expect(sent).toMatchObject([{ sessionId: 's', content: { toolCallId: 'one', edit: { number: 1 } } }]);
});

test('a page is told once that a call is new', () => {
  flow.changed(card('two'));
  flow.changed(card('two'));
  flow.changed(card('two', 'another session'));
  expect(sent.map(({ type }) => type)).toEqual(['confirmation_request', 'card', 'confirmation_request']);
});

test('the file follows the card as soon as it is read, with the card as its session has it then', async () => {
  current = { ...card('three'), revision: 7 };
  flow.changed(card('three'));
  await soon(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ type: 'card', content: { revision: 7, file: { path, before: 'before' } } });
});

test('a card of which its session knows nothing is not sent again', () => {
  flow.again(card('four'));
  flow.again(card('four', 'gone'));
  expect(sent).toEqual([]);
});
