import { asString, isObject, type Json, type JsonObject } from '../base/json';
import type { CallKind } from '../call/call';
import { quoted, say, type Sentence } from '../texts/sentence';

/** A call as a person reads it in a list or a notification: what it does, to what, and never its JSON. */
interface CallWords {
  /** "Run npm test" */
  readonly does: Sentence;
  /** "Claude wants to run npm test" */
  readonly wants: (agent: string) => Sentence;
}

interface WordedCall {
  readonly tool: string;
  readonly kind: CallKind;
  readonly input: JsonObject;
}

/** `fileName` gives a path as the person knows it. */
export function callWords(call: WordedCall, fileName: (path: string) => string): CallWords {
  const { tool, kind, input } = call;
  const path = firstText(input, ['file_path', 'notebook_path', 'path']);
  const file = path === undefined ? undefined : quoted(inOneLine(fileName(path)));
  switch (kind) {
    case 'bash': {
      const command = quoted(inOneLine(asString(input['command']) ?? tool));
      return {
        does: say('Run {command}', { command }),
        wants: agent => say('{agent} wants to run {command}', { agent, command }),
      };
    }
    case 'file_write':
    case 'file_delete':
      return file ? changed(kind === 'file_delete' ? 'Delete' : tool, file) : used(tool);
    case 'web': {
      const place = quoted(inOneLine(firstText(input, ['url', 'host', 'query']) ?? tool));
      return {
        does: say('Look up {place}', { place }),
        wants: agent => say('{agent} wants to look up {place}', { agent, place }),
      };
    }
    case 'mcp': {
      const [, server = '', ...rest] = tool.split('__');
      const names = { tool: rest.join('__') || tool, server };
      return {
        does: say('Use {tool} of {server}', names),
        wants: agent => say('{agent} wants to use {tool} of {server}', { agent, ...names }),
      };
    }
    case 'skill': {
      const skill = firstText(input, ['skill', 'command']) ?? tool;
      return {
        does: say('Run the skill {skill}', { skill }),
        wants: agent => say('{agent} wants to run the skill {skill}', { agent, skill }),
      };
    }
    case 'plan':
      return { does: say('Propose a plan'), wants: agent => say('{agent} proposes a plan', { agent }) };
    case 'question': {
      const question = quoted(inOneLine(questionIn(input['questions']) ?? ''));
      return {
        does: say('Ask {question}', { question }),
        wants: agent => say('{agent} asks: {question}', { agent, question }),
      };
    }
    case 'elicitation':
      return { does: say('Fill in a form'), wants: () => say('A server asks you to fill in a form') };
    case 'other':
      return otherWords(call, file);
    default:
      return kind satisfies never;
  }
}

function changed(tool: string, file: Sentence): CallWords {
  switch (tool) {
    case 'Delete':
      return {
        does: say('Delete {file}', { file }),
        wants: agent => say('{agent} wants to delete {file}', { agent, file }),
      };
    case 'Write':
      return {
        does: say('Write {file}', { file }),
        wants: agent => say('{agent} wants to write {file}', { agent, file }),
      };
    default:
      return {
        does: say('Edit {file}', { file }),
        wants: agent => say('{agent} wants to edit {file}', { agent, file }),
      };
  }
}

function otherWords({ tool, input }: WordedCall, file: Sentence | undefined): CallWords {
  const pattern = asString(input['pattern']);
  if (tool === 'Read' && file)
    return { does: say('Read {file}', { file }), wants: agent => say('{agent} wants to read {file}', { agent, file }) };
  if (pattern !== undefined) {
    const words = quoted(inOneLine(pattern));
    return {
      does: say('Search for {words}', { words }),
      wants: agent => say('{agent} wants to search for {words}', { agent, words }),
    };
  }
  const task = asString(input['description']);
  if ((tool === 'Agent' || tool === 'Task') && task !== undefined) {
    const words = quoted(inOneLine(task));
    return {
      does: say('Start a subagent: {words}', { words }),
      wants: agent => say('{agent} wants to start a subagent: {words}', { agent, words }),
    };
  }
  return used(tool);
}

function used(tool: string): CallWords {
  return {
    does: say('Use {name}', { name: tool }),
    wants: agent => say('{agent} wants to use {name}', { agent, name: tool }),
  };
}

function firstText(input: JsonObject, names: readonly string[]): string | undefined {
  return names.map(name => asString(input[name])).find(text => text !== undefined);
}

function questionIn(questions: Json | undefined): string | undefined {
  const first = Array.isArray(questions) ? questions[0] : undefined;
  return isObject(first) ? asString(first['question']) : undefined;
}

const longest = 200;

function inOneLine(text: string): string {
  const line = text
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}
