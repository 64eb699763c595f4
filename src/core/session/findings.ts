import { isObject, type JsonObject } from '../base/json';
import { say } from '../texts/sentence';
import type { Finding, RepositoryFile } from './finding';
import { markdownFindings } from './markdownFindings';
import { serverFindings, settingsFindings } from './settingsFindings';

/** What files bring. A file of the agent's folder that is not explained here counts as bringing something. */
export function findingsIn(files: readonly RepositoryFile[]): Finding[] {
  return files.flatMap(file => (file.text === undefined ? [unreadable(file.file)] : findingsOf(file.file, file.text)));
}

function findingsOf(file: string, text: string): Finding[] {
  const kind = kindOf(file);
  switch (kind) {
    case 'settings':
      return inJson(file, text, settings => settingsFindings(file, settings));
    case 'servers':
      return inJson(file, text, settings => serverFindings(file, settings['mcpServers']));
    case 'offered': {
      const found = markdownFindings(file, text);
      return found.length > 0 ? found : [{ kind: 'skill', file, name: nameOf(file), text: '' }];
    }
    case 'words':
      return [];
    case 'unknown':
      return [{ kind: 'unknown', file, name: '', text: '', says: say('Latch does not know what this file does.') }];
    default:
      return kind satisfies never;
  }
}

function unreadable(file: string): Finding {
  const says = say('This file cannot be read, so it is not known what it brings.');
  return { kind: 'unreadable', file, name: 'file', text: '', says };
}

function inJson(file: string, text: string, findings: (settings: JsonObject) => Finding[]): Finding[] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? findings(value) : [unreadable(file)];
  } catch {
    return [unreadable(file)];
  }
}

type FileKind = 'settings' | 'servers' | 'offered' | 'words' | 'unknown';

/** Scripts that a hook or a skill names run only by what names them; a file that acts by its mere name is not a script. */
const actsByItself = /(?:^|\/)(?:\.[^/]*|[^/]*\.json)(?:\/|$)/i;

/** By the place in the agent's folder, whichever folder that lies in. */
function kindOf(file: string): FileKind {
  if (/(?:^|\/)\.mcp\.json$/.test(file)) return 'servers';
  const [, path = ''] = /(?:^|\/)\.claude\/(?!.*\/\.claude\/)(.*)$/.exec(file) ?? [];
  if (/^settings(?:\.local)?\.json$/.test(path)) return 'settings';
  if (/^skills\/(?:.*\/)?SKILL\.md$/i.test(path) || /^(?:commands|agents)\/.*\.md$/i.test(path)) return 'offered';
  if (/^(?:rules|output-styles)\/.*\.md$/i.test(path) || /^[^/]*\.md$/i.test(path)) return 'words';
  if (/^(?:skills|commands|agents|hooks)\//.test(path) && !actsByItself.test(path)) return 'words';
  return 'unknown';
}

function nameOf(file: string): string {
  return (
    file
      .replace(/\/SKILL\.md$/i, '')
      .split('/')
      .at(-1) ?? file
  ).replace(/\.md$/i, '');
}
