import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentFacts } from '../../core/call/agentFacts';
import { type AgentFile, filesOf, hooksOf } from '../../core/claude/files';
import { maskedBeginning } from '../../core/masking/masking';
import type { Session } from '../../session/session';
import { claudeFolder } from '../config';
import type { LatchWindow } from '../window/window';
import { chooseDoing, type Doing, claudeSession, separator } from './shown';

/** How much of a hook's command is shown. */
const longestHook = 300;

/** What Claude was given: its memory, agents, skills, output styles, plugins and hooks. Each leads to its file. */
export async function showAgentFiles(window: LatchWindow): Promise<void> {
  const session = await claudeSession(window);
  const { facts } = session.about;
  const { cwd } = session.view;
  const files = facts.version === undefined ? onDisk(cwd, facts) : await told(session);
  await chooseDoing(vscode.l10n.t('What Claude Was Given'), [
    ...section(vscode.l10n.t('Memory'), files.filter(({ kind }) => kind === 'memory').map(line)),
    ...section(vscode.l10n.t('Agents'), agentLines(facts, files)),
    ...section(vscode.l10n.t('Skills'), files.filter(({ kind }) => kind === 'skill').map(line)),
    ...section(vscode.l10n.t('Output styles'), styleLines(facts, cwd)),
    ...section(
      vscode.l10n.t('Plugins'),
      facts.plugins.map(({ name, path }) => ({ label: name, act: opens(path) })),
    ),
    ...section(vscode.l10n.t('Hooks'), await hookLines(session, cwd)),
  ]);
}

async function told(session: Session): Promise<readonly AgentFile[]> {
  return filesOf(await session.about.ask({ subtype: 'get_context_usage', detail: 'summary' }));
}

/** Of an older agent the usual places are looked at. */
function onDisk(cwd: string, { agents, skills }: AgentFacts): readonly AgentFile[] {
  const places = [join(cwd, '.claude'), claudeFolder()];
  const memory = [join(cwd, 'CLAUDE.md'), ...places.map(place => join(place, 'CLAUDE.md'))];
  const all: readonly AgentFile[] = [
    ...memory.map(path => ({ kind: 'memory', name: path, path }) as const),
    ...agents.flatMap(({ name }) =>
      places.map(place => ({ kind: 'agent', name, path: join(place, 'agents', `${name}.md`) }) as const),
    ),
    ...skills.flatMap(name =>
      places.map(place => ({ kind: 'skill', name, path: join(place, 'skills', name, 'SKILL.md') }) as const),
    ),
  ];
  return all.filter(({ path }) => existsSync(path));
}

function agentLines({ agents }: AgentFacts, files: readonly AgentFile[]): readonly Doing[] {
  return agents.map(({ name, description, model }) => ({
    label: name,
    detail: description,
    description: model ?? '',
    act: opens(files.find(file => file.kind === 'agent' && file.name === name)?.path),
  }));
}

function styleLines({ outputStyles, outputStyle }: AgentFacts, cwd: string): readonly Doing[] {
  return outputStyles.map(name => {
    const places = [join(cwd, '.claude'), claudeFolder()].map(it => join(it, 'output-styles', `${name}.md`));
    return { label: name === outputStyle ? `$(check) ${name}` : name, act: opens(places.find(existsSync)) };
  });
}

/** An older agent does not list its hooks; they stand in its settings. */
async function hookLines(session: Session, cwd: string): Promise<readonly Doing[]> {
  const settings = [join(cwd, '.claude'), claudeFolder()].map(it => join(it, 'settings.json')).filter(existsSync);
  const hooks = await session.about.ask({ subtype: 'get_hooks_listing' }).then(hooksOf, () => []);
  const lines = hooks.map(({ event, matcher, source, text }) => ({
    label: matcher === undefined ? event : `${event} (${matcher})`,
    detail: maskedBeginning(text, longestHook),
    description: source ?? '',
    act: opens(source === 'userSettings' ? settings.at(-1) : settings[0]),
  }));
  return [...lines, ...settings.map(path => ({ label: path, act: opens(path) }))];
}

function line({ name, path }: AgentFile): Doing {
  return { label: name, ...(name === path ? {} : { description: path }), act: opens(path) };
}

function section(label: string, lines: readonly Doing[]): readonly Doing[] {
  return lines.length === 0 ? [] : [separator(label), ...lines];
}

/** A thing without a file of its own has nothing to open. */
function opens(path: string | undefined): Doing['act'] {
  if (path === undefined || !isAbsolute(path)) return undefined;
  return () => vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
}
