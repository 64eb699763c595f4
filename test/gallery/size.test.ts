import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'dist', 'webview');
const script = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** All that has to arrive before a page can begin: its script, and what that imports, once each. */
function beforeItBegins(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(file)) return seen;
  seen.set(file, script(file));
  for (const [, imported] of script(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    if (imported !== undefined) beforeItBegins(imported, seen);
  return seen;
}

/** Of these, React is 222,000, and what reads Markdown 42,000. */
const mostBytes = 480_000;

describe('the scripts of a page', () => {
  it.each(['main.js', 'rules.js'])('%s stays small, and speaks one language', name => {
    const texts = [...beforeItBegins(name).values()];
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThan(mostBytes);
    expect(texts.flatMap(text => text.match(/\p{Script=Han}+/gu) ?? [])).toEqual([]);
  });

  it('share React', () => {
    const shared = [...beforeItBegins('main.js')].filter(([file]) => beforeItBegins('rules.js').has(file));
    expect(shared.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)).toBeGreaterThan(222_000);
  });

  it('have their Chinese in another one', () => {
    expect(script('zhCn.js')).toContain('允许一次');
  });
});
