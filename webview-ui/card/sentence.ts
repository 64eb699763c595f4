import { entryOf } from '../../src/core/base/entryOf';
import type { Card } from '../../src/core/card/card';
import { networkTool } from '../../src/core/call/call';
import { asString, isObject, type Json } from '../../src/core/base/json';
import type { IconName } from '../base/icon';
import type { TextKey, Translate } from '../language/translate';
import { filePath } from './bodies/filePath';

/** What a call wants to do, in one sentence: a verb of ours and an object of the agent's, kept apart for drawing. */
interface Sentence {
  readonly icon: IconName;
  readonly verb: TextKey;
  readonly object: string;
  /** Words of ours rather than a name or a text of the agent's. */
  readonly plain?: true;
}

const agentTools = new Set(['Task', 'Agent']);

export function isAgentTool(tool: string): boolean {
  return agentTools.has(tool);
}

/** A path as the person knows it: relative to the working directory where it lies inside. */
export function shortPath(path: string, cwd: string): string {
  const base = cwd.endsWith('/') ? cwd : `${cwd}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** The last part of a path: enough to recognise a folder by. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).findLast(part => part !== '') ?? path;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The name of an MCP tool without its server: `mcp__server__tool`. */
function mcpTool(card: Card): { tool: string; server: string } {
  const [, server = '', ...rest] = card.tool.split('__');
  return { tool: rest.join('__') || card.tool, server: card.mcpServer ?? server };
}

function fileSentence(card: Card): Sentence {
  const object = shortPath(filePath(card), card.cwd);
  if (card.tool !== 'Write') return { icon: 'edit', verb: 'verb.edit', object };
  return { icon: 'file', verb: card.file?.before === null ? 'verb.create' : 'verb.write', object };
}

export function sentenceOf(card: Card, text: Translate): Sentence {
  const { input } = card;
  switch (card.kind) {
    case 'bash': {
      const command = asString(input.command);
      return command === undefined
        ? { icon: 'terminal', verb: 'verb.other', object: card.tool }
        : { icon: 'terminal', verb: 'verb.bash', object: command };
    }
    case 'file_write':
      return fileSentence(card);
    case 'file_delete':
      return { icon: 'trash', verb: 'verb.delete', object: shortPath(filePath(card), card.cwd) };
    case 'web': {
      const url = asString(input.url);
      const host = asString(input.host);
      if (card.tool === networkTool) return { icon: 'globe', verb: 'verb.connect', object: host ?? '' };
      return url === undefined
        ? { icon: 'globe', verb: 'verb.search', object: asString(input.query) ?? '' }
        : { icon: 'globe', verb: 'verb.fetch', object: hostOf(url) };
    }
    case 'mcp': {
      const { tool, server } = mcpTool(card);
      return { icon: 'plug', verb: 'verb.mcp', object: text('object.mcp', tool, server) };
    }
    case 'skill':
      return {
        icon: 'book',
        verb: 'verb.skill',
        object: asString(input.skill) ?? asString(input.command) ?? card.tool,
      };
    case 'plan':
      return { icon: 'list', verb: 'verb.plan', object: '' };
    case 'question': {
      const questions = Array.isArray(input.questions) ? input.questions.length : 1;
      const object = questions === 1 ? text('object.question') : text('object.questions', questions);
      return { icon: 'question', verb: 'verb.question', object, plain: true };
    }
    case 'elicitation':
      return { icon: 'form', verb: 'verb.elicitation', object: card.mcpServer ?? card.tool };
    case 'other':
      return isAgentTool(card.tool)
        ? { icon: 'people', verb: 'verb.agent', object: asString(input.subagent_type) ?? '' }
        : (lookingSentence(card) ?? { icon: 'tool', verb: 'verb.other', object: card.tool });
    default:
      return card.kind satisfies never;
  }
}

/** Tools that look at files: the field that says at what. */
const looking: Readonly<Record<string, { readonly verb: TextKey; readonly field: string }>> = {
  Read: { verb: 'verb.read', field: 'file_path' },
  NotebookRead: { verb: 'verb.read', field: 'notebook_path' },
  Grep: { verb: 'verb.grep', field: 'pattern' },
  Glob: { verb: 'verb.glob', field: 'pattern' },
  LS: { verb: 'verb.list', field: 'path' },
};

function lookingSentence({ tool, input, cwd }: Card): Sentence | undefined {
  const known = entryOf(looking, tool);
  const object = known && asString(input[known.field]);
  if (known === undefined || object === undefined) return undefined;
  return { icon: 'file', verb: known.verb, object: shortPath(object, cwd) };
}

/** More of a command is not read in a title. */
const longestTitle = 90;
const titleEnd = 28;

/** A text as it stands in a title: in one line, with its beginning and its end. All of it stands below the title. */
export function inTitle(object: string): string {
  const line = object.replace(/\s+/g, ' ').trim();
  return line.length <= longestTitle
    ? line
    : `${line.slice(0, longestTitle - titleEnd)} … ${line.slice(-titleEnd).trimStart()}`;
}

/** The texts of an agent on a card, in which something could hide. */
export function textsOf(card: Card): readonly string[] {
  const { reason = '', description = '', blockedPath = '' } = card.details;
  const texts = [card.tool, card.cwd, reason, description, blockedPath];
  const collect = (value: Json): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (isObject(value))
      Object.entries(value).forEach(([name, entry]) => {
        texts.push(name);
        collect(entry);
      });
  };
  collect(card.input);
  return texts;
}
