import type { SimpleCommand, ShellWord } from '../shell/syntax';
import type { Wrapper } from '../tables/wrappers';
import { wrappers, globalOptionsWithValue } from '../tables/wrappers';
import { makeWord, staticWord } from '../shell/word';
import type { Started } from './scripts';
import { unknownWord, joinedScript, scriptOf, fedScripts } from './scripts';

export function wrapperOf(program: string, words: readonly ShellWord[]): { wrapper: Wrapper; at: number } | undefined {
  const skip = globalOptionsWithValue(program);
  let at = 1;
  while (words[at]?.value?.startsWith('-') === true && !wrappers.has(program)) {
    at += skip.has(words[at]?.value ?? '') ? 2 : 1;
  }
  const second = words[at]?.value;
  const two = second === undefined ? undefined : wrappers.get(`${program} ${second}`);
  if (two) return { wrapper: two, at: at + 1 };
  const one = wrappers.get(program);
  return one ? { wrapper: one, at: 1 } : undefined;
}

export function startedByWrapper(
  wrapper: Wrapper,
  words: readonly ShellWord[],
  start: number,
  command: SimpleCommand,
): readonly Started[] {
  const { found, end, replaced, takesNone } = readOptions(wrapper, words, start);
  if (takesNone) return found;
  let at = end;
  if (wrapper.assignments) while (/^\w+=/.test(words[at]?.raw ?? '')) at++;
  const later = wrapper.scripts ? laterScripts(words.slice(at), namesIn(wrapper.scripts)) : [];
  const rest = words.slice(at + (wrapper.operands ?? 0));
  const scripts = [...found, ...later];
  if (wrapper.joins) return [...scripts, ...joinedCommand(rest, command)];
  if (rest.length === 0) return scripts;
  const filled =
    replaced === undefined ? rest : rest.map(word => (word.raw.includes(replaced) ? unknownWord(word.raw) : word));
  const appended = wrapper.appends && replaced === undefined ? [...filled, unknownWord('…')] : filled;
  const folder = folderOf(words.slice(start, end), wrapper === wrappers.get('env'));
  return [...scripts, { kind: 'command', words: appended, sure: true, ...(folder ? { folder } : {}) }];
}

/** `env -C folder`, and the like of other wrappers. */
function folderOf(options: readonly ShellWord[], isEnv: boolean): ShellWord | undefined {
  const apart = isEnv ? /^(?:-\w*C|--c[a-z]*)$/ : /^--(?:chdir|working-directory)$/;
  const inOne = isEnv ? /^(?:-[a-zA-Z]*?C|--c[a-z]*=)([^]+)$/ : /^--(?:chdir|working-directory)=([^]+)$/;
  const at = options.findIndex(word => apart.test(word.value ?? ''));
  if (at >= 0) return options[at + 1] ?? unknownWord('…');
  const known = options.map(({ value = '' }) => inOne.exec(value)?.[1]).find(it => it !== undefined);
  return known === undefined ? undefined : staticWord(known);
}

interface Options {
  /** What the options themselves start. */
  readonly found: readonly Started[];
  /** The first word after them. */
  readonly end: number;
  /** What stands in the command for each argument that the wrapper adds (`xargs -I {}`). */
  readonly replaced: string | undefined;
  /** An option says that no command follows. */
  readonly takesNone: boolean;
}

function readOptions(wrapper: Wrapper, words: readonly ShellWord[], start: number): Options {
  const found: Started[] = [];
  const values = namesIn(wrapper.values);
  const scripts = namesIn(wrapper.scripts);
  const stop = namesIn(wrapper.unless);
  const twoValues = namesIn(wrapper.twoValues);
  let replaced: string | undefined;
  let at = start;
  for (; at < words.length; at++) {
    const word = words[at];
    const text = word?.value;
    if (word === undefined || text === undefined || !text.startsWith('-') || text === '-') {
      if (wrapper.assignments && /^\w+=/.test(text ?? word?.raw ?? '')) continue;
      break;
    }
    if (text === '--') {
      at++;
      break;
    }
    const flag = readFlag(text, values);
    if (twoValues.has(flag.name)) {
      at += 2;
      continue;
    }
    if (stop.has(flag.name)) return { found, end: at, replaced, takesNone: true };
    if (flag.name === 'I' || flag.name === 'replace' || flag.name === 'i')
      replaced = flag.glued ?? (values.has(flag.name) ? words[at + 1]?.value : undefined) ?? '{}';
    if (scripts.has(flag.name)) found.push(...scriptOfFlag(flag, words.slice(at + 1)));
    if (scripts.has(flag.name) && takesRest(flag)) return { found, end: at, replaced, takesNone: true };
    if (flag.known && flag.glued === undefined) at++;
    else if (!flag.known && !text.includes('=') && text.length > 1)
      found.push(...perhapsAfter(wrapper, words.slice(at + 2)));
  }
  return { found, end: at, replaced, takesNone: false };
}

function namesIn(list: string | undefined): ReadonlySet<string> {
  return new Set(list?.split(' '));
}

/** `-c 'rm x'`; `env -S` takes the words after its value too. */
function scriptOfFlag(flag: Flag, after: readonly ShellWord[]): readonly Started[] {
  const { glued } = flag;
  const value = glued === undefined ? after[0] : makeWord(glued, [{ kind: 'text', text: glued, quoted: false }]);
  if (!value) return [];
  return joinedScript([value, ...(takesRest(flag) ? after.slice(glued === undefined ? 1 : 0) : [])]);
}

function takesRest({ name }: Flag): boolean {
  return name === 'S' || name === 'split-string';
}

/** Behind an unknown flag the command may begin one word later. */
function perhapsAfter(wrapper: Wrapper, words: readonly ShellWord[]): readonly Started[] {
  return words.length > 0 && wrapper.operands === undefined ? [{ kind: 'command', words, sure: false }] : [];
}

/** `su root -c 'rm x'`: the shell text may follow the operands. */
function laterScripts(words: readonly ShellWord[], scripts: ReadonlySet<string>): Started[] {
  return words.flatMap((word, index): Started[] => {
    if (!/^-{1,2}[a-z]/.test(word.value ?? '')) return [];
    const flag = readFlag(word.value ?? '', scripts);
    if (!scripts.has(flag.name)) return [];
    if (flag.glued !== undefined) return [{ kind: 'script', text: flag.glued, sure: true }];
    return scriptOf(words[index + 1]);
  });
}

interface Flag {
  readonly name: string;
  /** The value that stands in the same word. */
  readonly glued: string | undefined;
  readonly known: boolean;
}

function readFlag(text: string, values: ReadonlySet<string>): Flag {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    const name = equals < 0 ? text.slice(2) : text.slice(2, equals);
    return { name, glued: equals < 0 ? undefined : text.slice(equals + 1), known: values.has(name) };
  }
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (values.has(letter)) {
      const glued = text.slice(index + 1);
      return { name: letter, glued: glued === '' ? undefined : glued, known: true };
    }
  }
  return { name: text.charAt(1), glued: undefined, known: false };
}

/** `watch 'ls; rm x'` and `parallel rm ::: a`: the words become one shell text. */
function joinedCommand(words: readonly ShellWord[], command: SimpleCommand): Started[] {
  const end = words.findIndex(word => /^:::+\+?$/.test(word.value ?? ''));
  const own = end < 0 ? words : words.slice(0, end);
  if (own.length === 0) return fedScripts(command);
  return [{ kind: 'command', words: own, sure: true }, ...joinedScript(own)];
}
