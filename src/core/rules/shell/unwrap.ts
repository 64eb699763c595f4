import { type ShellRedirect, type SimpleCommand, upstreamOf, type ShellWord } from './syntax';
import { printedText } from './printed';
import { interpreters, shells, type Wrapper, wrappers } from '../tables/wrappers';
import { baseName } from '../paths/pathText';
import { globalOptionsWithValue } from '../tables/wrappers';
import { hasKind, makeWord } from './word';

/** What a command starts besides itself. */
export type Started =
  /** Another command. `sure` is false when it depends on how an unknown flag is read. */
  | { readonly kind: 'command'; readonly words: readonly ShellWord[]; readonly sure: boolean }
  /** A shell text that is run. */
  | { readonly kind: 'script'; readonly text: string; readonly sure: boolean }
  /** A text in another language that may start programs. */
  | { readonly kind: 'code'; readonly text: string }
  /** A shell text that cannot be seen from here. */
  | { readonly kind: 'unseen' };

export function started(words: readonly ShellWord[], command: SimpleCommand): readonly Started[] {
  const first = words[0]?.value;
  if (first === undefined) return [];
  const program = programName(first);
  if (shells.has(program)) return startedByShell(words, command);
  switch (program) {
    case 'eval':
      return joinedScript(words.slice(1));
    case 'trap':
      return startedByTrap(words);
    case 'alias':
      return words.slice(1).flatMap(word => scriptOf(word, text => text.replace(/^[^=]*=/, '')));
    case 'source':
    case '.':
      return startedBySource(words, command);
    case 'find':
    case 'gfind':
      return startedByFind(words);
    case 'fd':
    case 'fdfind':
      return startedByFd(words);
    case 'git':
      return startedByGit(words);
    case 'busybox':
    case 'toybox':
      return [{ kind: 'command', words: words.slice(1), sure: true }];
    default:
      break;
  }
  if (interpreters.has(program)) return startedByInterpreter(program, words);
  const wrapper = wrapperOf(program, words);
  return [...(wrapper ? startedByWrapper(wrapper.wrapper, words, wrapper.at, command) : []), ...startedByFlags(words)];
}

/** The name of a program without its folder. */
export function programName(word: string): string {
  return baseName(word).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
}

function wrapperOf(program: string, words: readonly ShellWord[]): { wrapper: Wrapper; at: number } | undefined {
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

function startedByWrapper(
  wrapper: Wrapper,
  words: readonly ShellWord[],
  start: number,
  command: SimpleCommand,
): Started[] {
  const found: Started[] = [];
  const values = new Set(wrapper.values?.split(' '));
  const scripts = new Set(wrapper.scripts?.split(' '));
  const stop = new Set(wrapper.unless?.split(' '));
  const twoValues = new Set(wrapper.twoValues?.split(' '));
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
    if (stop.has(flag.name)) return found;
    if (flag.name === 'I' || flag.name === 'replace' || flag.name === 'i') {
      replaced = flag.glued ?? (values.has(flag.name) ? words[at + 1]?.value : undefined) ?? '{}';
    }
    if (scripts.has(flag.name)) {
      const value =
        flag.glued === undefined
          ? words[at + 1]
          : makeWord(flag.glued, [{ kind: 'text', text: flag.glued, quoted: false }]);
      const rest =
        flag.name === 'S' || flag.name === 'split-string' ? words.slice(at + (flag.glued === undefined ? 2 : 1)) : [];
      if (value) found.push(...joinedScript([value, ...rest]));
    }
    if (flag.known && flag.glued === undefined) at++;
    else if (!flag.known && !text.includes('=') && text.length > 1) {
      const further = words.slice(at + 2);
      if (further.length > 0 && wrapper.operands === undefined)
        found.push({ kind: 'command', words: further, sure: false });
    }
  }
  if (wrapper.assignments) while (/^\w+=/.test(words[at]?.raw ?? '')) at++;
  if (wrapper.scripts) found.push(...laterScripts(words.slice(at), scripts));
  const rest = words.slice(at + (wrapper.operands ?? 0));
  if (wrapper.joins) return [...found, ...joinedCommand(rest, command)];
  if (rest.length === 0) return found;
  const marker = replaced;
  const filled =
    marker === undefined ? rest : rest.map(word => (word.raw.includes(marker) ? unknownWord(word.raw) : word));
  const appended = wrapper.appends && replaced === undefined ? [...filled, unknownWord('…')] : filled;
  return [...found, { kind: 'command', words: appended, sure: true }];
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

function readFlag(
  text: string,
  values: ReadonlySet<string>,
): { name: string; glued: string | undefined; known: boolean } {
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

function unknownWord(raw: string): ShellWord {
  return makeWord(raw, [{ kind: 'opaque', text: raw }]);
}

/** `watch 'ls; rm x'` and `parallel rm ::: a`: the words become one shell text. */
function joinedCommand(words: readonly ShellWord[], command: SimpleCommand): Started[] {
  const end = words.findIndex(word => /^:::+\+?$/.test(word.value ?? ''));
  const own = end < 0 ? words : words.slice(0, end);
  if (own.length === 0) return fedScripts(command);
  return [{ kind: 'command', words: own, sure: true }, ...joinedScript(own)];
}

function joinedScript(words: readonly ShellWord[]): Started[] {
  if (words.length === 0) return [];
  const texts: string[] = [];
  for (const word of words) {
    const text = word.value ?? printedWord(word);
    if (text === undefined) return [...words.flatMap(inner => visibleText(inner)), { kind: 'unseen' }];
    texts.push(text);
  }
  return [{ kind: 'script', text: texts.join(' '), sure: true }];
}

/** The part of a partly unknown script that can be read: `"$x; rm y"`. */
function visibleText(word: ShellWord): Started[] {
  if (word.pieces.length < 2) return [];
  const text = word.pieces.map(piece => (piece.kind === 'text' ? piece.text : ' "$_" ')).join('');
  return [{ kind: 'script', text, sure: true }];
}

function scriptOf(word: ShellWord | undefined, change: (text: string) => string = text => text): Started[] {
  if (!word) return [];
  const text = word.value ?? printedWord(word);
  if (text === undefined) return [...visibleText(word), { kind: 'unseen' }];
  return [{ kind: 'script', text: change(text), sure: true }];
}

/** `"$(echo rm x)"`: what the substitution prints, when its commands say so. */
function printedWord(word: ShellWord): string | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'substitution') {
      const printed = piece.commands.map(printedText);
      if (printed.length === 0 || printed.some(one => one === undefined)) return undefined;
      text += printed.join('').replace(/\n+$/, '');
    } else return undefined;
  }
  return text;
}

