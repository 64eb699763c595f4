import { attachedIn } from './attached';
import { asString, isObject, type JsonObject } from '../base/json';

/** What was said in a conversation, as Claude Code itself has written it down: one message of a person or of the model. */
export type Said =
  | {
      readonly type: 'user_message';
      readonly id: string;
      readonly text: string;
      readonly attachments?: readonly string[];
    }
  | {
      readonly type: 'agent_message';
      readonly id: string;
      readonly kind: 'text' | 'thinking';
      readonly text: string;
    };

/** A line of the file that has its place in the tree of the conversation. */
export interface Placed {
  readonly id: string;
  readonly parent: string | undefined;
  readonly isAgent: boolean;
  readonly said: readonly Said[];
}

/** Texts that the CLI writes in a person's name: commands and what they printed, notes to the model, and that it was stopped. */
const notSaid =
  /^\s*(?:<(?:command-|local-command|bash-|system-reminder|user-prompt-submit-hook|task-notification)|\[Request interrupted by user)/;

/** A line of the main conversation; subagents, summaries and what only the CLI needs have none. */
export function placedIn(line: JsonObject): Placed | undefined {
  const id = asString(line['uuid']);
  const type = line['type'];
  if (!id || line['isSidechain'] === true) return undefined;
  // What was said before the conversation was shortened still belongs to it.
  const parent = asString(line['parentUuid']) ?? asString(line['logicalParentUuid']);
  const isAgent = type === 'assistant';
  return { id, parent, isAgent, said: line['isMeta'] === true ? [] : saidIn(id, type, line['message'], line) };
}

function saidIn(id: string, type: unknown, message: unknown, line: JsonObject): readonly Said[] {
  if (!isObject(message) || line['isCompactSummary'] === true) return [];
  const { content } = message;
  if (type === 'user') {
    const text = textsIn(content).join('\n').trim();
    const names = attachedIn(line).map(({ name }) => name);
    if (notSaid.test(text) || (text === '' && names.length === 0)) return [];
    return [{ type: 'user_message', id, text, ...(names.length > 0 ? { attachments: names } : {}) }];
  }
  if (type !== 'assistant' || !Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((block, at): Said[] => {
    const text = asString(block['text']);
    if (block['type'] === 'text' && text) return [{ type: 'agent_message', id: `${id}:${at}`, kind: 'text', text }];
    const thinking = asString(block['thinking']);
    return block['type'] === 'thinking' && thinking
      ? [{ type: 'agent_message', id: `${id}:${at}`, kind: 'thinking', text: thinking }]
      : [];
  });
}

function textsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap(block => (block['type'] === 'text' ? (asString(block['text']) ?? []) : []));
}

/** The way from the beginning to the last line: what was taken back by a fork or a rewind lies beside it. */
export function branchOf(lines: readonly Placed[]): readonly Placed[] {
  const byId = new Map(lines.map(line => [line.id, line]));
  const branch: Placed[] = [];
  const seen = new Set<string>();
  for (let line = lines.at(-1); line && !seen.has(line.id); line = byId.get(line.parent ?? '')) {
    seen.add(line.id);
    branch.push(line);
  }
  return branch.toReversed();
}

/**
 * What was said after all that is known of a conversation, from a message of a person on: those have the same id
 * everywhere. Nothing, where none that is known is in it.
 */
export function saidAfter(branch: readonly Placed[], known: ReadonlySet<string>): readonly Said[] {
  const last = branch.findLastIndex(({ id }) => known.has(id));
  const next = branch.findIndex(({ said }, at) => at > last && said.some(({ type }) => type === 'user_message'));
  return last < 0 || next < 0 ? [] : branch.slice(next).flatMap(({ said }) => said);
}

/** What a conversation is called, as far as some of its lines tell. */
export interface Naming {
  readonly custom?: string;
  readonly ai?: string;
  readonly first?: string;
}

const titleLength = 80;

export function namingAfter(known: Naming, line: JsonObject): Naming {
  const custom = asString(line['customTitle']);
  const ai = asString(line['aiTitle']);
  if (custom !== undefined) return { ...known, custom };
  if (ai !== undefined) return { ...known, ai };
  if (known.first !== undefined) return known;
  const first = placedIn(line)?.said.find(({ type, text }) => type === 'user_message' && text !== '')?.text;
  return first === undefined ? known : { ...known, first };
}

/** The name that a person gave, else the one of the agent, else the first words; undefined where nothing was said. */
export function titleOf({ custom, ai, first }: Naming): string | undefined {
  const title = custom || ai || first?.replaceAll(/\s+/g, ' ').slice(0, titleLength);
  return title || undefined;
}
