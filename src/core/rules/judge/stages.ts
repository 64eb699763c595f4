import type { SimpleCommand, ShellWord } from '../shell/syntax';

interface Stage {
  readonly words: readonly ShellWord[];
  readonly exact: boolean;
}

/** The command as written, then without each of the wrappers that change nothing but time and priority. */
export function stages(command: SimpleCommand): readonly Stage[] {
  const found: Stage[] = [{ words: command.words, exact: true }];
  let words: readonly ShellWord[] | undefined = command.words;
  let exact = true;
  while (words && found.length < 12) {
    exact &&= words[0]?.value !== 'xargs';
    words = withoutWrapper(words);
    if (words) found.push({ words, exact });
  }
  return found;
}

/** The command inside a transparent wrapper, when every option of the wrapper is understood. */
function withoutWrapper(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const program = words[0]?.value;
  if (program === undefined) return undefined;
  const at = wrapperLength(
    program,
    words.slice(1).map(word => word.value),
  );
  const rest = at === undefined ? [] : words.slice(1 + at);
  return rest.length > 0 ? rest : undefined;
}

function wrapperLength(program: string, values: readonly (string | undefined)[]): number | undefined {
  const first = values[0];
  switch (program) {
    case 'timeout':
      return timeoutLength(values);
    case 'time':
      return first === '-p' ? 1 : 0;
    case 'nice':
      if (first === '-n' || first === '--adjustment') return /^[-+]?[0-9]+$/.test(values[1] ?? '') ? 2 : undefined;
      return /^(?:-n?-?[0-9]+|--adjustment=-?[0-9]+)$/.test(first ?? '') ? 1 : 0;
    case 'nohup':
    case 'builtin':
      return 0;
    case 'command':
      return first?.startsWith('-') === true ? undefined : 0;
    case 'stdbuf':
      return stdbufLength(values);
    case 'xargs':
      return first?.startsWith('-') === true ? undefined : 0;
    default:
      return undefined;
  }
}

function timeoutLength(values: readonly (string | undefined)[]): number | undefined {
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const value = values[at] ?? '';
    if (/^(?:-k|-s|--kill-after|--signal)$/.test(value)) at++;
    else if (!/^(?:-[kvs]\w+|-v|--foreground|--preserve-status|--verbose|--(?:kill-after|signal)=\w+)$/.test(value))
      return undefined;
  }
  return /^[0-9]+(?:\.[0-9]+)?[smhd]?$/.test(values[at] ?? '') ? at + 1 : undefined;
}

function stdbufLength(values: readonly (string | undefined)[]): number | undefined {
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const value = values[at] ?? '';
    if (/^(?:-[ioe]|--(?:input|output|error))$/.test(value)) at++;
    else if (!/^(?:-[ioe][0L0-9KMG]+|--(?:input|output|error)=\w+)$/.test(value)) return undefined;
  }
  return at > 0 ? at : undefined;
}
