import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hunk, Returned } from '../../src/core/call/returned';
import { type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

/** What nobody would write, and what makes a browser work for seconds where it is laid out as it is. */
const texts = {
  'marks on one letter': `a${'\u0301'.repeat(100_000)}`,
  'characters without width in a word': `wo${'\u200b\u200d'.repeat(50_000)}rd`,
  'letters with one between them': 'a\u200b'.repeat(50_000),
  'a line of 1 MB': 'x'.repeat(1_000_000),
  '5 MB of Markdown': '**word** and `code`\n\n'.repeat(250_000),
};

type Kind = 'text' | 'user' | 'thinking' | 'notice' | 'divider' | 'problem' | 'output' | 'change' | 'result';

/** What an agent gives back is cut by the host, which knows nothing of what is hard to draw. */
function returnedOf(kind: Kind, text: string): Returned | undefined {
  const hunk: Hunk = { before: 1, after: 1, lines: Array.from({ length: 800 }, () => `+${text.slice(0, 2000)}`) };
  if (kind === 'output') return { kind, text: text.slice(0, 24_000) };
  return kind === 'change' ? { kind, path: 'a.ts', created: false, hunks: [hunk] } : undefined;
}

/** Draws a text in its place; gives the place. */
async function draw(page: Page, kind: Kind, text: string): Promise<string> {
  return page.evaluate(
    ([as, words, returned]) => {
      const fixture = window.latchFixture;
      const session = fixture?.snapshot.sessions[0];
      if (fixture === undefined || session === undefined) return '';
      const { sessionId } = session;
      const put = (item: object): void => {
        const changes = JSON.parse(JSON.stringify([{ type: 'put', item }]));
        fixture.update({ type: 'transcript', sessionId, seq: 1, changes });
      };
      const said = { template: '{0}', values: { 0: words }, text: words };
      const { transcript, cards } = fixture.snapshot;
      const call = transcript.find(
        item => item.kind === 'call' && cards.some(one => one.kind === 'bash' && one.toolCallId === item.toolCallId),
      );
      const card = cards.find(one => call?.kind === 'call' && one.toolCallId === call.toolCallId);
      switch (as) {
        case 'text':
        case 'thinking':
        case 'user':
          put({ kind: as, id: 'odd', text: words, settled: true });
          return '[data-item="odd"]';
        case 'notice':
        case 'divider':
          put({ kind: as, id: 'odd', level: 'error', text: said });
          return '[data-item="odd"]';
        case 'problem': {
          const problem = { code: 'cli-too-old', message: JSON.parse(JSON.stringify(said)), stderr: [words] } as const;
          fixture.update({ type: 'session', session: { ...session, status: { state: 'failed', problem } } });
          return '.problem';
        }
        default:
          if (call === undefined || card === undefined) return '';
          put({ ...call, returned });
          if (as === 'result') {
            const result = { text: words.slice(0, 8192), ok: false };
            const content = { ...card, state: 'failed', revision: card.revision + 1, result } as const;
            fixture.update({ type: 'card', sessionId, content });
          }
          return `[data-line="${card.toolCallId}"]`;
      }
    },
    [kind, text, returnedOf(kind, text)] as const,
  );
}

const kinds = ['text', 'user', 'thinking', 'notice', 'divider', 'problem', 'output', 'change', 'result'] as const;

describe('of a text that nobody would write little is laid out, wherever it stands', () => {
  it.each(kinds)('%s', async kind => {
    const page = await gallery.open('work-log');
    for (const [title, text] of Object.entries(texts)) {
      await gallery.show(page, 'work-log');
      const place = page.locator(await draw(page, kind, text));
      await place.waitFor();
      if (kind === 'thinking' || kind === 'output' || kind === 'change' || kind === 'result')
        await place.locator('summary').first().click();
      // What comes near is drawn as well, a moment later.
      await page.waitForTimeout(300);
      const drawn = await place.evaluate(element => ({
        elements: element.querySelectorAll('*').length,
        letters: element.textContent?.length ?? 0,
        // A word without an end is what costs a browser more than its length.
        marked: Math.max(...(element.textContent ?? '').split(/[^\p{M}]+/u).map(run => run.length)),
      }));
      expect(drawn.elements, title).toBeLessThan(4000);
      expect(drawn.letters, title).toBeGreaterThan(10);
      expect(drawn.letters, title).toBeLessThan(150_000);
      expect(drawn.marked, title).toBeLessThanOrEqual(30);
    }
    await page.close();
  });
});

describe('an error without an end', () => {
  it('is its beginning, says how much is left out, and opens as a file', async () => {
    const page = await gallery.open('conversation');
    const whole = `It failed: ${'x'.repeat(1_000_000)}`;
    const notice = page.locator(await draw(page, 'notice', whole));
    await notice.getByText('998011 more characters are not drawn.').waitFor();
    expect((await notice.textContent())?.startsWith('It failed: xxx')).toBe(true);
    await notice.getByRole('button', { name: 'Open all of it as a file' }).click();
    await expect.poll(() => sentOf(page, 'text/take')).toEqual([{ text: whole, as: 'open' }]);
    await page.close();
  });

  it('of an agent that does not start is cut too', async () => {
    const page = await gallery.open('agent-login');
    const problem = page.locator(await draw(page, 'problem', 'y'.repeat(1_000_000)));
    await problem.getByRole('button', { name: 'Open all of it as a file' }).click();
    await expect.poll(() => sentOf(page, 'text/take')).toHaveLength(1);
    await page.close();
  });
});

describe('a long output with colours', () => {
  it('has those of its end, where each is an element', async () => {
    const page = await gallery.open('work-log');
    const line = page.locator(await draw(page, 'output', '\u001b[31mred\u001b[0m and\n'.repeat(1000)));
    await line.locator('summary').first().click();
    await line.getByRole('button', { name: 'Show 800 lines before' }).click();
    await expect.poll(() => line.locator('.output-line').count()).toBe(1000);
    const coloured = await line.locator('.output-line span[class*="ansi"], .output-line span[style]').count();
    expect(coloured).toBeGreaterThan(300);
    expect(coloured).toBeLessThan(600);
    expect(await line.locator('.output-line').last().locator('span').count()).toBe(1);
    await page.close();
  });
});
