// A key or a notification acts on the card that the person sees.
import { expect, test } from 'vitest';
import type { Card } from '../../../src/core/card/card';
import type { CardAction } from '../../../src/core/protocol/updates';
import { CardInSight } from '../../../src/vscode/window/cardInSight';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

interface Some {
  readonly id: string;
  readonly cards: readonly Card[];
}

const of = (id: string, state: Card['state']): Some => ({
  id,
  cards: [{ ...cardFrom(id, { kind: 'bash', tool: 'Bash', input: {} }), state }],
});
const quiet = of('quiet', 'done');
const waits = of('waits', 'waiting');
const alsoWaits = of('alsoWaits', 'waiting');

async function actedOn(action: CardAction, all: readonly Some[], active: Some | undefined): Promise<string[]> {
  const happened: string[] = [];
  const inSight = new CardInSight({
    places: {
      turnTo() {},
      front: () =>
        Promise.resolve({
          send: update => void happened.push(update.type === 'act' ? update.action : update.type),
          left() {},
          dispose() {},
        }),
    },
    sessions: { all, active, activate: id => void happened.push(`activate ${id}`) },
    refresh: () => void happened.push('refresh'),
  });
  await inSight.act(action);
  return happened;
}

test.each([
  ['an answer is for the card that is shown', 'deny', [quiet, waits], quiet, ['deny']],
  ['a review stays where something waits', 'focusCard', [waits, alsoWaits], alsoWaits, ['focusCard']],
  [
    'a review goes to where something waits',
    'focusCard',
    [quiet, waits],
    quiet,
    ['activate waits', 'refresh', 'focusCard'],
  ],
  ['a review goes there from nowhere too', 'focusCard', [waits], undefined, ['activate waits', 'refresh', 'focusCard']],
  ['a review of nothing shows the chat', 'focusCard', [quiet], quiet, ['focusCard']],
] as const)('%s', async (_, action, all, active, happened) => {
  expect(await actedOn(action, all, active)).toEqual(happened);
});
