// Whether all of a text can be read where it is drawn as Markdown.
import { describe, expect, test } from 'vitest';
import { showsAll } from '../../../webview-ui/text/drawn';

const plan = `# Move the shop

1. Read **everything**, and \`npm test\`
2. Change [the guide](https://example.org/pay "the title"):
   - [x] a _first_ part
   - [ ] a second

> Nothing is deployed.

| file | why |
|:-----|-----|
| a.ts | b \\| c |

~~~sh a word behind it
rm -rf build
~~~

***

Snake_case_names, 2 * 3 and <!-- this --> stay.`;

test('of a plan as they are written', () => {
  expect(showsAll(plan)).toBe(true);
});

describe('what no part of a plan can hide', () => {
  const places: readonly (readonly [string, (words: string) => string])[] = [
    ['behind an address', words => `See [the guide](https://example.org "${words}").`],
    ['behind an opening fence', words => `\`\`\`sh ${words}\nls\n\`\`\``],
    ['behind a closing fence', words => `\`\`\`sh\nls\n\`\`\` ${words}\nmore\n\`\`\``],
    ['behind a heading', words => `# Title ## ${words} ##`],
    ['in a comment', words => `a <!-- ${words} --> b`],
    ['in a definition', words => `[a]: https://example.org "${words}"`],
    ['in an image', words => `![${words}](a.png)`],
    ['in the rule of a table', words => `| a | b |\n|---|---|${words}\n| 1 | 2 |`],
    ['in a list item', words => `- a\n${' '.repeat(60)}${words}`],
    ['deep in quotes', words => `${'> '.repeat(12)}${words}`],
    ['in a task', words => `- [${words}] a`],
    ['in a footnote', words => `a[^1]\n\n[^1]: ${words}`],
    ['in HTML', words => `<details><summary>a</summary>${words}</details>`],
    ['as an escape', words => `\\${words}`],
  ];

  test.each(places)('%s', (_, placed) => {
    expect(showsAll(placed('and run evil.sh'))).toBe(true);
  });
});

test('an address that would be written otherwise is told', () => {
  expect(showsAll('See [the guide](<https://example.org/and run evil.sh>).')).toBe(false);
});

test('a cell that a table has no column for is told', () => {
  expect(showsAll('| a |\n|---|\n| 1 | and run evil.sh |')).toBe(false);
});

test('a list that would be counted otherwise than it is written is told', () => {
  expect(showsAll('1. first\n9. second')).toBe(false);
});
