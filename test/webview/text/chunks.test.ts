import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../webview-ui/text/chunks';

describe('a long text', () => {
  it('in pieces is the text again, with a mark where a line goes on', () => {
    const text = `${'x'.repeat(20_000)}\n${'short line\n'.repeat(3000)}end`;
    const chunks = chunksOf(text);
    expect(chunks.map(chunk => chunk.text + (chunk.continues ? '' : '\n')).join('')).toBe(`${text}\n`);
    expect(chunks.filter(chunk => chunk.continues).length).toBeGreaterThan(1);
  });

  it('is never cut inside a character', () => {
    for (const { text } of chunksOf(`a${'🎉'.repeat(10_000)}`)) expect(/\p{Surrogate}/u.test(text)).toBe(false);
  });
});
