import * as vscode from 'vscode';
import { catchUpIn, type OpenSession } from '../../session/openSession';
import type { OpenViews } from '../webview/openViews';

/** Tells the pages whether the window has the focus. Who comes back may have gone on in a terminal with what is in front. */
export function seeComingBack(views: OpenViews, inFront: () => OpenSession | undefined): vscode.Disposable {
  const { onDidChangeWindowState, onDidCloseTerminal } = vscode.window;
  return vscode.Disposable.from(
    onDidChangeWindowState(({ focused }) => {
      views.send({ type: 'window', focused });
      if (focused) catchUpIn(inFront());
    }),
    onDidCloseTerminal(() => catchUpIn(inFront())),
  );
}
