import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

// With full mediation Claude Code suggests nothing: it asks because Latch told it to.
describe('what Claude Code suggests with an ask of its own', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const settings = (): string => join(workbench.workspace, '.claude', 'settings.local.json');

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 440,
      settings: { 'latch.mediation': 'native' },
      scenario: {
        turns: [
          [bash('toolu_first', 'touch one.txt')],
          [bash('toolu_second', 'touch two.txt')],
          [bash('toolu_third', 'touch three.txt')],
          [{ text: 'All done.' }],
        ],
      },
    });
    await person.send('Go');
  });
  afterAll(() => workbench.close());

  test('is not taken with a plain Allow', async () => {
    await person.card('toolu_first').waitFor();
    await person.decide('toolu_first', 'Allow once');
    await person.card('toolu_second').waitFor();
    expect(existsSync(settings())).toBe(false);
  });

  test('is written by Claude Code where its row was ticked, and only that row', async () => {
    await person.decide('toolu_second', 'Make a rule…');
    const row = person
      .card('toolu_second')
      .getByRole('checkbox', { name: /^Adds Bash\(touch .*settings\.local\.json$/ });
    await row.check();
    await workbench.screenshot('suggestions');
    await person.decide('toolu_second', 'Allow with what is ticked');
    await person.card('toolu_third').waitFor();
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toEqual({
      permissions: { allow: [expect.stringMatching(/^Bash\(touch /)] },
    });
    // The mode that it suggested as well is not on.
    expect(await workbench.latch.getByText('acceptEdits').count()).toBe(0);
    await person.decide('toolu_third', 'Deny');
    await workbench.latch.getByText('All done.').waitFor();
  });
});
