// Which model answers, how it is chosen, and what the ways from the header show.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf } from './harness/chat';
import { Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('the header', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({ width: 340, scenario: { turns: [[{ text: 'Hello.' }], [{ text: 'Again.' }]] } });
    await chatOf(workbench).send('Hi');
    await person.reads('Hello.');
  });
  afterAll(() => workbench.close());

  test('names the model that answers, whole, and how full the context is', async () => {
    const model = workbench.latch.getByTitle(/^Model: Scripted model, Opus 5\.5, claude-opus-5-5, effort \w+/);
    await model.waitFor();
    expect(await model.innerText()).toBe('Scripted model · Opus 5.5');
    expect(
      await model
        .locator('span')
        .first()
        .evaluate(it => it.scrollWidth <= it.clientWidth),
    ).toBe(true);
    await workbench.latch.getByRole('button', { name: /^Context: \d+ % full/ }).waitFor();
    await workbench.screenshot('header-model');
  });

  test('leads to another model and another effort, and the next message goes to them', async () => {
    await workbench.latch.getByRole('button', { name: /^Model: / }).click();
    await person.choose(/^Sonnet/);
    await workbench.latch.getByText('Scripted model · Sonnet 5.5').waitFor();
    await person.run('Latch: Choose Model, Effort and Thinking…');
    await person.choose(/Effort: low/);
    await workbench.latch.getByTitle(/effort low/).waitFor();
    await chatOf(workbench).send('Once more');
    await person.reads('Again.');
    const body = workbench.requests().findLast(({ speaker }) => speaker === 'main')?.body;
    expect(body).toMatchObject({ model: 'claude-sonnet-5-5', output_config: { effort: 'low' } });
  });

  test('leads to the context, the cost and the way to compact', async () => {
    await workbench.latch.getByRole('button', { name: /^Context: / }).click();
    await person.option(/of the context is full/).waitFor();
    await person.option(/for this conversation/).waitFor();
    await person.option(/Compact the conversation/).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  test('the servers, the account and the files of Claude are a command away', async () => {
    await person.run('Latch: Manage MCP Servers…');
    await person.option(/toy/).waitFor();
    await workbench.page.keyboard.press('Escape');
    await person.run('Latch: Account…');
    await person.option(/An API key is used/).waitFor();
    await workbench.page.keyboard.press('Escape');
    await person.run('Latch: Show What Claude Was Given');
    await person.option(/Explore/).waitFor();
    await workbench.screenshot('what-claude-was-given');
    await workbench.page.keyboard.press('Escape');
  });
});
