import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { folders } from '../config';

const pauseMs = 50;
const patienceMs = 10_000;

/**
 * Waits until the editor has read the folders of a workspace file. In a busy window it was seen to start extensions
 * before that; the agent then worked beside the folders, and what lay beside them counted as inside.
 */
export async function foldersKnown(): Promise<void> {
  const end = performance.now() + patienceMs;
  while (vscode.workspace.workspaceFile !== undefined && folders().length === 0 && performance.now() < end)
    await pause(pauseMs);
}