function startedByShell(words: readonly ShellWord[], command: SimpleCommand): Started[] {
  const found: Started[] = [];
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    const text = word?.value;
    if (text === undefined) break;
    if (text === '--') {
      at++;
      break;
    }
    if (/^--(?:rcfile|init-file)$/.test(text) || /^[-+][oO]$/.test(text)) {
      at++;
      continue;
    }
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text) || text === '--command') {
      let script = at + 1;
      while (/^[-+]/.test(words[script]?.value ?? '')) script++;
      return [...found, ...scriptOf(words[script]), ...argumentsOfScript(words.slice(script + 1))];
    }
    if (!/^[-+]./.test(text)) break;
  }
  const file = words[at];
  if (file === undefined || file.value === '-' || file.value === '/dev/stdin')
    return [...found, ...fedScripts(command)];
  return [...found, ...processScripts(file)];
}

/** `bash -c '"$@"' x rm y`: the arguments may become the command. */
function argumentsOfScript(words: readonly ShellWord[]): Started[] {
  return words.map((_, index): Started => ({ kind: 'command', words: words.slice(index), sure: false }));
}

function startedBySource(words: readonly ShellWord[], command: SimpleCommand): Started[] {
  const file = words[1];
  if (!file) return [];
  return file.value === '/dev/stdin' ? fedScripts(command) : processScripts(file);
}

function processScripts(word: ShellWord): Started[] {
  return word.pieces.flatMap((piece): Started[] => {
    if (piece.kind !== 'process') return [];
    return piece.commands.map(inner => {
      const text = printedText(inner);
      return text === undefined ? { kind: 'unseen' } : { kind: 'script', text, sure: true };
    });
  });
}

/** The shell texts that reach a command through its standard input. */
function fedScripts(command: SimpleCommand): Started[] {
  const own = command.redirects.filter(redirect => redirect.operator.startsWith('<'));
  const redirects = own.length > 0 ? own : (command.stdin?.redirects ?? []);
  if (redirects.length > 0) return redirects.flatMap(redirectScript);
  const upstream = upstreamOf(command.stdin);
  if (upstream.length === 0) return [];
  const texts = upstream.map(printedText).filter(text => text !== undefined);
  const scripts = texts.map((text): Started => ({ kind: 'script', text, sure: true }));
  return upstream.length === 1 && texts.length === 1 ? scripts : [...scripts, { kind: 'unseen' }];
}

function redirectScript(redirect: ShellRedirect): Started[] {
  if (redirect.text !== undefined) return [{ kind: 'script', text: redirect.text, sure: true }];
  if (redirect.operator === '<<<' && redirect.target) return scriptOf(redirect.target);
  return redirect.target ? [...processScripts(redirect.target), { kind: 'unseen' }] : [];
}

function startedByTrap(words: readonly ShellWord[]): Started[] {
  let at = 1;
  while (/^-[lp-]/.test(words[at]?.value ?? '')) at++;
  return words.length > at + 1 ? scriptOf(words[at]) : [];
}

