import * as vscode from 'vscode';

/** A page that is busy answers in much less; one that is gone never does, and this process lives on for hours. */
const answersWithinMs = 3000;

/** Whether the page of this window is there: any command that it carries out itself comes back only from there. */
export async function isAttended(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), answersWithinMs);
  });
  const answered = vscode.commands.executeCommand('setContext', 'latch.attended', true).then(() => true);
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
