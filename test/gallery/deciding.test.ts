import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';
import { pressAnswer } from '../support/answers';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

const decisions = (page: Page) => sentOf(page, 'tool/confirm');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

// On a busy machine a press that was meant for the first half second can come after it; the same press is tried again.
describe('the first half second of a card', { retry: 3 }, () => {
  it('takes no click', async () => {
    const page = await gallery.open('bash-waiting');
    await button(page, 'Allow once').click({ force: true });
    await page.waitForTimeout(afterGrace);
    expect(await decisions(page)).toEqual([]);
    await button(page, 'Allow once').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });

  it('takes no key, nor one that is held down until it is over', async () => {
    const page = await gallery.open('bash-waiting');
    await button(page, 'Deny').focus();
    await page.keyboard.down('Space');
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(afterGrace);
    await page.keyboard.up('Space');
    await page.waitForTimeout(100);
    expect(await decisions(page)).toEqual([]);
    await page.close();
  });

  it('begins again when the input changes', async () => {
    const page = await gallery.open('bash-waiting');
    await page.waitForTimeout(afterGrace);
    await page.evaluate(() => {
      const fixture = window.latchFixture;
      const card = fixture?.snapshot.cards[0];
      if (fixture === undefined || card === undefined) return;
      const content = { ...card, revision: 2, input: { command: 'rm -rf /' } };
      fixture.update({ type: 'card', sessionId: card.sessionId, content });
    });
    await page.getByText('rm -rf /').first().waitFor();
    await button(page, 'Allow once').click({ force: true });
    await page.waitForTimeout(100);
    expect(await decisions(page)).toEqual([]);
    await page.close();
  });

  it('begins again when the window comes back', async () => {
    const page = await gallery.open('bash-waiting');
    await page.waitForTimeout(afterGrace);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await button(page, 'Allow once').click({ force: true });
    await page.waitForTimeout(100);
    expect(await decisions(page)).toEqual([]);
    await page.waitForTimeout(afterGrace);
    await button(page, 'Allow once').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });
});

