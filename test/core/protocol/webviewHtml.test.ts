import { describe, expect, it } from 'vitest';
import { webviewHtml } from '../../../src/core/protocol/webviewHtml';

const page = {
  nonce: 'n0nce',
  cspSource: 'https://csp.example',
  scriptUris: ['https://csp.example/zhCn.js', 'https://csp.example/main.js'],
  styleUri: 'https://csp.example/main.css',
  language: 'en',
};

describe('the page of the chat view', () => {
  it('lets only the scripts with the nonce run, in their order', () => {
    const html = webviewHtml(page);
    expect(html).toContain(
      `default-src &#39;none&#39;; script-src &#39;nonce-n0nce&#39;; style-src https://csp.example`,
    );
    expect(html).not.toContain('unsafe-inline');
    expect(html.match(/<script type="module" nonce="n0nce" src="[^"]+"/g)).toEqual([
      '<script type="module" nonce="n0nce" src="https://csp.example/zhCn.js"',
      '<script type="module" nonce="n0nce" src="https://csp.example/main.js"',
    ]);
  });

  it('carries a snapshot that no text of an agent can break out of', () => {
    const text = '</script><script>alert(1)</script><!--';
    const html = webviewHtml({
      ...page,
      initial: {
        sessions: [],
        transcript: [{ kind: 'text', id: 't', text, settled: true }],
        earlier: 0,
        cards: [],
        language: 'en',
        trusted: true,
      },
    });
    expect(html.match(/<script/g)).toHaveLength(3);
    const json = /id="initial">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).transcript[0].text).toBe(text);
  });
});
