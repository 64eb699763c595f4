import * as vscode from 'vscode';
import type { Log } from '../../core/base/log';
import { messageOf } from '../../core/base/messageOf';
import { sentence } from '../sentences';
import type { Outcome } from './command';

/** Why a command did nothing is told to the person here, and nowhere else. Nobody waits until they have read it. */
export async function reported(id: string, log: Log, run: () => Promise<Outcome>): Promise<void> {
  try {
    const outcome = await run();
    if (outcome.kind === 'missing') void vscode.window.showInformationMessage(outcome.text);
    else if (outcome.kind === 'wrong') log.warn(`${id} was given ${outcome.what}.`);
  } catch (error) {
    log.error(`${id}: ${messageOf(error)}`);
    void vscode.window.showErrorMessage(sentence(messageOf(error)));
  }
}
