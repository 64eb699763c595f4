// Whatever is done to a rules file, however it is written: it stays JSON, and says what it is to say.
import { parse, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import type { RuleStep } from '../../src/core/ruleAdmin/edits';
import { editRulesFile } from '../../src/stores/rulesFileEdit';
import { Random } from '../support/random';

interface Written {
  readonly action: string;
  readonly pattern: string;
  readonly id?: string;
  readonly description?: string | undefined;
}

const layouts: Readonly<Record<string, (rules: readonly Written[]) => string>> = {
  'on one line': rules => JSON.stringify({ version: 1, rules }),
  'on one line, with the rules first': rules => JSON.stringify({ rules, version: 1 }),
  'in lines': rules => JSON.stringify({ version: 1, rules }, null, 2),
  'with tabs': rules => JSON.stringify({ version: 1, rules, more: {} }, null, '\t'),
  'with the line ends of Windows': rules => JSON.stringify({ version: 1, rules }, null, 4).replaceAll('\n', '\r\n'),
  'a rule on each line': rules =>
    `{ "version": 1, "rules": [\n${rules.map(rule => `  ${JSON.stringify(rule)}, // why\n`).join('')}] }`,
  'with comments and trailing commas': rules =>
    `// All of it.\n{"rules":[${rules.map(rule => `/* one */ ${JSON.stringify(rule)},`).join('')} // last\n]}`,
};

function read(text: string): readonly Written[] {
  const errors: ParseError[] = [];
  const value: { readonly rules?: readonly Written[] } = parse(text, errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return value.rules ?? [];
}

test.each(Object.entries(layouts))('a file that is written %s', (_, layout) => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = new Random(seed);
    const below = (count: number): number => random.below(count);
    const expected: Written[] = Array.from({ length: below(4) }, (__, at) => ({ action: 'ask', pattern: `Tool${at}` }));
    let text = layout(expected);
    for (let turn = 0; turn < 6; turn += 1) {
      const place = below(expected.length);
      const steps: RuleStep[] = [];
      const what = expected.length === 0 ? 0 : below(3);
      if (what === 0) {
        const rule = { action: 'allow', pattern: `New${turn}`, id: `n${turn}` } as const;
        steps.push({ type: 'append', rule });
        expected.push(rule);
      } else if (what === 1) {
        steps.push({ type: 'remove', place });
        expected.splice(place, 1);
      } else {
        const description = below(2) === 0 ? 'Why "this"' : null;
        steps.push({ type: 'change', place, id: `c${turn}`, changes: { action: 'deny', description } });
        const { description: __, ...rest } = { description: undefined, ...expected[place], action: 'deny' };
        const changed: Written = { pattern: '', ...rest, id: `c${turn}`, ...(description ? { description } : {}) };
        expected[place] = changed;
      }
      const entries = read(text).map((___, at) => at);
      text = editRulesFile(text, entries, steps);
      expect(read(text), text).toEqual(expected);
    }
  }
});
