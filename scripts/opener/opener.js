// Shows the Latch sidebar the first time a folder is opened; later the person's own layout stays.
const vscode = require('vscode');

exports.activate = async context => {
  if (context.workspaceState.get('opened') === true) return;
  await vscode.commands.executeCommand('workbench.view.extension.latch');
  await context.workspaceState.update('opened', true);
};