describe('a host that knows whether the window has the focus', { retry: 3 }, () => {
  const tell = (page: Page, focused: boolean) =>
    page.evaluate(value => window.latchFixture?.update({ type: 'window', focused: value }), focused);

  it('lets the first click from the editor into the view count', async () => {
    const page = await gallery.open('bash-waiting');
    await tell(page, true);
    await page.waitForTimeout(afterGrace);
    // The frame gets the focus with the click; the window had it all along.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await button(page, 'Allow once').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });

  it('keeps the click that fetches the window from deciding', async () => {
    const page = await gallery.open('bash-waiting');
    await tell(page, false);
    await page.waitForTimeout(afterGrace);
    await button(page, 'Allow once').click({ force: true });
    await tell(page, true);
    await button(page, 'Allow once').click({ force: true });
    await page.waitForTimeout(100);
    expect(await decisions(page)).toEqual([]);
    await page.waitForTimeout(afterGrace);
    await button(page, 'Allow once').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });
});

describe('a host that is wrong about the focus', () => {
  it('costs one click, not the card', async () => {
    const page = await gallery.open('bash-waiting');
    await page.evaluate(() => window.latchFixture?.update({ type: 'window', focused: false }));
    await page.waitForTimeout(afterGrace);
    await button(page, 'Deny').click();
    await page.waitForTimeout(afterGrace);
    expect(await decisions(page)).toEqual([]);
    await button(page, 'Deny').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });
});

describe('an answer', () => {
  it.each([
    ['Allow once', { confirmed: true }],
    ['Deny', { confirmed: false }],
    ['Deny and stop Claude', { confirmed: false, options: { stop: true } }],
  ])('"%s" is sent once, for the revision that was shown', async (name, expected) => {
    const page = await gallery.open('bash-waiting');
    await pressAnswer(page, name);
    await page.waitForTimeout(150);
    const base = { sessionId: 'session-1', toolCallId: 'toolu_bash', revision: 1 };
    expect(await decisions(page)).toEqual([{ ...base, ...expected }]);
    await page.close();
  });

  it.each([
    ['bash-waiting', 'Deny and stop Claude'],
    ['subagent-waiting', 'Deny and stop this subagent'],
    ['agent-card', 'Deny and stop Gemini CLI'],
    ['agent-subagent', 'Deny and stop Gemini CLI, not only this subagent'],
  ])('that stops says before it is pressed what stops: %s', async (story, says) => {
    const page = await gallery.open(story);
    await page.waitForTimeout(afterGrace);
    await button(page, 'More ways to deny').click();
    await page.getByRole('menuitem', { name: says, exact: true }).waitFor();
    await page.close();
  });

  it('with a note carries the note as it was written, and the allow chord sends it as a refusal', async () => {
    const page = await gallery.open('bash-waiting');
    await pressAnswer(page, 'Deny with a note…');
    await page.getByRole('textbox', { name: 'Tell Claude what to do instead' }).fill('use pnpm\n  please');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => decisions(page))
      .toEqual([expect.objectContaining({ confirmed: false, options: { note: 'use pnpm\n  please' } })]);
    await page.close();
  });

  it('of approval with a note carries the note', async () => {
    const page = await gallery.open('bash-waiting');
    await pressAnswer(page, 'Allow with a note…');
    await page.getByRole('textbox', { name: 'Tell Claude something with it' }).fill('and tidy up');
    await button(page, 'Allow and send note').click();
    await expect
      .poll(() => decisions(page))
      .toEqual([expect.objectContaining({ confirmed: true, options: { note: 'and tidy up' } })]);
    await page.close();
  });

  it('stops the time of the card while it is written, and no longer', async () => {
    const page = await gallery.open('bash-waiting');
    await pressAnswer(page, 'Deny with a note…');
    await page.getByRole('textbox', { name: 'Tell Claude what to do instead' }).fill('no');
    await button(page, 'Deny and send note').click();
    await expect
      .poll(async () => (await sentOf(page, 'ui/drafting')).map(sent => sent['active']))
      .toEqual([true, false]);
    await page.close();
  });

  it('that the host refuses is told on the card, which stays', async () => {
    const page = await gallery.open('bash-waiting');
    await page.evaluate(() => window.latchFixture?.refuseNext('already decided'));
    await button(page, 'Allow once').click();
    await page.getByText('Not taken: already decided').waitFor();
    expect(await button(page, 'Allow once').isVisible()).toBe(true);
    await page.close();
  });

  it('that comes after that of another view is told on the line of the call', async () => {
    const page = await gallery.open('bash-waiting');
    await page.evaluate(() => window.latchFixture?.refuseNext('already decided'));
    await button(page, 'Allow once').click();
    await page.evaluate(() => {
      const card = window.latchFixture?.snapshot.cards[0];
      if (card === undefined) return;
      const outcome = { choice: 'deny', by: 'person', edited: false, stop: false } as const;
      const content = { ...card, state: 'denied', outcome } as const;
      window.latchFixture?.update({ type: 'card', sessionId: card.sessionId, content });
    });
    const line = page.locator('[data-call-id="toolu_bash"][data-state="denied"]');
    await line.getByRole('alert').getByText('Not taken: already decided').waitFor();
    await page.close();
  });

  it.each([
    ['bash-waiting', 'Allow once'],
    ['compound-waiting', 'Deny'],
    ['critical-waiting', 'Deny'],
  ])('%s: what stands out is %s', async (story, answer) => {
    const page = await gallery.open(story);
    const filled = page.locator('.answers [data-filled="true"]');
    expect(await filled.allInnerTexts()).toEqual([expect.stringMatching(new RegExp(`^${answer}`))]);
    await page.close();
  });

  it('to something critical needs a word typed as well', async () => {
    const page = await gallery.open('critical-waiting');
    await button(page, 'Allow anyway…').click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    expect(await decisions(page)).toEqual([]);
    await page.getByRole('textbox', { name: /Type “allow”/ }).fill('allow');
    await page.keyboard.press('Enter');
    await expect.poll(() => decisions(page)).toEqual([expect.objectContaining({ confirmed: true })]);
    await page.close();
  });

  it('after an edit carries what the person wrote', async () => {
    const page = await gallery.open('bash-waiting');
    await pressAnswer(page, 'Edit first…');
    await page.getByRole('textbox', { name: 'What will run' }).fill('npm install vitest');
    await button(page, 'Allow once').click();
    await expect
      .poll(() => decisions(page))
      .toEqual([
        expect.objectContaining({
          options: { updatedInput: expect.objectContaining({ command: 'npm install vitest', timeout: 120_000 }) },
        }),
      ]);
    await page.close();
  });

  it('carries what was saved in the diff editor, until something else is written on the card', async () => {
    const page = await gallery.open('edit-waiting');
    const input = { file_path: '/home/ana/shop/vite.config.ts', old_string: 'port: 3000,', new_string: 'port: 9090,' };
    const save = (number: number, content: typeof input) =>
      page.evaluate(
        edit => {
          const card = window.latchFixture?.snapshot.cards[0];
          if (card === undefined) return;
          const saved = { ...card, edit: { ...edit, unsaved: false } };
          window.latchFixture?.update({ type: 'card', sessionId: card.sessionId, content: saved });
        },
        { number, input: content },
      );
    await pressAnswer(page, 'Edit first…');
    await page.getByRole('textbox', { name: 'What will run' }).fill('written first');
    await save(1, input);
    await page.getByText('Edited by you: this is what will run').waitFor();
    await page.getByText('port: 9090').first().waitFor();
    expect(await page.getByText('written first').count()).toBe(0);
    await page.getByRole('textbox', { name: 'What will run' }).fill('port: 9191,');
    await button(page, 'Discard changes').click();
    await expect.poll(() => sentOf(page, 'tool/discardEdit')).toHaveLength(1);
    await button(page, 'Open in diff editor').click();
    await expect
      .poll(() => sentOf(page, 'tool/openDiff'))
      .toEqual([{ sessionId: 'session-1', toolCallId: 'toolu_edit', input }]);
    await page.waitForTimeout(afterGrace);
    await button(page, 'Allow once').click();
    await expect
      .poll(() => decisions(page))
      .toEqual([expect.objectContaining({ confirmed: true, options: { updatedInput: input } })]);
    await page.close();
  });

  it('is not possible while edited JSON is none', async () => {
    const page = await gallery.open('mcp-waiting');
    await pressAnswer(page, 'Edit first…');
    await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{ "owner": ');
    await page.getByText('Not valid JSON').waitFor();
    await button(page, 'Allow once').click({ force: true });
    await page.keyboard.press('Control+Enter');
    expect(await decisions(page)).toEqual([]);
    await page.close();
  });

  it.each([
    ['Approve', { confirmed: true, options: { plan: 'manual' } }],
    ['Approve, and accept all edits', { confirmed: true, options: { plan: 'acceptEdits' } }],
    ['Approve, and begin it in a new conversation', { confirmed: true, options: { plan: 'clear' } }],
  ])('to a plan can be "%s"', async (name, expected) => {
    const page = await gallery.open('plan-waiting');
    await pressAnswer(page, name);
    await expect.poll(() => decisions(page)).toEqual([expect.objectContaining(expected)]);
    await page.close();
  });

  it('to a plan can be to go on planning, with words for the plan', async () => {
    const page = await gallery.open('plan-waiting');
    await pressAnswer(page, 'Deny with a note…');
    await page.getByRole('textbox', { name: 'Tell Claude what to change in the plan' }).fill('tests first');
    await button(page, 'Deny and send note').click();
    await expect
      .poll(() => decisions(page))
      .toEqual([expect.objectContaining({ confirmed: false, options: { note: 'tests first' } })]);
    await page.close();
  });

  it('to questions carries options, own words and notes; a question may stay open', async () => {
    const page = await gallery.open('questions-waiting');
    await page.getByRole('checkbox', { name: 'Linter' }).check();
    await page.getByRole('checkbox', { name: 'Something else' }).check();
    await page.getByRole('textbox', { name: 'Your own answer' }).fill('spelling');
    await page.getByRole('button', { name: 'Add a note' }).last().click();
    await page.getByRole('textbox', { name: 'Note for Claude' }).fill('fast ones');
    await button(page, 'Send answer').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    expect((await decisions(page))[0]?.['options']).toEqual({
      response: {
        id: 'questions',
        responses: [{ id: '0' }, { id: '1', selectedValues: ['Linter'], text: 'spelling', notes: 'fast ones' }],
      },
    });
    await page.close();
  });

  it('to a form is held back until it keeps the rules of the form', async () => {
    const page = await gallery.open('form-waiting');
    await button(page, 'Send answer').click();
    await page.getByText('Name is required.').waitFor();
    expect(await decisions(page)).toEqual([]);
    await page.getByRole('textbox', { name: /^Name/ }).fill('shop');
    await page.getByRole('radio', { name: 'Dublin' }).check();
    await button(page, 'Send answer').click();
    await expect.poll(() => decisions(page)).toHaveLength(1);
    await page.close();
  });
});

describe('the countdown', () => {
  it('never shows more than the time limit, whenever it begins anew', async () => {
    const page = await gallery.open('countdown');
    const texts = await page.locator('.countdown').evaluate(async () => {
      const seen: (string | undefined)[] = [];
      const look = (): unknown => seen.push(document.querySelector<HTMLElement>('.countdown')?.title);
      new MutationObserver(look).observe(document.body, { childList: true, attributes: true, subtree: true });
      const card = window.latchFixture?.snapshot.cards[0];
      if (card === undefined) return seen;
      // At every part of a second: the last tick is up to one second old.
      for (let time = 0; time < 12; time += 1) {
        await new Promise(done => setTimeout(done, 130));
        window.latchFixture?.update({
          type: 'card',
          sessionId: card.sessionId,
          content: { ...card, remainingMs: 600_000 },
        });
      }
      await new Promise(done => setTimeout(done, 200));
      return seen;
    });
    expect(texts).toContain('Denied by itself in 10:00');
    expect(texts).not.toContain('Denied by itself in 10:01');
    await page.close();
  });
});

describe('several cards', () => {
  it('are allowed together without those that are dangerous', async () => {
    const page = await gallery.open('queue-five');
    expect(await page.getByRole('checkbox', { name: /Run curl/ }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /Fetch from/ }).uncheck();
    await button(page, 'Allow 2 · deny 1').click();
    await expect.poll(() => decisions(page)).toHaveLength(3);
    const decided = (await decisions(page)).map(sent => [sent['toolCallId'], sent['confirmed']]);
    expect(decided).toEqual([
      ['toolu_bash', true],
      ['toolu_edit', true],
      ['toolu_fetch', false],
    ]);
    await page.close();
  });

  it('are ticked only where their line says all that would run, and the one that needs a look is open', async () => {
    const page = await gallery.open('queue-five');
    await page.locator('article[data-call-id="toolu_critical"]').waitFor();
    const ticked = await page
      .locator('.queue-rows input')
      .evaluateAll(boxes => boxes.map(box => box instanceof HTMLInputElement && box.checked));
    expect(ticked).toEqual([true, true, false, true, false]);
    await page.getByText('2 left to look at').waitFor();
    await page.getByRole('checkbox', { name: /Use create_pull_request/ }).check();
    await button(page, 'Allow 4').waitFor();
    await page.close();
  });

  it('are denied together, the dangerous ones too', async () => {
    const page = await gallery.open('queue-five');
    await button(page, 'Untick all').click();
    await button(page, 'Deny 5').click();
    await expect.poll(() => decisions(page)).toHaveLength(5);
    await page.close();
  });

  it('are each shown once, however often they arrive', async () => {
    const page = await gallery.open('queue-five');
    await page.evaluate(() => {
      const fixture = window.latchFixture;
      for (const content of fixture?.snapshot.cards ?? []) {
        fixture?.update({ type: 'confirmation_request', sessionId: content.sessionId, content });
      }
    });
    await page.waitForTimeout(200);
    expect(await page.getByTestId('card').count()).toBe(5);
    await page.close();
  });
});
