import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';
import { pressAnswer } from '../support/answers';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

/** One page for all that is read of it. */
let marked: Promise<Page> | undefined;

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const rule = (page: Page, pattern: string): Locator =>
  page.locator('.rules-line:not(.group)').filter({ hasText: pattern });
const grid = (page: Page): Locator => page.getByRole('treegrid', { name: 'Trust rules' });
const shown = (page: Page): Promise<readonly string[]> =>
  page.locator('.rules-line:not(.group) .cell-pattern code').allTextContents();

/** Presses a button again and again while it is new. Runs in the page: from outside the half second may be over. */
function pressWhileNew(name: string): void {
  const watcher = new MutationObserver(() => {
    const found = [...document.querySelectorAll('button')].find(each => each.textContent?.trim() === name);
    if (!found) return;
    watcher.disconnect();
    const end = performance.now() + 400;
    const press = (): void => {
      if (performance.now() >= end) {
        document.body.dataset['pressed'] = '';
        return;
      }
      found.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      found.click();
      requestAnimationFrame(press);
    };
    press();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}

/** Keeps where an element was when it was first there. Runs in the page: what comes later may be there a moment later. */
function keepFirstPlace(selector: string): void {
  const look = (): void => {
    const found = document.querySelector(selector);
    if (found === null) return;
    watcher.disconnect();
    const { left, top } = found.getBoundingClientRect();
    document.body.dataset['place'] = JSON.stringify({ left, top, late: document.querySelector('.preview p') !== null });
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
}

async function openPanel(story = 'rules-typical', width = 1280): Promise<Page> {
  const page = await gallery.open(story, { width, height: 800 });
  await page.locator('.rules-line, .rules-empty').first().waitFor();
  return page;
}

describe('the table of rules', () => {
  it('is walked, ticked, edited and cleared with the keyboard alone', async () => {
    const page = await openPanel();
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const active = page.locator('[data-active="true"]');
    expect(await active.innerText()).toContain('Bash(curl:*)');
    const id = await grid(page).getAttribute('aria-activedescendant');
    expect(await active.getAttribute('id')).toBe(id);
    await page.keyboard.press('Enter');
    const pattern = page.getByRole('textbox', { name: 'Pattern', exact: true });
    await expect.poll(() => pattern.evaluate(field => document.activeElement === field)).toBe(true);
    await pattern.fill('Bash(wget:*)');
    await page.keyboard.press('Enter');
    await rule(page, 'Bash(wget:*)').waitFor();
    expect(await sentOf(page, 'permissionRules/update')).toEqual([
      expect.objectContaining({ scope: 'user', changes: { pattern: 'Bash(wget:*)' } }),
    ]);
    await grid(page).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => rule(page, 'Bash(wget:*)').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await rule(page, 'Bash(wget:*)').waitFor();
    await page.keyboard.press('Control+z');
    await rule(page, 'Bash(curl:*)').waitFor();
    await page.keyboard.press('Control+y');
    await rule(page, 'Bash(wget:*)').waitFor();
    await page.close();
  });

  it('removes all that is ticked in one step, never what is read only, and takes it back', async () => {
    const page = await openPanel();
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('13 selected').waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(() => shown(page)).toEqual(['Bash(ls:*)', 'Read(~/.ssh/**)']);
    const [sent] = await sentOf(page, 'permissionRules/delete');
    expect(JSON.stringify(sent)).not.toContain('claude');
    await button(page, 'Undo').last().click();
    await rule(page, 'Bash(npm run:*)').waitFor();
    await page.close();
  });

  it('is searched, filtered, sorted and folded', async () => {
    const page = await openPanel();
    await page.getByRole('searchbox', { name: 'Search rules' }).fill('npm');
    await expect.poll(() => shown(page)).toEqual(['Bash(npm run', 'Bash(npm run test)', 'Bash(npm run:*)']);
    await page.getByRole('combobox', { name: 'Marks' }).selectOption('invalid');
    await expect.poll(() => shown(page)).toEqual(['Bash(npm run']);
    await button(page, 'Show all').click();
    await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('deny');
    await page.getByRole('checkbox', { name: 'Group by tool' }).uncheck();
    await button(page, 'Used').click();
    await expect.poll(() => shown(page)).toHaveLength(3);
    expect(await page.getByRole('columnheader', { name: 'Used' }).getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('status').first().innerText()).toBe('3 of 15 rules');
    await page.close();
  });

  it('leads to the line on which a rule is written, and from a rule to the one that overrules it', async () => {
    const page = await openPanel();
    await rule(page, 'Bash(git push:*)')
      .getByRole('button', { name: /rules\.json/ })
      .click();
    await expect.poll(() => sentOf(page, 'rules/open')).toEqual([expect.objectContaining({ scope: 'project' })]);
    await rule(page, 'Bash(git log:*)').click();
    await button(page, 'Show it').click();
    await expect.poll(() => page.locator('[data-active="true"]').innerText()).toContain('Bash(git *)');
    await page.close();
  });

  it('shows what the host names, past filters', async () => {
    const page = await openPanel();
    await page.getByRole('searchbox', { name: 'Search rules' }).fill('nothing like it');
    await page.getByText('No rule matches').waitFor();
    await page.evaluate(() => {
      window.latchFixture?.update({ type: 'showRule', rule: { scope: 'project', id: 'missing' } });
    });
    // A rule that is gone by now opens nothing, and hides nothing either.
    await rule(page, 'Bash(curl:*)').waitFor();
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.close();
  });

  it('draws only what is in sight of 5,000 rules, and answers a letter of a search at once', async () => {
    const page = await openPanel('rules-thousands');
    expect(await page.locator('.rules-line').count()).toBeLessThan(60);
    const took = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('.rules-search');
      let frames = 0;
      field?.setRangeText('part-4001/');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      while (document.querySelectorAll('.rules-line:not(.group)').length !== 1) {
        frames += 1;
        await new Promise(resolve => {
          requestAnimationFrame(resolve);
        });
      }
      return frames;
    });
    expect(took).toBeLessThan(10);
    await page.getByRole('searchbox', { name: 'Search rules' }).fill('');
    await grid(page).focus();
    await page.keyboard.press('End');
    const last = page.locator('[data-active="true"]');
    await last.waitFor();
    const [line, table] = [await last.boundingBox(), await grid(page).boundingBox()];
    expect((line?.y ?? 9999) + (line?.height ?? 0)).toBeLessThanOrEqual((table?.y ?? 0) + (table?.height ?? 0) + 1);
    await page.close();
  });
});

describe('a rule that is written', () => {
  it('says what it would have done, and is not added while it is none', async () => {
    const page = await openPanel();
    await button(page, 'Add rule').click();
    const pattern = page.getByRole('textbox', { name: 'Pattern', exact: true });
    await pattern.fill('Bash(npm install');
    await page.locator('.preview [data-verdict="deny"]').waitFor();
    await page.keyboard.press('Enter');
    await pattern.fill('Bash(npm install:*)');
    await page.getByText('Covers 6 of your last 48 calls.').waitFor();
    await page.getByText('With it: 6 more allowed').waitFor();
    expect(await sentOf(page, 'permissionRules/add')).toEqual([]);
    await page.getByRole('combobox', { name: 'Lasts' }).selectOption('week');
    await button(page, 'Add').click();
    await rule(page, 'Bash(npm install:*)').waitFor();
    expect(await sentOf(page, 'permissionRules/add')).toEqual([
      expect.objectContaining({
        scope: 'workspace',
        rules: [{ action: 'allow', pattern: 'Bash(npm install:*)' }],
        life: { kind: 'minutes', minutes: 7 * 24 * 60 },
      }),
    ]);
    await page.close();
  });

  it('moves to another scope, which says who gets it then', async () => {
    const page = await openPanel();
    await rule(page, 'Bash(npm run:*)').click();
    await page.getByRole('complementary').getByRole('combobox', { name: 'Scope' }).selectOption('project');
    const shared = page.getByRole('region', { name: 'This is what becomes of .latch/rules.json' });
    await shared.getByText('"pattern": "Bash(npm run:*)"').waitFor();
    await button(page, 'Write to .latch/rules.json').click();
    await expect
      .poll(() => sentOf(page, 'permissionRules/update'))
      .toEqual([
        expect.objectContaining({ scope: 'workspace', moveTo: 'project', changes: {}, draft: expect.any(String) }),
      ]);
    await expect.poll(() => page.locator('[data-active="true"]').innerText()).toContain('Project');
    await page.close();
  });

  it('moves with others, after what everybody gets is shown, and comes back with one undo', async () => {
    const page = await openPanel();
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('combobox', { name: 'Move to…' }).selectOption('project');
    await page
      .getByRole('region', { name: 'This is what becomes of .latch/rules.json' })
      .getByText('+')
      .first()
      .waitFor();
    await button(page, 'Write to .latch/rules.json').click();
    await expect.poll(async () => (await sentOf(page, 'permissionRules/move')).length).toBe(1);
    await button(page, 'Undo').last().click();
    await expect.poll(async () => (await sentOf(page, 'rules/undo')).length).toBe(1);
    await page.close();
  });

  it('of the settings of Claude Code cannot be changed here, and says so', async () => {
    const page = await openPanel();
    await rule(page, 'Bash(ls:*)').click();
    await page.getByRole('complementary').getByText('Read only', { exact: false }).waitFor();
    expect(await button(page, 'Save').count()).toBe(0);
    await page.close();
  });

  it('keeps what is half written while the person looks at another', async () => {
    const page = await openPanel();
    await rule(page, 'Bash(curl:*)').click();
    await page.getByRole('textbox', { name: 'Pattern', exact: true }).fill('Bash(curl http:*)');
    await rule(page, 'Bash(git push:*)').click();
    await rule(page, 'Bash(curl:*)').getByText('not saved').waitFor();
    await rule(page, 'Bash(curl:*)').click();
    expect(await page.getByRole('textbox', { name: 'Pattern', exact: true }).inputValue()).toBe('Bash(curl http:*)');
    await page.close();
  });
});

describe('the test box', () => {
  it('takes a call of the past', async () => {
    const page = await openPanel();
    await button(page, 'Test a call').click();
    const past = page.getByRole('combobox', { name: 'Pick a past call…' });
    await past.waitFor();
    const [, latest = ''] = await past.locator('option').allInnerTexts();
    await past.selectOption(latest);
    await page.getByTestId('verdict').waitFor();
    const [tool, ...rest] = latest.split(' ');
    expect(await page.getByRole('combobox', { name: 'Tool' }).last().inputValue()).toBe(tool);
    expect(await page.getByRole('complementary').locator('textarea').inputValue()).toBe(rest.join(' '));
    await page.close();
  });

  it('says of each command what decides it, and makes a rule of the part that asks', async () => {
    const page = await openPanel();
    await button(page, 'Test a call').click();
    const command = page.getByRole('textbox', { name: 'Command' });
    await command.fill('npm run build && curl example.org');
    await page.getByText('Denied', { exact: true }).waitFor();
    expect(await page.locator('.test-result').innerText()).toContain('Bash(curl:*)');
    expect(await button(page, 'Make a rule from this').count()).toBe(0);
    await command.fill('npm run build && docker compose up');
    await page.getByText('Asks you', { exact: true }).waitFor();
    await button(page, 'Make a rule from this').click();
    expect(await page.getByRole('textbox', { name: 'Pattern', exact: true }).inputValue()).toBe(
      'Bash(docker compose up)',
    );
    await page.close();
  });
});

describe('an offer', () => {
  it('becomes a rule only after a look at it, and one that is refused is not made again', async () => {
    const page = await openPanel();
    await button(page, 'Make a rule…').click();
    expect(await page.getByRole('textbox', { name: 'Pattern', exact: true }).inputValue()).toBe('Bash(npm install)');
    expect(await sentOf(page, 'permissionRules/add')).toEqual([]);
    await button(page, 'Do not offer again').first().click();
    await expect.poll(() => sentOf(page, 'rules/dismiss')).toEqual([{ key: 'repeated 1' }]);
    await page.close();
  });
});

it.each([
  ['Bash(npm run', 'invalid'],
  ['Bsh(rm:*)', 'unknown tool'],
  ['Bash(dd)', 'unknown key'],
  ['Bash(curl -I:*)', 'overruled'],
  ['Bash(make all)', 'never decides'],
  ['AskUserQuestion', 'without effect'],
  ['WebFetch(domain:300.1.1.1)', 'no such host'],
  ['Bash(git push --force)', 'high risk'],
  ['Bash(npx:*)', 'broad'],
  ['Read(//etc/hosts)', 'outside'],
  ['Edit(./src/removed/**)', 'no such file'],
  ['Bash(tup)', 'example fails'],
  ['Bash(ninja)', 'ended'],
])('%s is marked: %s', async (pattern, mark) => {
  marked ??= openPanel('rules-marked');
  const line = rule(await marked, pattern).first();
  await line.getByText(mark, { exact: true }).first().waitFor();
});

it('a file that cannot be read leads to its line', async () => {
  const page = await openPanel('rules-broken');
  await page.getByRole('alert').getByText('cannot be read, so everything asks', { exact: false }).waitFor();
  await button(page, 'Open line 7').click();
  await expect
    .poll(() => sentOf(page, 'rules/openScope'))
    .toEqual([{ scope: 'project', file: '/home/ana/shop/.latch/rules.json', line: 7 }]);
  await page.close();
});

it('what the team allows says who wrote it, and is accepted as it is shown', async () => {
  const page = await openPanel('rules-team');
  const team = page.getByRole('region', { name: 'Team', exact: true });
  await team.getByText('Connected: ana@example.com, lea@example.com, max@example.com').waitFor();
  await team.getByText('is recorded there, commands and messages as hashes alone.').waitFor();
  await team.getByText('do not go with what is recorded of them any more: 1.').waitFor();
  await button(page, 'Not accepted: 1').click();
  expect(await shown(page)).toEqual(['Bash(make:*)']);
  await rule(page, 'Bash(make:*)').click();
  await page.getByRole('complementary').getByText('lea@example.com (lea)').waitFor();
  await button(page, 'Accept this rule').click();
  await button(page, 'Accept all it allows').click();
  await expect.poll(() => sentOf(page, 'rules/trustTeam')).toEqual([{ trusted: true }]);
  expect(await sentOf(page, 'rules/acceptTeam')).toEqual([
    { rules: [expect.stringMatching(/^\["[^"]+","Bash\(make:\*\)",null\]$/)] },
  ]);
  await page.close();
});

it('what is written to the team is shown before, with what it means for whom', async () => {
  const page = await openPanel('rules-team');
  await rule(page, 'Bash(git push:*)').click();
  const log = page.getByRole('region', { name: 'What happened to it' });
  await log.getByText('from call toolu_01H7').waitFor();
  await page.getByRole('radio', { name: 'Allow' }).check();
  const change = page.getByRole('region', { name: 'This is what becomes of the rules of the team' });
  await change.getByText('What it allows counts for you at once, and for others when they accept it.').waitFor();
  await change.getByText('What is taken away ends for everybody at once.').waitFor();
  await button(page, 'Write to the team').waitFor();
  await button(page, 'Remove').click();
  await page.getByRole('complementary', { name: 'Rules to remove: 1' }).waitFor();
  await change.getByText('deny Bash(git push:*)').waitFor();
  expect(await sentOf(page, 'permissionRules/delete')).toEqual([]);
  await button(page, 'Write to the team').click();
  await expect
    .poll(() => sentOf(page, 'permissionRules/delete'))
    .toEqual([{ rules: [expect.objectContaining({ scope: 'team' })], draft: 'draft-1' }]);
  await page.close();
});

it('the key behind the one that opens a rule is for that rule, also before a frame is drawn', async () => {
  const page = await openPanel();
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const focused = await grid(page).evaluate(table => {
    table.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    return document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
  });
  expect(focused).toBe('Bash(curl:*)');
  await page.close();
});

it.each([1280, 700, 300])('what comes a moment later moves nothing that can be clicked, %i px wide', async width => {
  const page = await openPanel('rules-typical', width);
  const offers = await page.getByRole('region', { name: 'Suggestions' }).boundingBox();
  expect(offers?.y).toBeGreaterThan((await grid(page).boundingBox())?.y ?? 0);
  const remove = '.pane .quiet-button';
  await page.evaluate(keepFirstPlace, remove);
  await rule(page, 'Bash(curl:*)').click();
  await page.locator('.preview p').first().waitFor();
  const { x: left, y: top } = (await page.locator(remove).boundingBox()) ?? {};
  const first: unknown = JSON.parse((await page.locator('body').getAttribute('data-place')) ?? 'null');
  expect(first).toEqual({ left, top, late: false });
  // What says that it is done comes and goes.
  await page.locator(remove).click();
  await page.getByText('Removed Bash(curl:*)').waitFor();
  expect(await page.getByRole('region', { name: 'Suggestions' }).boundingBox()).toEqual(offers);
  await page.close();
});

it('a team that is away says since when, and until when what it allows holds', async () => {
  const page = await openPanel('rules-team-away');
  const team = page.getByRole('region', { name: 'Team', exact: true });
  await team.getByText('Its rules were read 2 hours ago; what they deny or ask about stays in force.').waitFor();
  await team.getByText(/What they allow ends in [56] hours\./).waitFor();
  await team.getByText('(Query read timeout)').waitFor();
  await team.getByText('What is decided here is recorded there with what was asked, secrets masked.').waitFor();
  await team.getByText('Lines of the record that wait to be sent: 14, the first written 1 hour ago.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await rule(page, 'Bash(make:*)').click();
  await page.getByText('It cannot be changed while its database cannot be reached.').waitFor();
  await page.close();
});

it('where there are no rules, examples are one click away', async () => {
  const page = await openPanel('rules-empty');
  await button(page, 'Add Bash(git push:*)').click();
  await rule(page, 'Bash(git push:*)').waitFor();
  expect(await sentOf(page, 'permissionRules/add')).toEqual([
    { scope: 'workspace', rules: [{ action: 'ask', pattern: 'Bash(git push:*)' }], by: 'panel' },
  ]);
  await page.close();
});

describe('"Allow…" on a card', () => {
  const open = async (story: string): Promise<Page> => {
    const page = await gallery.open(story);
    await page.waitForTimeout(afterGrace);
    await pressAnswer(page, 'Make a rule…');
    await page.getByRole('combobox', { name: 'What' }).waitFor();
    return page;
  };

  it('makes the rule that is chosen together with the answer, and offers the way back', async () => {
    const page = await open('allow-rule');
    const pattern = page.getByRole('textbox', { name: 'Pattern', exact: true });
    expect(await pattern.inputValue()).toBe('Bash(npm run test -- cart)');
    await page.getByRole('combobox', { name: 'What' }).selectOption('commands that begin with npm run test');
    expect(await pattern.inputValue()).toBe('Bash(npm run test:*)');
    await page.getByText('Covers 12 of your last 48 calls.').waitFor();
    await page.getByRole('combobox', { name: 'Scope' }).selectOption('workspace');
    await page.waitForTimeout(afterGrace);
    await button(page, 'Add & allow').click();
    const rules = { action: 'allow', patterns: ['Bash(npm run test:*)'], scope: 'workspace' };
    await expect
      .poll(() => sentOf(page, 'tool/confirm'))
      .toEqual([expect.objectContaining({ confirmed: true, options: { rule: rules } })]);
    await page.getByText('Rule added: Bash(npm run test:*)').waitFor();
    await button(page, 'Undo').click();
    await expect
      .poll(() => sentOf(page, 'permissionRules/delete'))
      .toEqual([{ rules: [{ scope: 'session', id: 'new-1', sessionId: 'session-1' }] }]);
    await page.close();
  });

  it('warns where the rule would not help, and leaves out what is no rule', async () => {
    const page = await open('allow-rule');
    await page.getByRole('combobox', { name: 'What' }).selectOption('a pattern of my own');
    const pattern = page.getByRole('textbox', { name: 'Pattern', exact: true });
    await pattern.fill('Bash(npm run lint)');
    await page.getByText('This call would still ask:', { exact: false }).waitFor();
    await pattern.fill('Bash(npm run');
    await page.locator('.preview [data-verdict="deny"]').waitFor();
    await page.keyboard.press('Control+Enter');
    await button(page, 'Add & allow').click({ force: true });
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.close();
  });

  it('for everybody is written when the whole change was in sight, three presses from the card', async () => {
    const page = await gallery.open('allow-rule', { width: 300, height: 600 });
    await page.waitForTimeout(afterGrace);
    await button(page, 'More ways to allow').click();
    await page.getByRole('menuitem', { name: 'Make a rule for the project…' }).click();
    await page.getByRole('region', { name: 'This is what becomes of .latch/rules.json' }).waitFor();
    await page.waitForTimeout(afterGrace);
    const write = button(page, 'Write to .latch/rules.json & allow');
    await write.click({ force: true });
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.locator('.rule-making').evaluate(form => form.scrollTo(0, form.scrollHeight));
    await page.getByText('Scroll to the end').waitFor({ state: 'detached' });
    await write.click();
    await expect.poll(() => sentOf(page, 'tool/confirm')).toHaveLength(1);
    await page.close();
  });

  it('denies from now on with the same form', async () => {
    const page = await open('allow-rule-none');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('deny');
    await page.getByRole('textbox', { name: 'Pattern', exact: true }).fill('Bash(rm:*)');
    await page.getByRole('combobox', { name: 'Lasts' }).selectOption('turn');
    await page.waitForTimeout(afterGrace);
    await button(page, 'Add & deny').click();
    const rules = { action: 'deny', patterns: ['Bash(rm:*)'], scope: 'session', life: { kind: 'turn' } };
    await expect
      .poll(() => sentOf(page, 'tool/confirm'))
      .toEqual([expect.objectContaining({ confirmed: false, options: { rule: rules } })]);
    await page.close();
  });

  it('has one pattern for each command that needs one', async () => {
    const page = await open('allow-rule-compound');
    expect(await page.getByRole('textbox', { name: 'Pattern 1 of 2' }).inputValue()).toBe('Bash(npm run build)');
    expect(await page.getByRole('textbox', { name: 'Pattern 2 of 2' }).inputValue()).toBe('Bash(docker compose up -d)');
    await page.close();
  });

  it('takes no click in its first half second, and tells on the card why no rule was made', async () => {
    const page = await gallery.open('allow-rule');
    await page.waitForTimeout(afterGrace);
    await page.evaluate(pressWhileNew, 'Add & allow');
    await pressAnswer(page, 'Make a rule…');
    await page.locator('body[data-pressed]').waitFor();
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.evaluate(() => window.latchFixture?.refuseNext('The file is locked.'));
    await page.waitForTimeout(afterGrace);
    await button(page, 'Add & allow').click();
    await page.getByText('Not taken: The file is locked.').waitFor();
    expect(await button(page, 'Add & allow').isVisible()).toBe(true);
    await page.close();
  });
});
