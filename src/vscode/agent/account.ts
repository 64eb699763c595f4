import * as vscode from 'vscode';
import { type Account, isSignedOut } from '../../core/call/agentFacts';
import { SignIn } from '../../session/signIn';
import type { LatchWindow } from '../window/window';
import { chooseDoing, type Doing, claudeSession, separator } from './shown';
import { openTerminal, whenClosed } from './terminal';

/** Who pays for the model, and the ways to sign in and out. */
export async function account(window: LatchWindow): Promise<void> {
  const session = await claudeSession(window);
  const { account: known } = session.about.facts;
  const signedIn = known.token !== undefined;
  await chooseDoing(vscode.l10n.t('Account'), [
    ...whoPays(known).map(label => ({ label })),
    separator(vscode.l10n.t('Sign in')),
    ...waysIn(window),
    ...(signedIn
      ? [{ label: vscode.l10n.t('$(sign-out) Sign out'), act: () => inTerminal(window, 'auth logout') }]
      : []),
  ]);
}

function whoPays(known: Account): readonly string[] {
  if (known.provider === 'bedrock') return [vscode.l10n.t('Amazon Bedrock answers, with the login of AWS.')];
  if (known.provider === 'vertex') return [vscode.l10n.t('Google Vertex AI answers, with the login of Google Cloud.')];
  if (isSignedOut(known)) return [vscode.l10n.t('Nobody is signed in.')];
  const name = [known.email, known.organization, known.plan].filter(Boolean).join(' · ');
  return [
    ...(name === '' ? [] : [name]),
    ...(known.key === undefined ? [] : [vscode.l10n.t('An API key is used, from {0}.', known.key)]),
    ...(name === '' && known.key === undefined ? [vscode.l10n.t('Signed in.')] : []),
  ];
}

function waysIn(window: LatchWindow): readonly Doing[] {
  return [
    { label: vscode.l10n.t('$(globe) With a Claude subscription'), act: () => signIn(window, true) },
    { label: vscode.l10n.t('$(globe) With an Anthropic Console account'), act: () => signIn(window, false) },
    { label: vscode.l10n.t('$(terminal) In the terminal'), act: () => inTerminal(window, 'auth login') },
  ];
}

/** In the browser and back; where the browser cannot come back, with the code that it shows. */
async function signIn(window: LatchWindow, plan: boolean): Promise<void> {
  const session = await claudeSession(window);
  const flow = new SignIn(session.about);
  const { automatic, manual } = await flow.begin(plan);
  const withCode = vscode.l10n.t('Enter a code instead');
  await vscode.env.openExternal(vscode.Uri.parse(automatic, true));
  const back = flow.comesBack().then(() => 'back' as const);
  const asked = vscode.window.showInformationMessage(vscode.l10n.t('Sign in in the browser.'), withCode);
  const first = await Promise.race([back, asked]);
  if (first === withCode) {
    back.catch(() => {});
    await vscode.env.openExternal(vscode.Uri.parse(manual, true));
    const code = await vscode.window.showInputBox({
      title: vscode.l10n.t('Sign In'),
      prompt: vscode.l10n.t('Paste the code that the page shows.'),
      ignoreFocusOut: true,
      password: true,
    });
    if (code === undefined) return;
    await flow.code(code);
  } else await back;
  await session.restart();
  void vscode.window.showInformationMessage(vscode.l10n.t('You are signed in.'));
}

/** What the agent itself offers only there; what it then has, the next one that is started finds. */
async function inTerminal(window: LatchWindow, what: string): Promise<void> {
  whenClosed(await openTerminal(what.split(' ')), () => {
    for (const session of window.sessions.all) if (session.canRestart) void session.restart();
  });
}
