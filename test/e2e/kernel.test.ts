import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

/** In no folder that every command may write in, and of this run alone. */
const elsewhere = mkdtempSync('/var/tmp/latch-kernel-');

describe('what the kernel holds', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 440,
      scenario: {
        turns: [
          [bash('toolu_read', `python3 -c 'print(open("pri" + "vate.txt").read())'`)],
          [bash('toolu_network', 'curl -sS -m 20 http://latch.test/')],
          [bash('toolu_stopped', `echo x > ${elsewhere}/stopped`)],
          [bash('toolu_leave', `echo x > ${elsewhere}/written`)],
          [bash('toolu_after', `echo x > ${elsewhere}/after`)],
          [bash('toolu_session', `echo x > ${elsewhere}/first`)],
          [bash('toolu_second', `echo x > ${elsewhere}/second`)],
          [bash('toolu_third', `echo x > ${elsewhere}/third`)],
          [{ text: 'All done.' }],
        ],
      },
    });
    writeFileSync(join(workbench.workspace, 'private.txt'), 'PR1VATE');
    mkdirSync(join(workbench.workspace, '.latch'));
    const rules = [{ action: 'deny', pattern: 'Read(./private.txt)' }];
    writeFileSync(join(workbench.workspace, '.latch', 'rules.json'), JSON.stringify({ version: 1, rules }));
    await person.send('Go');
  });
  afterAll(async () => {
    await workbench.close();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  test('the shield says that it is held, and what, also by keyboard', async () => {
    const { latch, page } = workbench;
    await person.card('toolu_read').waitFor();
    const shield = latch.getByRole('button', { name: 'Commands are held by the kernel' });
    await shield.focus();
    await page.keyboard.press('Enter');
    const panel = latch.getByRole('region', { name: 'What holds the deny rules' });
    expect(await panel.innerText()).toContain('Places that commands cannot read: 1.');
    await workbench.screenshot('kernel-shield');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'detached' });
  });

  test('a read that was stopped is shown as that, with its rule, and told to the model', async () => {
    await person.decide('toolu_read', 'Allow once');
    await person.card('toolu_network').waitFor();
    expect(await person.call('toolu_read').innerText()).toContain('the rule Read(./private.txt) keeps');
    const told = JSON.stringify(workbench.lastRequest()?.body['messages']);
    expect(told).toContain('The kernel stopped this');
    expect(told).not.toContain('PR1VATE');
  });

  test('a host asks on a card with the command that wants it', async () => {
    await person.decide('toolu_network', 'Allow once');
    const card = workbench.latch.locator('article[data-testid="card"][data-kind="web"][data-state="waiting"]');
    await card.waitFor();
    const text = await card.innerText();
    expect(text).toContain('latch.test');
    expect(text).toContain('curl -sS -m 20 http://latch.test/');
    expect(text).toContain('until Claude ends');
    await workbench.screenshot('kernel-network');
    await person.decide((await card.getAttribute('data-call-id')) ?? '', 'Deny');
    await person.card('toolu_stopped').waitFor();
  });

  test('a write elsewhere is told before, and stopped without a leave', async () => {
    expect(await person.card('toolu_stopped').innerText()).toContain('The kernel will stop this');
    await workbench.screenshot('kernel-outside');
    await person.decide('toolu_stopped', 'Allow once');
    await person.card('toolu_leave').waitFor();
    expect(existsSync(join(elsewhere, 'stopped'))).toBe(false);
  });

  test('with a leave one command writes there, and the next one does not', async () => {
    await person.decide('toolu_leave', `Allow, and let it write in ${elsewhere}`);
    await person.card('toolu_after').waitFor();
    expect(existsSync(join(elsewhere, 'written'))).toBe(true);
    await person.decide('toolu_after', 'Allow once');
    await person.card('toolu_session').waitFor();
    expect(existsSync(join(elsewhere, 'after'))).toBe(false);
  });

  test('a leave for the session is listed in the shield, and holds until it is taken back there', async () => {
    const { latch, page } = workbench;
    await person.decide('toolu_session', `Allow, and let this session write in ${elsewhere}`);
    await person.card('toolu_second').waitFor();
    expect(await person.card('toolu_second').innerText()).not.toContain('The kernel will stop this');
    await person.decide('toolu_second', 'Allow once');
    await person.card('toolu_third').waitFor();
    expect([existsSync(join(elsewhere, 'first')), existsSync(join(elsewhere, 'second'))]).toEqual([true, true]);

    await latch.getByRole('button', { name: 'Commands are held by the kernel' }).click();
    const panel = latch.getByRole('region', { name: 'What holds the deny rules' });
    const takeBack = panel.getByRole('button', { name: `Take back the leave to write in ${elsewhere}` });
    await takeBack.focus();
    await workbench.screenshot('kernel-leaves');
    await page.keyboard.press('Enter');
    await takeBack.waitFor({ state: 'detached' });
    await person.reads(`From now on no command may write in ${elsewhere}.`);
    await person.card('toolu_third').getByText('The kernel will stop this').waitFor();
    // Who pressed it stays where they were.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await person.decide('toolu_third', 'Allow once');
    await person.reads('All done.');
    expect(existsSync(join(elsewhere, 'third'))).toBe(false);
  });
});
