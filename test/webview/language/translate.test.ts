import { describe, expect, it } from 'vitest';
import { fill } from '../../../webview-ui/language/fill';
import { en as ofAll } from '../../../webview-ui/language/en';
import { panelEn } from '../../../webview-ui/language/panel.en';
import { zhCn } from '../../../webview-ui/language/zhCn';

const en = { ...ofAll, ...panelEn };
const texts: ReadonlyMap<string, string> = new Map(Object.entries(zhCn));

describe('the texts of the webview', () => {
  it('are there in both languages', () => {
    expect(Object.keys(zhCn).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it.each(Object.entries(en))('%s says the same in both, with the same places for values', (key, text) => {
    const other = texts.get(key) ?? '';
    expect(other.trim()).not.toBe('');
    expect(placesOf(other)).toEqual(placesOf(text));
  });

  it.each([
    [0, '0 lines'],
    [1, '1 line'],
    [2, '2 lines'],
  ])('count: %s', (count, text) => {
    expect(fill('{0} {0:line:lines}', [count])).toBe(text);
  });

  it('put values in as they are', () => {
    expect(fill('{0} of {1}', ['{1}', '$&'])).toBe('{1} of $&');
  });

  it('name the agent of the session', () => {
    expect(fill(en['card.denyStop'], [])).toBe('Deny and stop Claude');
    expect(fill(en['card.denyStop'], [], '{0} $&')).toBe('Deny and stop {0} $&');
    expect(fill(en['dock.announce'], ['Run', 'ls'], 'Gemini CLI')).toBe('Gemini CLI asks: Run ls');
  });
});

function placesOf(text: string): readonly string[] {
  return (text.match(/\{(?:\d|agent)\}/g) ?? []).toSorted();
}
