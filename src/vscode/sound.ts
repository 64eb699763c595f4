import * as vscode from 'vscode';

const moments = ['never', 'whenHidden', 'always'] as const;

/** When a sound tells that something waits. */
export function sound(): (typeof moments)[number] {
  const set = vscode.workspace.getConfiguration('latch').get<string>('attention.sound');
  return moments.find(it => it === set) ?? 'never';
}

/** Whether the page of the hidden view goes on running, which costs memory, and which a sound needs. */
export const keepsHidden = (): boolean => sound() !== 'never';
