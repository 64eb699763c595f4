// What a person answers to questions of the model and to forms of a server, up to what the model is told of it.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const options = (...labels: readonly string[]): object[] =>
  labels.map(label => ({ label, description: `About ${label}` }));
const questions = [
  { question: 'Which lib?', header: 'Lib', multiSelect: false, options: options('React', 'Vue') },
  { question: 'Which features?', header: 'Features', multiSelect: true, options: options('Auth', 'Search') },
  { question: 'Which style?', header: 'Style', multiSelect: false, options: options('Tabs', 'Spaces') },
  { question: 'Anything else?', header: 'Else', multiSelect: false, options: options('No', 'Yes') },
];
const ask = (id: string): object => ({ tool: 'AskUserQuestion', id, input: { questions } });
const release = (id: string): object => ({ tool: 'mcp__toy__plan_release', id, input: { version: id } });

describe('questions and forms of the real CLI', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      scenario: {
        turns: [
          [ask('all')],
          [ask('partly')],
          [ask('own')],
          [ask('declined')],
          [release('filled')],
          [release('refused')],
          [{ tool: 'mcp__toy__sign_in', id: 'page', input: {} }],
          [{ text: 'Thank you.' }],
        ],
      },
    });
    chat = chatOf(workbench);
    await chat.send('Ask me');
  });
  afterAll(() => workbench.close());

  const question = (card: Locator, name: string): Locator => card.getByRole('group', { name });

  test('nothing can be sent before anything is answered; several answers go together', async () => {
    const card = await chat.open('all');
    expect(await card.innerText()).toMatch(
      /Answer 4 questions[\s\S]*Features[\s\S]*Choose any number[\s\S]*About Search/,
    );
    expect(await card.getByRole('button', { name: 'Send answer' }).getAttribute('aria-disabled')).toBe('true');
    await question(card, 'Which lib?').getByRole('radio', { name: 'Vue' }).check();
    await question(card, 'Which features?').getByRole('checkbox', { name: 'Auth' }).check();
    await question(card, 'Which features?').getByRole('checkbox', { name: 'Search' }).check();
    await question(card, 'Which style?').getByRole('radio', { name: 'Tabs' }).check();
    await card.getByText('3 of 4 answered').waitFor();
    await question(card, 'Anything else?').getByRole('radio', { name: 'No' }).check();
    await workbench.screenshot('asking-questions');
    await chat.press('all', 'Send answer');
    expect(await chat.result('all')).toBe(
      'Your questions have been answered: "Which lib?"="Vue", "Which features?"="Auth, Search", "Which style?"="Tabs", "Anything else?"="No". You can now continue with these answers in mind.',
    );
  });

  test('questions may stay open', async () => {
    const card = await chat.open('partly');
    await question(card, 'Which style?').getByRole('radio', { name: 'Spaces' }).check();
    await chat.press('partly', 'Send answer');
    expect(await chat.result('partly')).toBe(
      'Your questions have been answered: "Which style?"="Spaces". You can now continue with these answers in mind.',
    );
  });

  test('words of their own go in place of a choice or beside it, and a note with them', async () => {
    const card = await chat.open('own');
    const lib = question(card, 'Which lib?');
    await lib.getByRole('radio', { name: 'Something else' }).check();
    await lib.getByRole('textbox', { name: 'Your own answer' }).fill('Svelte, it is "small"');
    await lib.getByRole('button', { name: 'Add a note' }).click();
    await lib.getByRole('textbox', { name: 'Note for Claude' }).fill('Prefer stores');
    const features = question(card, 'Which features?');
    await features.getByRole('checkbox', { name: 'Auth' }).check();
    await features.getByRole('checkbox', { name: 'Something else' }).check();
    await features.getByRole('textbox', { name: 'Your own answer' }).fill('Paging 分页');
    await chat.press('own', 'Send answer');
    const told = await chat.result('own');
    expect(told).toMatch(/^The user answered: "Which lib\?"="Svelte, it is "small"" notes: Prefer stores, /);
    expect(told).toContain('"Which features?"="Auth, Paging 分页". Read the answers carefully');
  });

  test('a declined question tells the model what the person said instead', async () => {
    await chat.press('declined', 'Deny with a note…');
    await chat
      .card('declined')
      .getByRole('textbox', { name: /^Tell Claude/ })
      .fill('What is the budget?');
    await chat.press('declined', 'Deny and send note');
    expect(await chat.result('declined')).toBe('What is the budget?');
  });

  /** Allows the call of a server and waits for the form that it asks then. */
  async function form(id: string): Promise<Locator> {
    await chat.press(id, 'Allow once');
    const card = workbench.latch.locator('article[data-kind="elicitation"][data-state="waiting"]');
    await card.waitFor();
    return card;
  }

  test('a form is held back until it keeps its rules, and then reaches the server', async () => {
    const card = await form('filled');
    expect(await card.innerText()).toMatch(/Fill in for toy[\s\S]*Details for release filled[\s\S]*Reviewers needed/);
    const send = card.getByRole('button', { name: 'Send answer' });
    await send.click();
    await card.getByText('Channel is required.').waitFor();
    await card.getByRole('radio', { name: 'beta' }).check();
    await card.getByRole('radio', { name: 'No' }).check();
    await card.getByRole('textbox', { name: 'Reviewers needed' }).fill('6');
    await card.getByRole('textbox', { name: 'Contact' }).fill('nobody');
    await send.click();
    await card.getByText('Reviewers needed must be at most 5.').waitFor();
    await card.getByText('Contact must be an e-mail address.').waitFor();
    await workbench.screenshot('asking-form');
    await card.getByRole('textbox', { name: 'Reviewers needed' }).fill('3');
    await card.getByRole('textbox', { name: 'Contact' }).fill('shop@example.com');
    await send.click();
    expect(await chat.result('filled')).toContain(
      `The person answered accept: ${JSON.stringify({ channel: 'beta', announce: false, reviewers: 3, contact: 'shop@example.com' })}`.replaceAll(
        '"',
        '\\"',
      ),
    );
  });

  test('a form can be declined, and a page of a server shows where it leads', async () => {
    await (await form('refused')).getByRole('button', { name: 'Deny', exact: true }).click();
    expect(await chat.result('refused')).toContain('The person answered decline: {}');
    const page = await form('page');
    expect(await page.innerText()).toMatch(/Please sign in[\s\S]*https:\/\/tickets\.example\/sign-in/);
    await page.getByRole('button', { name: 'Allow once' }).click();
    expect(await chat.result('page')).toContain('The person answered accept.');
    await workbench.latch.getByText('Thank you.').waitFor();
  });
});
