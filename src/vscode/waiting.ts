import * as vscode from 'vscode';
import { CalledOff, type Waiting } from '../stores/waiting';

/** What takes no longer is not worth a word. */
const quickMs = 1000;

/** Does something long in sight of the person, who may call it off. */
export async function waitFor<T>(title: string, work: (waiting: Waiting) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let done = 0;
  let report: (part: number) => void = () => {};
  const working = work({
    onProgress: part => {
      done += part;
      report(part);
    },
    signal: abort.signal,
  }).catch((error: unknown) => {
    throw abort.signal.aborted ? new CalledOff() : error;
  });
  const ended = working.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      let untold = done;
      report = part => {
        untold += part;
        if (untold < 0.01) return;
        progress.report({ increment: untold * 100 });
        untold = 0;
      };
      report(0);
      token.onCancellationRequested(() => abort.abort());
      return ended;
    });
  }, quickMs);
  return working.finally(() => clearTimeout(timer));
}
