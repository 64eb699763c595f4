import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('a deny rule that somebody takes out of the file of the repository', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const banner = () =>
    workbench.latch.getByRole('region', {
      name: 'Rules that forbid are gone from their file. They stay in force until you agree.',
    });

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [bash('toolu_denied', 'touch denied')],
          [{ text: 'First turn done.' }],
          [bash('toolu_still', 'touch still')],
          [{ text: 'Second turn done.' }],
          [bash('toolu_asks', 'touch asked')],
          [{ text: 'Third turn done.' }],
        ],
      },
    });
    write([{ action: 'deny', pattern: 'Bash(touch:*)' }]);
  });
  afterAll(() => workbench.close());

  function write(rules: readonly object[]): void {
    mkdirSync(join(workbench.workspace, '.latch'), { recursive: true });
    writeFileSync(join(workbench.workspace, '.latch', 'rules.json'), JSON.stringify({ rules }));
  }

  test('stays in force, over a restart too, until the person agrees', async () => {
    await person.send('Begin');
    await person.reads('First turn done.');
    write([]);
    await banner().getByText('deny Bash(touch:*)').waitFor();
    await workbench.screenshot('gone-rules');
    await person.send('Go on');
    await person.reads('Second turn done.');

    await workbench.restart();
    await banner().getByRole('button', { name: 'Let them go' }).click();
    await banner().waitFor({ state: 'hidden' });
    await person.send('Once more');
    await person.decide('toolu_asks', 'Allow once');
    await person.reads('Third turn done.');
    expect([person.has('denied'), person.has('still'), person.has('asked')]).toEqual([false, false, true]);
  });
});
