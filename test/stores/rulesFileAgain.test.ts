// What is read again of a rules file is what reading all of it says, whatever was changed in it.
import { expect, test } from 'vitest';
import { parseRulesFile } from '../../src/stores/rulesFile';
import { rereadRulesFile } from '../../src/stores/rulesFileAgain';
import { Random } from '../support/random';

const rule = (at: number, action = 'allow'): string => `{ "action": "${action}", "pattern": "Bash(tool-${at}:*)" }`;
const fileOf = (...rules: readonly string[]): string =>
  `{\n  "version": 1,\n  "rules": [\n    ${rules.join(',\n    ')}\n  ]\n}\n`;
const read = (text: string) => ({ text, parsed: parseRulesFile(text) });

test.each([
  ['one that is changed', fileOf(rule(0), rule(1), rule(2)), fileOf(rule(0), rule(9), rule(2))],
  ['one that is added', fileOf(rule(0), rule(1)), fileOf(rule(0), `// why\n${rule(9)}`, rule(8), rule(1))],
  ['one that is removed', fileOf(rule(0), rule(1), rule(2)), fileOf(rule(0), rule(2))],
  ['the last one, which is added', fileOf(rule(0), rule(1)), fileOf(rule(0), rule(1), rule(9))],
  ['a longer file', fileOf(rule(0), rule(1), rule(2)), fileOf(rule(0), `\n\n${rule(1, 'deny')}`, rule(2))],
])('of %s the others are the same, at their places', (_, before, after) => {
  const known = read(before);
  const again = rereadRulesFile(known, after);
  expect(again).toEqual(parseRulesFile(after));
  expect(again.rules[0]).toBe(known.parsed.rules[0]);
  expect(again.rules.filter(it => !known.parsed.rules.some(({ rule: same }) => same === it.rule)).length).toBeLessThan(
    3,
  );
});

test.each([
  ['a comment that takes the next rule', ' // ', '/* ', '*/'],
  ['a text that takes the next rule', '"', '\\"'],
  ['an end of the list', '], "more": [', '], "rules": [', `${rule(9)}], "$schema": [`, ', "version": 1', '] }', ']'],
  ['a rule inside a rule', '{', '}', '{ "a": [', ']}'],
  ['no rule', '1', 'null', ',', ',,', '[]', '{ "action": "deny" }'],
])('%s is not taken for less than it is', (_, ...texts) => {
  const before = fileOf(rule(0), rule(1), rule(2, 'deny'), rule(3));
  const known = read(before);
  for (const text of texts)
    for (let at = 0; at <= before.length; at += 1) {
      const after = before.slice(0, at) + text + before.slice(at);
      expect(rereadRulesFile(known, after), after).toEqual(parseRulesFile(after));
    }
});

const pieces = ['"', '\\', '{', '}', '[', ']', ',', ':', '//', '/*', '*/', '\n', ' ', rule(7), `,${rule(8, 'deny')}`];

test('after any number of changes it is what the text says', () => {
  const random = new Random(7);
  const pick = (most: number): number => random.below(most);
  let same = 0;
  for (let round = 0; round < 400; round += 1) {
    let known = read(fileOf(...Array.from({ length: 2 + pick(6) }, (_, at) => rule(at, pick(2) ? 'allow' : 'deny'))));
    for (let change = 0; change < 12; change += 1) {
      const at = pick(known.text.length);
      const cut = pick(3) === 0 ? pick(60) : 0;
      const text = known.text.slice(0, at) + (pieces[pick(pieces.length)] ?? '') + known.text.slice(at + cut);
      const parsed = rereadRulesFile(known, text);
      expect(parsed, text).toEqual(parseRulesFile(text));
      if (parsed.rules[0] === known.parsed.rules[0]) same += 1;
      // Mostly one that can be read is changed further.
      if (parsed.problems.length === 0 || pick(4) === 0) known = { text, parsed };
    }
  }
  expect(same).toBeGreaterThan(100);
});
