import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from './harness/palette';
import { rulesPanelIn } from './harness/rulesPanel';
import { untilStored } from './harness/stored';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';
import { newDatabase, postgresServer, sql } from '../fakes/postgres';
import { openTeam } from '../fakes/team';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

describe('the rules panel, the file and the decisions', () => {
  let workbench: OpenedWorkbench;
  let panel: Frame;
  const file = (): string => join(workbench.workspace, '.latch', 'rules.json');
  const written = (): string => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');
  const rule = (pattern: string): Locator => panel.getByRole('row').filter({ hasText: pattern });
  const card = (id: string): Locator => workbench.latch.locator(`article[data-call-id="${id}"][data-state="waiting"]`);
  const field = (name: string): Locator => panel.getByRole('textbox', { name, exact: true });
  const press = (name: string): Promise<void> => panel.getByRole('button', { name, exact: true }).click();
  const team = (): Locator => panel.getByRole('region', { name: 'Team', exact: true });
  let url: string;

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [bash('toolu_one', 'mkdir one')],
          [{ text: 'First turn done.' }],
          [bash('toolu_two', 'mkdir two')],
          [{ text: 'Second turn done.' }],
          [bash('toolu_three', 'mkdir three')],
          [{ text: 'Third turn done.' }],
          [bash('toolu_four', 'mkdir four')],
          [{ text: 'Fourth turn done.' }],
          [bash('toolu_noted', 'touch noted')],
          [{ text: 'Noted turn done.' }],
          [bash('toolu_five', 'mkdir five')],
          [{ text: 'Fifth turn done.' }],
          [bash('toolu_six', 'mkdir six')],
          [{ text: 'Sixth turn done.' }],
        ],
      },
    });
  });
  afterAll(async () => {
    await workbench.screenshot('rules-panel-end');
    await workbench.close();
  });

  async function findPanel(): Promise<void> {
    panel = await rulesPanelIn(workbench.page);
  }

  /** By its pattern: another part of the line leads to the file. */
  async function choose(pattern: string): Promise<void> {
    await rule(pattern).getByText(pattern).click();
  }

  async function remove(pattern: string): Promise<void> {
    await choose(pattern);
    await press('Remove');
  }

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  /** What `latch verify` says of the journal of the session. */
  function verified(): string {
    const folder = join(workbench.storage, 'journal');
    const journal = readdirSync(folder).find(name => name.endsWith('.jsonl')) ?? '';
    const extensions = inject('extensionsDir');
    const latch = readdirSync(extensions).find(name => name.startsWith('latch.latch')) ?? '';
    const args = [join(extensions, latch, 'dist', 'latch.js'), 'verify', '--store', url, join(folder, journal)];
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
  }

  async function openPanel(): Promise<void> {
    await runCommand(workbench.page, 'Latch: Manage Trust Rules');
    await findPanel();
  }

  test('a rule that is added is in the file of its scope, and denies at once', async () => {
    await openPanel();
    await press('Add rule');
    await panel.getByRole('radio', { name: 'Deny' }).check();
    await field('Pattern').fill('Bash(mkdir:*)');
    await panel.getByRole('combobox', { name: 'Scope' }).last().selectOption('project');
    const shared = panel.getByRole('region', { name: 'This is what becomes of .latch/rules.json' });
    await shared.getByText('"pattern": "Bash(mkdir:*)"').waitFor();
    await workbench.screenshot('rules-panel-shared');
    expect(written()).toBe('');
    await press('Write to .latch/rules.json');
    await rule('Bash(mkdir:*)').waitFor();
    await panel.getByText('Rule added: Bash(mkdir:*)').waitFor();
    expect(JSON.parse(written())).toMatchObject({ rules: [{ action: 'deny', pattern: 'Bash(mkdir:*)' }] });
    await send('Make one');
    await workbench.latch.getByText('First turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'one'))).toBe(false);
    await workbench.screenshot('rules-panel');
  });

  test('a rule that is changed is changed in the file, and judges the next call', async () => {
    await choose('Bash(mkdir:*)');
    await field('Pattern').fill('Bash(mkdir never:*)');
    await press('Write to .latch/rules.json');
    await rule('Bash(mkdir never:*)').waitFor();
    await expect.poll(written).toContain('Bash(mkdir never:*)');
    await send('Make two');
    await card('toolu_two').waitFor();
    await workbench.page.waitForTimeout(700);
    await card('toolu_two').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('Second turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'two'))).toBe(true);
  });

  test('after the window is reloaded the panel is there again and shows what the file says', async () => {
    await untilStored(workbench.page, 'mainThreadWebview-latch.rules');
    await workbench.page.reload();
    await findPanel();
    await rule('Bash(mkdir never:*)').waitFor();
    expect(written()).toContain('Bash(mkdir never:*)');
  });

  test('a rule that is removed is gone from the file, comes back with undo, and goes again', async () => {
    await remove('Bash(mkdir never:*)');
    await expect.poll(written).not.toContain('Bash(mkdir never:*)');
    await panel.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await rule('Bash(mkdir never:*)').waitFor();
    await expect.poll(written).toContain('Bash(mkdir never:*)');
    await remove('Bash(mkdir never:*)');
    await expect.poll(() => rule('Bash(mkdir never:*)').count()).toBe(0);
    expect(written()).not.toContain('Bash(mkdir never:*)');
  });

  test('an address that leads to nobody is told as that, and nothing is kept of it', async () => {
    await runCommand(workbench.page, 'Latch: Connect to the Rules of a Team…');
    await workbench.page
      .locator('.quick-input-widget input[type="password"]')
      .fill('mongodb://ann:secret@127.0.0.1:1/x');
    await workbench.page.keyboard.press('Enter');
    const told = workbench.page.locator('.notification-toast', { hasText: 'Not connected: ' });
    await told.getByText('ECONNREFUSED').waitFor();
    expect(await told.textContent()).not.toContain('secret');
    await runCommand(workbench.page, 'Notifications: Clear All Notifications');
    expect(workbench.settings()).not.toHaveProperty(['latch.store']);
  });

  test('a rule that somebody denies in the database of the team stops the next call, and one that they allow waits for me', async () => {
    url = await newDatabase();
    const lead = await openTeam(url, { user: 'lea@example.com' });
    await lead.change([{ type: 'add', rule: { id: 'm', action: 'allow', pattern: 'Bash(mkdir:*)' } }]);
    await runCommand(workbench.page, 'Latch: Connect to the Rules of a Team…');
    await workbench.page.locator('.quick-input-widget input[type="password"]').fill(url);
    await workbench.page.keyboard.press('Enter');
    await team()
      .getByText(`Rules are shared through 127.0.0.1:${new URL(url).port}`)
      .waitFor();
    const settings = readFileSync(join(workbench.storage, '../../../Machine/settings.json'), 'utf8');
    expect(settings).toContain('"latch.store": "postgres"');
    expect(settings).not.toContain(new URL(url).password);
    await choose('Bash(mkdir:*)');
    // Its log names her as well, as soon as it was read.
    await panel.getByRole('definition').filter({ hasText: 'lea@example.com (latch)' }).waitFor();

    await send('Make three');
    await card('toolu_three').waitFor();
    await press('Accept this rule');
    await workbench.latch.getByText('Third turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'three'))).toBe(true);

    await lead.change([{ type: 'add', rule: { id: 'd', action: 'deny', pattern: 'Bash(mkdir four)' } }]);
    await rule('Bash(mkdir four)').waitFor();
    await workbench.screenshot('rules-panel-team');
    await send('Make four');
    await workbench.latch.getByText('Fourth turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'four'))).toBe(false);
    const told = JSON.stringify(workbench.lastRequest());
    expect(told).toContain('The team rule Bash(mkdir four) denies this.');
  });

  test('a rule that I write to the team is shown with all it means, reaches them, and its log says who did what', async () => {
    await press('Add rule');
    await panel.getByRole('radio', { name: 'Deny' }).check();
    await field('Pattern').fill('Bash(mkdir never:*)');
    await panel.getByRole('combobox', { name: 'Scope' }).last().selectOption('team');
    const shared = panel.getByRole('region', { name: 'This is what becomes of the rules of the team' });
    await shared.getByText(/Connected: .*shop@example\.com/).waitFor();
    await shared.getByText('What it denies or asks about counts for everybody at once.').waitFor();
    await workbench.screenshot('rules-panel-team-write');
    const inDatabase = (): Promise<unknown> =>
      sql(url, "select pattern, who from latch.rules where pattern = 'Bash(mkdir never:*)'");
    expect(await inDatabase()).toEqual([]);
    await press('Write to the team');
    await rule('Bash(mkdir never:*)').waitFor();
    expect(await inDatabase()).toEqual([{ pattern: 'Bash(mkdir never:*)', who: 'shop@example.com' }]);
    const log = panel.getByRole('region', { name: 'What happened to it' });
    await log.getByText('shop@example.com (latch)').waitFor();

    // Others change it meanwhile: nothing is written, and what was meant stays.
    await field('Pattern').fill('Bash(mkdir ever:*)');
    await shared.getByText('deny Bash(mkdir ever:*)').waitFor();
    await sql(url, "update latch.rules set action = 'ask' where pattern = 'Bash(mkdir never:*)'");
    await log.getByText('Ask', { exact: true }).waitFor();
    await workbench.screenshot('rules-panel-team-log');
    await press('Remove');
    await panel.getByText('What is taken away ends for everybody at once.').waitFor();
    await press('Write to the team');
    await expect.poll(inDatabase).toEqual([]);
  });

  test('they know me by the name of the setting, else by that of git', async () => {
    await team()
      .getByText(/Connected: .*shop@example\.com/)
      .waitFor();
    await workbench.set({ 'latch.store': 'postgres', 'latch.user': 'nora@example.com' });
    await team()
      .getByText(/Connected: .*nora@example\.com/)
      .waitFor();
  });

  test('what I decide is in the record of the team once that is on, without what was asked, and is proven there', async () => {
    await workbench.set({
      'latch.store': 'postgres',
      'latch.user': 'nora@example.com',
      'latch.team.record': 'hashes',
    });
    await team().getByText('What is decided here is recorded there, commands and messages as hashes alone.').waitFor();
    await send('Note');
    await card('toolu_noted').waitFor();
    await workbench.page.waitForTimeout(700);
    await card('toolu_noted').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('Noted turn done.').waitFor();
    const told =
      'select session, who, told::jsonb as told from latch.journal where told like \'%"interaction_response"%\'';
    await expect
      .poll(() => sql(url, told), { timeout: 30_000 })
      .toMatchObject([
        { who: 'nora@example.com', told: { toolCallId: 'toolu_noted', choice: 'allow', by: { kind: 'person' } } },
      ]);
    await expect.poll(verified, { timeout: 30_000 }).toMatch(/Each of them is the one that stands here\.\n$/);
    expect(JSON.stringify(await sql(url, 'select told from latch.journal'))).not.toContain('touch');
    await workbench.screenshot('rules-panel-recorded');
  });

  test('while the database is away, what they deny stays, and what they allow ends after the time of the setting', async () => {
    const { url: server } = await postgresServer();
    const name = new URL(url).pathname.slice(1);
    await sql(`${server}/postgres`, `alter database ${name} allow_connections false`);
    await sql(`${server}/postgres`, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await team()
      .getByText(/cannot be reached/)
      .waitFor();
    await workbench.set({ 'latch.team.allowsForHours': 0 });
    await send('Make five');
    await card('toolu_five').waitFor();
    await workbench.screenshot('rules-panel-away');
    await workbench.page.waitForTimeout(700);
    await card('toolu_five').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('Fifth turn done.').waitFor();
    await team()
      .getByText(/Lines of the record that wait to be sent: [1-9]/)
      .waitFor();
    await workbench.set({ 'latch.team.allowsForHours': 8 });
    await send('Make six');
    await workbench.latch.getByText('Sixth turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'six'))).toBe(true);
    await rule('Bash(mkdir four)').waitFor();
  });

  test('when it is back, the record of the team gets what was decided meanwhile', async () => {
    const { url: server } = await postgresServer();
    await sql(`${server}/postgres`, `alter database ${new URL(url).pathname.slice(1)} allow_connections true`);
    await team().getByText('Rules are shared through').waitFor({ timeout: 60_000 });
    await expect
      .poll(() => sql(url, `select from latch.journal where told like '%"interaction_response"%'`), { timeout: 30_000 })
      .toHaveLength(3);
    await expect.poll(verified, { timeout: 30_000 }).toMatch(/Each of them is the one that stands here\.\n$/);
    await expect
      .poll(() =>
        team()
          .getByText(/wait to be sent/)
          .count(),
      )
      .toBe(0);
  });
});
