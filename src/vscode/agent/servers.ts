import * as vscode from 'vscode';
import type { McpServer, ServerState } from '../../core/call/mcpServer';
import { maskedBeginning } from '../../core/masking/masking';
import { Servers } from '../../session/servers';
import type { LatchWindow } from '../window/window';
import { chooseDoing, type Doing, claudeSession } from './shown';

/** How much of an error is shown of a server that does not start. */
const longestError = 500;

/** The MCP servers of the agent: how they are, what they offer, and what can be done about them. */
export async function manageServers(window: LatchWindow): Promise<void> {
  const session = await claudeSession(window);
  const servers = new Servers(session.about);
  const all = await servers.all();
  if (all.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('Claude Code has no MCP servers here.'));
    return;
  }
  await chooseDoing(
    vscode.l10n.t('MCP Servers'),
    all.map(server => ({
      label: `$(${icon(server.state)}) ${server.name}`,
      description: [stateWords(server.state), server.version, server.scope].filter(Boolean).join(' · '),
      detail: maskedBeginning(server.error ?? '', longestError),
      act: () => showServer(window, servers, server),
    })),
  );
}

async function showServer(window: LatchWindow, servers: Servers, server: McpServer): Promise<void> {
  await chooseDoing(server.name, [
    ...actions(window, servers, server),
    ...server.tools.map(tool => ({ label: `$(tools) ${tool}` })),
  ]);
}

function actions(window: LatchWindow, servers: Servers, { name, state, transport }: McpServer): readonly Doing[] {
  const then = (act: () => Promise<void>) => async () => {
    await act();
    await manageServers(window);
  };
  const isRemote = transport !== undefined && transport !== 'stdio';
  if (state === 'disabled') return [{ label: vscode.l10n.t('Enable'), act: then(() => servers.toggle(name, true)) }];
  return [
    ...(state === 'needs-auth'
      ? [{ label: vscode.l10n.t('Sign in…'), act: then(() => servers.signIn(name, openBrowser)) }]
      : []),
    { label: vscode.l10n.t('Reconnect'), act: then(() => servers.reconnect(name)) },
    { label: vscode.l10n.t('Disable'), act: then(() => servers.toggle(name, false)) },
    ...(isRemote && state === 'connected'
      ? [{ label: vscode.l10n.t('Forget the sign-in'), act: then(() => servers.signOut(name)) }]
      : []),
  ];
}

/** Opens the page where a person signs in, and waits until they say that they have. */
async function openBrowser(address: string): Promise<boolean> {
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
  const done = vscode.l10n.t('I have signed in');
  return (
    (await vscode.window.showInformationMessage(vscode.l10n.t('Sign in in the browser, then come back.'), done)) ===
    done
  );
}

function icon(state: ServerState): string {
  switch (state) {
    case 'connected':
      return 'pass';
    case 'pending':
      return 'loading~spin';
    case 'needs-auth':
      return 'key';
    case 'disabled':
      return 'circle-slash';
    case 'failed':
      return 'error';
    default:
      return state satisfies never;
  }
}

function stateWords(state: ServerState): string {
  switch (state) {
    case 'connected':
      return vscode.l10n.t('connected');
    case 'pending':
      return vscode.l10n.t('starting');
    case 'needs-auth':
      return vscode.l10n.t('needs a sign-in');
    case 'disabled':
      return vscode.l10n.t('disabled');
    case 'failed':
      return vscode.l10n.t('failed');
    default:
      return state satisfies never;
  }
}
