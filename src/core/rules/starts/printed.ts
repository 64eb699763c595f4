import type { SimpleCommand } from '../shell/syntax';

/** What a command prints, when that is written in the command itself: `echo text`, `printf text`, `cat <<E`. */
export function printedText(command: SimpleCommand): string | undefined {
  const values = command.words.map(word => word.value);
  const program = values[0];
  if (program === undefined) return undefined;
  if (program === 'cat' || program === 'tee') return fedText(command);
  if (program !== 'echo' && program !== 'printf') return undefined;
  const known: string[] = [];
  for (const value of values.slice(1)) {
    if (value === undefined) return undefined;
    known.push(value);
  }
  return program === 'echo' ? echoed(known) : formatted(known);
}

function fedText(command: SimpleCommand): string | undefined {
  if (command.words.length > 1 && command.words[0]?.value === 'cat') return undefined;
  const texts = command.redirects.map(redirect => redirect.text).filter(text => text !== undefined);
  return texts.length > 0 ? texts.join('') : undefined;
}

function echoed(words: readonly string[]): string {
  let at = 0;
  let escapes = false;
  for (; at < words.length && /^-[neE]+$/.test(words[at] ?? ''); at++) escapes ||= words[at]?.includes('e') === true;
  const text = words.slice(at).join(' ');
  return `${escapes ? unescaped(text) : text}\n`;
}

function formatted(words: readonly string[]): string {
  const [format = '', ...rest] = words[0] === '--' ? words.slice(1) : words;
  const template = unescaped(format);
  let next = 0;
  let text = '';
  // The format is used again until no argument is left.
  do {
    const filled = fill(template, rest, next);
    text += filled.text;
    if (filled.used === 0) break;
    next += filled.used;
  } while (next < rest.length && text.length < 10_000);
  return text;
}

function fill(
  template: string,
  values: readonly string[],
  first: number,
): { readonly text: string; readonly used: number } {
  let used = 0;
  const text = template.replaceAll(/%(?:%|[-0-9. +#]*([a-zA-Z]))/g, (_, letter: string | undefined) => {
    if (letter === undefined) return '%';
    const value = values[first + used++] ?? '';
    return letter === 'b' ? unescaped(value) : value;
  });
  return { text, used };
}

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([abefnrtv\\]))/g,
    (_, hex?: string, octal?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapeLetters.get(letter ?? '') ?? '';
    },
  );
}

const escapeLetters: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001b'],
  ['f', '\f'],
  ['v', '\v'],
]);
