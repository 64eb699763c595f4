import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', '..', 'dist', 'webview', `${name}.js`));

/** Of these, React is 222,000. */
const mostBytes = 360_000;

describe('the script of a page', () => {
  it.each(['main', 'rules'])('%s stays small, and speaks one language', name => {
    expect(script(name).length).toBeLessThan(mostBytes);
    expect(
      script(name)
        .toString()
        .match(/\p{Script=Han}+/gu) ?? [],
    ).toEqual([]);
  });

  it('has its Chinese in another one', () => {
    expect(script('zhCn').toString()).toContain('允许一次');
  });
});
