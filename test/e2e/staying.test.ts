// What waits stays what it was, with its time and with what the person has begun to write, wherever the view goes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const ids = ['edited', 'noted', 'plain'];
const edit = 'echo edited > edited.txt';
const note = 'Not now: 先写测试.';

const minutes = 30;

describe('three questions that wait', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  let chat: Chat;
  /** The seconds that were left when somebody looked. */
  let last = { left: minutes * 60, at: 0 };

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      settings: { 'latch.timeLimit.calls': minutes },
      scenario: {
        turns: [
          [{ text: 'Three files.' }, ...ids.map(id => bash(id, `echo proposed > ${id}.txt`))],
          [{ text: 'All three are answered.' }],
        ],
      },
    });
    chat = chatOf(workbench);
    last.at = performance.now() / 1000;
    await chat.send('Make three files');
    await chat.open('edited');
    await chat.press('edited', 'Edit first…');
    await chat.card('edited').getByRole('textbox', { name: 'What will run' }).fill(edit);
    await chat.press('noted', 'Deny with a note…');
    await chat.card('noted').getByRole('textbox', { name: 'Tell Claude what to do instead' }).fill(note);
  });
  afterAll(() => workbench.close());

  /** The seconds until a card is denied by itself. */
  async function secondsLeft(id: string): Promise<number> {
    const text = (await (await chat.open(id)).locator('.countdown').getAttribute('title')) ?? '';
    const [, left, seconds] = /Denied by itself in (\d+):(\d+)/.exec(text) ?? [];
    return Number(left) * 60 + Number(seconds);
  }

  async function expectTheSameThree(): Promise<void> {
    await workbench.latch.getByRole('navigation', { name: 'Waiting calls' }).getByText(/of 3$/).waitFor();
    for (const id of ids) expect(await (await chat.open(id)).getAttribute('data-state'), id).toBe('waiting');
    expect(await workbench.latch.locator('.status').first().innerText()).toContain('Waiting for you');
    const edited = await chat.open('edited');
    expect(await edited.getByRole('textbox', { name: 'What will run' }).inputValue()).toBe(edit);
    const noted = await chat.open('noted');
    expect(await noted.getByRole('textbox', { name: 'Tell Claude what to do instead' }).inputValue()).toBe(note);
    // The time goes on from where it was: it neither begins again nor jumps.
    const left = await secondsLeft('plain');
    const now = performance.now() / 1000;
    expect(left).toBeLessThanOrEqual(last.left);
    expect(left).toBeGreaterThan(last.left - (now - last.at) - 10);
    last = { left, at: now };
    for (const id of ids) {
      expect(existsSync(join(workbench.workspace, `${id}.txt`)), id).toBe(false);
      expect(chat.results()[id]).toBeUndefined();
    }
  }

  /** Whether the page of the chat lies over that part of the workbench. */
  async function isOver(part: string): Promise<boolean> {
    const frame = await workbench.latch.owner().boundingBox();
    const place = await workbench.page.locator(part).boundingBox();
    if (frame === null || place === null) return false;
    return frame.x >= place.x && frame.x < place.x + place.width && frame.y >= place.y;
  }

  test('are there as they were left', expectTheSameThree);

  test('are the same after the view was hidden', async () => {
    await workbench.page.getByRole('tab', { name: /^Explorer/ }).click();
    await workbench.latch.locator('.app').waitFor({ state: 'hidden' });
    await workbench.page.getByRole('tab', { name: 'Latch' }).click();
    await expectTheSameThree();
  });

  test('are the same after the page was loaded again', async () => {
    const old = await workbench.latch.locator('.app').elementHandle();
    await person.run('Developer: Reload Webviews');
    await expect.poll(() => old?.evaluate(app => app.isConnected).catch(() => false)).toBe(false);
    await expectTheSameThree();
  });

  test.each([
    ['the panel', 'New Panel Entry', '.part.panel'],
    ['the secondary side bar', 'New Secondary Side Bar Entry', '.part.auxiliarybar'],
  ])('are the same after the view was moved to %s', async (_, place, part) => {
    await person.run('View: Move View');
    await person.choose('Chat');
    await person.choose(place);
    await expect.poll(() => isOver(part)).toBe(true);
    await workbench.screenshot(`staying-${place}`);
    await expectTheSameThree();
  });

  test('are answered with what was written before', async () => {
    await chat.press('edited', 'Allow once');
    await chat.press('noted', 'Deny and send note');
    await chat.press('plain', 'Deny');
    await workbench.latch.getByText('All three are answered.').waitFor();
    expect(existsSync(join(workbench.workspace, 'edited.txt'))).toBe(true);
    expect(chat.results()['noted']).toBe(note);
  });
});
