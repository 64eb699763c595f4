import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Latch in the extension host', () => {
  const latch = vscode.extensions.getExtension('latch.latch');

  it('is there and becomes active', async () => {
    assert.ok(latch, 'The extension latch.latch is not installed.');
    await latch.activate();
    assert.equal(latch.isActive, true);
  });

  it('registers every command that its manifest names', async () => {
    await latch?.activate();
    const contributed: { command: string }[] = latch?.packageJSON.contributes.commands ?? [];
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributed.map(({ command }) => command).filter(command => !registered.has(command)),
      [],
    );
  });

  it('has its Chat view in the activity bar', async () => {
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes('workbench.view.extension.latch'));
    assert.ok(commands.includes('latch.chat.focus'));
  });
});
