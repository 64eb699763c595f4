import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RuleEditor } from './harness/ruleEditor';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('what goes wrong is said, with what can be done', () => {
  let workbench: OpenedWorkbench;
  beforeAll(async () => {
    workbench = await openWorkbench({ settings: { 'latch.claude.path': '/nowhere/claude' } });
  });
  afterAll(() => workbench.close());

  /** Starts what stands there now, and looks for what is said of it. */
  async function expectAfterRestart(path: string, said: RegExp): Promise<void> {
    await workbench.set({ 'latch.claude.path': path });
    const problem = workbench.latch.getByRole('alert').first();
    await problem.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => problem.innerText(), { timeout: 20_000 }).toMatch(said);
  }

  function program(text: string, mode = 0o755): string {
    const path = join(mkdtempSync(join(tmpdir(), 'latch-program-')), 'claude');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  test('no CLI: how to install it, and a button to set the path', async () => {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill('Hello');
    await workbench.page.keyboard.press('Enter');
    const problem = workbench.latch.getByRole('alert').first();
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(
      /Claude Code was not found[\s\S]*There is no file at \/nowhere\/claude[\s\S]*Restart[\s\S]*Set path to Claude/,
    );
  });

  test('not executable', () => expectAfterRestart(program('#!/bin/sh\n', 0o644), /is not executable/));

  test('a CLI that ends at once: its last words, and Restart', () =>
    expectAfterRestart(
      program('#!/bin/sh\necho "No account: log in first." >&2\nexit 3\n'),
      /ended with code 3[\s\S]*No account: log in first\.[\s\S]*Restart/,
    ));

  test('a CLI that is too old', () =>
    expectAfterRestart(
      program('#!/bin/sh\necho "error: unknown option \'--permission-prompt-tool\'" >&2\nexit 1\n'),
      /too old/,
    ));
});

describe('what a repository brings', () => {
  let workbench: OpenedWorkbench;
  afterEach(() => workbench.close());

  test('a folder that is not trusted starts no agent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-untrusted-'));
    mkdirSync(join(folder, '.claude'));
    writeFileSync(
      join(folder, '.claude', 'settings.json'),
      '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"touch ran"}]}]}}',
    );
    workbench = await openWorkbench({ folder, trust: 'ask' });
    await workbench.latch.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    expect(await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).count()).toBe(0);

    // A file of rules is checked there too, by its text alone, and by what lies around it as soon as the folder is trusted.
    const { page } = workbench;
    const rules = join(folder, '.latch', 'rules.json');
    mkdirSync(join(folder, '.latch'));
    writeFileSync(
      rules,
      '{"rules":[\n{"action":"deny","pattern":"Bsh"},\n{"action":"ask","pattern":"Edit(./none/**)"}\n]}\n',
    );
    const editor = new RuleEditor(page);
    await editor.open(rules);
    await editor.area.locator('.squiggly-warning').first().waitFor();
    expect(await editor.area.locator('.squiggly-info').count()).toBe(0);
    await workbench.latch.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await editor.area.locator('.squiggly-info').first().waitFor();
  });

  test('is shown with its command, and the agent has none of it until it was accepted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-repository-'));
    mkdirSync(join(folder, '.claude'));
    const hook = { hooks: [{ type: 'command', command: 'touch "$CLAUDE_PROJECT_DIR/hook-ran"' }] };
    writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ hooks: { UserPromptSubmit: [hook] } }));
    workbench = await openWorkbench({ folder });
    const { latch, page } = workbench;
    const review = latch.getByRole('region', { name: 'This repository brings things that run without asking' });
    await review.getByText('touch "$CLAUDE_PROJECT_DIR/hook-ran"').waitFor();
    const send = async (text: string): Promise<void> => {
      await latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
      await page.keyboard.press('Enter');
    };
    await send('One');
    await latch.getByText('Done.').first().waitFor();
    expect(readdirSync(folder)).not.toContain('hook-ran');

    await review.getByRole('button', { name: 'With all of them' }).click();
    await latch.getByText('Claude Code has all of them.').waitFor();
    await send('Two');
    await latch.getByText('Done.').nth(1).waitFor();
    expect(readdirSync(folder)).toContain('hook-ran');

    writeFileSync(join(folder, '.mcp.json'), '{"mcpServers":{"new":{"command":"evil-server"}}}');
    await review.getByText('evil-server').waitFor();
    await review.getByText('Claude Code starts without them until you choose.').waitFor();
    await latch.getByText(/no longer what you accepted, so the agent was stopped/).waitFor();
  });

  test('skills of other folders and behind links are shown, and nothing of them runs', async () => {
    const root = mkdtempSync(join(tmpdir(), 'latch-repository-'));
    const folder = join(root, 'inner');
    const skill = (name: string): string => `Now !\`touch ${join(root, name)}\`\n`;
    mkdirSync(join(root, '.claude', 'commands'), { recursive: true });
    writeFileSync(join(root, '.claude', 'commands', 'above.md'), skill('above-ran'));
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    writeFileSync(join(folder, 'elsewhere', 'SKILL.md'), skill('link-ran'));
    mkdirSync(join(folder, '.claude', 'skills'), { recursive: true });
    symlinkSync('../../elsewhere', join(folder, '.claude', 'skills', 'linked'));
    workbench = await openWorkbench({ folder });
    const { latch, page } = workbench;
    const review = latch.getByRole('region', { name: 'This repository brings things that run without asking' });
    await review.getByText(`touch ${join(root, 'above-ran')}`).waitFor();
    await review.getByText(`touch ${join(root, 'link-ran')}`).waitFor();
    await review.getByText('../.claude/commands/above.md:1').waitFor();
    for (const message of ['/above', '/linked', 'Go on now']) {
      await latch.getByRole('textbox', { name: 'Message Claude' }).fill(message);
      await page.keyboard.press('Enter');
    }
    const said = (): boolean => workbench.requests().some(({ body }) => JSON.stringify(body).includes('Go on now'));
    await expect.poll(said, { timeout: 60_000 }).toBe(true);
    expect(readdirSync(root)).toEqual(['.claude', 'inner']);
  });
});
