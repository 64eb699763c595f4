import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { folders } from '../config';

const pauseMs = 50;
const patienceMs = 3000;

/**
 * Waits until the editor has told which folders a workspace file names. A busy one in a browser was seen to start
 * extensions before it had read that file, and never to tell them; the agent then worked beside the folders, and what lay
 * there counted as inside. Only a reload helps.
 */
export async function foldersKnown(): Promise<void> {
  const end = performance.now() + patienceMs;
  while (areMissing() && performance.now() < end) await pause(pauseMs);
  if (areMissing()) void import('./offerReload').then(({ offerReload }) => offerReload());
}

function areMissing(): boolean {
  return vscode.workspace.workspaceFile !== undefined && folders().length === 0;
}
