import { expect } from 'vitest';
import { Person } from './person';
import type { OpenedWorkbench } from './workbench';

/** Exports the session in front to this file. */
export async function exportTo(workbench: OpenedWorkbench, target: string): Promise<void> {
  const person = new Person(() => workbench);
  await person.run('Latch: Export Session…');
  // The input of the palette goes, and that of the dialog comes with a name of its own.
  await expect.poll(() => person.input.inputValue()).toMatch(/^\//);
  // The dialog reads its folder first, and then writes the name that it suggests over what is there.
  const named = async (): Promise<string> => {
    await person.input.fill(target);
    await workbench.page.waitForTimeout(500);
    return person.input.inputValue();
  };
  await expect.poll(named).toBe(target);
  await workbench.page.keyboard.press('Enter');
}
