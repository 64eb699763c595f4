import { describe, expect, test } from 'vitest';
import { cardsFor, pageOf } from '../../../src/core/transcript/page';
import type { TranscriptItem } from '../../../src/core/transcript/items';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

const said = (count: number): readonly TranscriptItem[] =>
  Array.from({ length: count }, (_, place) => ({ kind: 'user', id: `${place}`, text: '' }));
const ends = (items: readonly TranscriptItem[]) => [items[0]?.id, items.at(-1)?.id];

describe('a page of a conversation', () => {
  test.each([
    { of: 3, before: undefined, from: ['0', '2'], earlier: 0 },
    { of: 450, before: undefined, from: ['250', '449'], earlier: 250 },
    { of: 450, before: '250', from: ['50', '249'], earlier: 50 },
    { of: 450, before: '50', from: ['0', '49'], earlier: 0 },
    { of: 450, before: '0', from: [undefined, undefined], earlier: 0 },
    { of: 450, before: 'gone', from: [undefined, undefined], earlier: 0 },
  ])('of $of items before $before is $from, with $earlier earlier', ({ of, before, from, earlier }) => {
    const page = pageOf(said(of), before);
    expect(ends(page.items)).toEqual(from);
    expect(page.earlier).toBe(earlier);
  });

  test('brings the cards of its calls, and every batch in which one waits', () => {
    const card = (id: string, batchId: string, state: 'waiting' | 'decided' | 'done') => ({
      ...cardFrom(id, { kind: 'bash', tool: 'Bash', input: {} }),
      toolCallId: id,
      batchId,
      state,
    });
    const cards = [
      card('old', 'm1', 'done'),
      card('shown', 'm2', 'done'),
      card('mate', 'm3', 'decided'),
      card('asks', 'm3', 'waiting'),
    ];
    const page = cardsFor([{ kind: 'call', id: 'c', toolCallId: 'shown' }], cards);
    expect(page.map(it => it.toolCallId)).toEqual(['shown', 'mate', 'asks']);
  });
});
