// Nothing of an input stays unsaid: whatever an agent adds to a call, or puts in the place of what is expected there,
// can be read on its card.
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/base/json';
import { CardView } from '../../../webview-ui/card/card';
import { cardFrom, type Sample } from '../../../webview-ui/gallery/samples/sample';
import { samples } from '../../../webview-ui/gallery/samples/all';
import { ChatContext } from '../../../webview-ui/state/context';
import { createChat } from '../../../webview-ui/state/chatStore';

const chat = createChat({ post() {}, listen() {}, load: () => undefined, save() {} }, undefined);

/** The texts of the card, one after another, as they stand in the page. */
function read(name: string, sample: Sample): string {
  const { file: _file, ...card } = cardFrom(name, sample);
  const shown = { key: name, card, deadline: undefined };
  const page = createElement(
    ChatContext,
    { value: chat },
    createElement(CardView, { shown, titleRef: { current: null } }),
  );
  return renderToStaticMarkup(page).replace(/<[^>]*>/g, '');
}

/** Calls whose input the card draws itself; questions and forms are drawn from what was read of them. */
const calls = Object.entries(samples).filter(([, { interaction }]) => interaction === undefined);

describe.each(calls)('%s', (name, sample) => {
  const others: readonly Json[] = ['UNSEEN', ['UNSEEN'], { inside: 'UNSEEN' }];
  const fields = [
    'more',
    'content',
    'old_string',
    'command',
    'url',
    'path',
    'notebook_path',
    'description',
    'prompt',
    'edits',
  ];

  test.each(fields.filter(field => !(field in sample.input)))('with %s added', field => {
    for (const value of others) {
      const input: JsonObject = { ...sample.input, [field]: value };
      expect(read(name, { ...sample, input }), JSON.stringify(value)).toContain('UNSEEN');
    }
  });

  test.each(Object.keys(sample.input))('with another %s', field => {
    for (const value of others) {
      const input: JsonObject = { ...sample.input, [field]: value };
      expect(read(name, { ...sample, input }), JSON.stringify(value)).toContain('UNSEEN');
    }
  });
});

test.each(['reason', 'description'])('what hides in the %s that an agent gave is warned of', given => {
  const form = samples['form'];
  if (!form) throw new Error('There is no sample of a form.');
  const warning = 'characters that do not show';
  const withText = (text: string): string =>
    read('form', { ...form, details: { suggestions: [], ...form.details, [given]: text } });
  expect(withText('Where to put it')).not.toContain(warning);
  expect(withText('Where to put\u202Eit')).toContain(warning);
});