function startedByFind(words: readonly ShellWord[]): Started[] {
  const found: Started[] = [];
  for (const [index, word] of words.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.value ?? '')) continue;
    const rest = words.slice(index + 1);
    const end = rest.findIndex(one => one.value === ';' || one.value === '+');
    const command = (end < 0 ? rest : rest.slice(0, end)).map(one =>
      one.raw.includes('{}') ? unknownWord(one.raw) : one,
    );
    if (command.length > 0) found.push({ kind: 'command', words: command, sure: true });
  }
  return found;
}

function startedByFd(words: readonly ShellWord[]): Started[] {
  const at = words.findIndex(word => /^(?:-[xX]|--exec|--exec-batch)$/.test(word.value ?? ''));
  if (at < 0) return [];
  const command = words.slice(at + 1).map(one => (/\{[./]*\}/.test(one.raw) ? unknownWord(one.raw) : one));
  return command.length > 0 ? [{ kind: 'command', words: command, sure: true }] : [];
}

function startedByGit(words: readonly ShellWord[]): Started[] {
  const found: Started[] = [];
  const values = globalOptionsWithValue('git');
  let at = 1;
  for (; at < words.length; at++) {
    const text = words[at]?.value;
    if (text?.startsWith('-') !== true) break;
    if (text === '-c') found.push(...gitSetting(words[at + 1]?.value ?? ''));
    if (values.has(text)) at++;
  }
  const [sub, ...rest] = words.slice(at);
  const name = sub?.value;
  if (name === 'submodule' && rest.some(word => word.value === 'foreach')) {
    const start = rest.findIndex(word => word.value === 'foreach') + 1;
    found.push(...joinedScript(rest.slice(start).filter(word => word.value?.startsWith('-') !== true)));
  }
  if (name === 'bisect' && rest[0]?.value === 'run') found.push({ kind: 'command', words: rest.slice(1), sure: true });
  if (
    name === 'rebase' ||
    name === 'filter-branch' ||
    name === 'config' ||
    name === 'difftool' ||
    name === 'mergetool'
  ) {
    found.push(...gitScripts(name, rest));
  }
  return found;
}

function gitScripts(name: string, words: readonly ShellWord[]): Started[] {
  if (name === 'config') {
    const at = words.findIndex(word => word.value?.startsWith('alias.'));
    return at < 0 ? [] : gitSetting(`alias.x=${words[at + 1]?.value ?? ''}`);
  }
  return words.flatMap((word, index): Started[] => {
    const text = word.value ?? '';
    if (/^(?:-x|--exec|--extcmd|--\w+-filter)$/.test(text)) return scriptOf(words[index + 1]);
    const glued = /^(?:--exec=|--extcmd=|--\w+-filter=|-x(?=.))([\s\S]+)$/.exec(text);
    return glued ? [{ kind: 'script', text: glued[1] ?? '', sure: true }] : [];
  });
}

function gitSetting(setting: string): Started[] {
  const equals = setting.indexOf('=');
  const value = setting.slice(equals + 1);
  if (equals < 0 || value === '') return [];
  if (setting.startsWith('alias.')) {
    if (value.startsWith('!')) return [{ kind: 'script', text: value.slice(1), sure: true }];
    return [{ kind: 'script', text: `git ${value}`, sure: true }];
  }
  return [{ kind: 'code', text: value }];
}

function startedByInterpreter(program: string, words: readonly ShellWord[]): Started[] {
  const inline = /^(?:-c|-e|-r|-E|-p|-pe|-ne|-ane|-lne|-le|--eval|--print|-\w*e)$/;
  const awk = program.endsWith('awk');
  return words.slice(1).flatMap((word, index): Started[] => {
    const before = words[index]?.value ?? '';
    const isCode = awk || inline.test(before) || /^--(?:eval|print)=/.test(word.value ?? '');
    if (!isCode || (awk && !/system|getline|[|@]/.test(word.value ?? word.raw))) return [];
    return [{ kind: 'code', text: word.value ?? word.raw }];
  });
}

/** Options of ordinary tools that name a program to start. */
function startedByFlags(words: readonly ShellWord[]): Started[] {
  return words.slice(1).flatMap((word, index): Started[] => {
    const text = word.value ?? '';
    const next = words[index + 2]?.value ?? '';
    const glued =
      /^--(?:checkpoint-action=exec=|compress-program=|use-compress-program=|pre=|rsh=|to-command=|info-script=|new-volume-script=|pager=|upload-pack=|receive-pack=|rsync-path=|hostname-bin=|eval=)([\s\S]+)$/.exec(
        text,
      );
    if (glued?.[1] !== undefined) return [{ kind: 'code', text: glued[1] }];
    if (/^--(?:compress-program|use-compress-program|pre|rsh|to-command|upload-pack|receive-pack)$/.test(text)) {
      return [{ kind: 'code', text: next }];
    }
    if (/^(?:-o)?(?:ProxyCommand|LocalCommand)[= ]/i.test(text)) return [{ kind: 'code', text }];
    return [];
  });
}

export function isDynamicProgram(word: ShellWord | undefined): boolean {
  return word !== undefined && word.value === undefined && !hasKind(word, 'brace');
}
