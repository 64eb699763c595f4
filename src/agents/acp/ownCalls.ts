import { asString, isObject, type JsonObject } from '../../core/base/json';
import { terminalLine } from '../../core/acp/shellLine';

/** A call that an agent has us carry out, in the language of the rules; undefined where it breaks the protocol. */
export interface OwnCall {
  readonly tool: string;
  readonly input: JsonObject;
}

const isPath = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');

/** Many agents write `null` for what they leave out. */
const isLeftOut = (value: unknown): boolean => value === undefined || value === null;

export function readCall({ path, line, limit }: JsonObject): OwnCall | undefined {
  const range = Object.entries({ offset: line, limit }).filter(([, is]) => !isLeftOut(is));
  if (!isPath(path) || !range.every(([, is]) => Number.isInteger(is) && Number(is) >= 0)) return undefined;
  return { tool: 'Read', input: { file_path: path, ...Object.fromEntries(range) } };
}

export function writeCall({ path, content }: JsonObject): OwnCall | undefined {
  return isPath(path) && typeof content === 'string'
    ? { tool: 'Write', input: { file_path: path, content } }
    : undefined;
}

export function terminalCall(
  { command, args: givenArgs, env: givenEnv, cwd: folder }: JsonObject,
  cwd: string,
): OwnCall | undefined {
  const [args, env] = [givenArgs ?? [], givenEnv ?? []];
  if (typeof command !== 'string' || command.trim() === '' || !Array.isArray(args) || !Array.isArray(env))
    return undefined;
  const words = args.flatMap(it => asString(it) ?? []);
  const set = env
    .filter(isObject)
    .flatMap(({ name, value }): readonly (readonly [string, string])[] =>
      typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
    );
  if (!isLeftOut(folder) && typeof folder !== 'string') return undefined;
  const elsewhere = typeof folder === 'string' && folder !== cwd;
  if (words.length !== args.length || set.length !== env.length || (elsewhere && !isPath(folder))) return undefined;
  // No process can be given one of these.
  if ([command, ...words, ...set.flat(), folder].some(it => typeof it === 'string' && it.includes('\0')))
    return undefined;
  const line = terminalLine({ command, args: words, env: set, ...(elsewhere ? { folder } : {}) });
  return line === undefined ? undefined : { tool: 'Bash', input: { command: line } };
}
