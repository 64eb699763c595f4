import { asString, isObject, type JsonObject } from '../../core/base/json';
import { terminalLine } from '../../core/acp/shellLine';

/** A call that an agent has us carry out, in the language of the rules; undefined where it breaks the protocol. */
export interface OwnCall {
  readonly tool: string;
  readonly input: JsonObject;
}

const isPath = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');

export function readCall({ path, line, limit }: JsonObject): OwnCall | undefined {
  const range = Object.entries({ offset: line, limit }).filter(([, is]) => typeof is === 'number');
  return isPath(path) ? { tool: 'Read', input: { file_path: path, ...Object.fromEntries(range) } } : undefined;
}

export function writeCall({ path, content }: JsonObject): OwnCall | undefined {
  return isPath(path) && typeof content === 'string'
    ? { tool: 'Write', input: { file_path: path, content } }
    : undefined;
}

export function terminalCall(
  { command, args = [], env = [], cwd: folder }: JsonObject,
  cwd: string,
): OwnCall | undefined {
  if (typeof command !== 'string' || command.trim() === '' || !Array.isArray(args) || !Array.isArray(env))
    return undefined;
  const words = args.flatMap(it => asString(it) ?? []);
  const set = env
    .filter(isObject)
    .flatMap(({ name, value }): readonly (readonly [string, string])[] =>
      typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
    );
  const elsewhere = typeof folder === 'string' && folder !== cwd;
  if (words.length !== args.length || set.length !== env.length || (elsewhere && !isPath(folder))) return undefined;
  const line = terminalLine({ command, args: words, env: set, ...(elsewhere ? { folder } : {}) });
  return line === undefined ? undefined : { tool: 'Bash', input: { command: line } };
}
