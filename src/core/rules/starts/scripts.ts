import type { Piece, ShellRedirect, SimpleCommand, ShellWord } from '../shell/syntax';
import { upstreamOf } from '../shell/syntax';
import { printedText } from './printed';
import { makeWord } from '../shell/word';

/** What a command starts besides itself. */
export type Started =
  /** Another command. `sure` is false when it depends on how an unknown flag is read. */
  | {
      readonly kind: 'command';
      readonly words: readonly ShellWord[];
      readonly sure: boolean;
      /** The folder in which it runs, where that is another one. */
      readonly folder?: ShellWord | undefined;
    }
  /** A shell text that is run. */
  | { readonly kind: 'script'; readonly text: string; readonly sure: boolean }
  /** A text in another language that may start programs. */
  | { readonly kind: 'code'; readonly text: string }
  /** A shell text that cannot be seen from here. */
  | { readonly kind: 'unseen' };

export function unknownWord(raw: string): ShellWord {
  return makeWord(raw, [{ kind: 'opaque', text: raw }]);
}

export function joinedScript(words: readonly ShellWord[]): Started[] {
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
  const text = word.pieces.map(visiblePiece).join('');
  return [{ kind: 'script', text, sure: true }];
}

/** A folder that is known goes along by its name. */
function visiblePiece(piece: Piece): string {
  if (piece.kind === 'text') return piece.text;
  return piece.kind === 'variable' && /^(?:HOME|PWD)$/.test(piece.name) ? `"$${piece.name}"` : ' "$_" ';
}

export function scriptOf(word: ShellWord | undefined, change: (text: string) => string = text => text): Started[] {
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

export function processScripts(word: ShellWord): Started[] {
  return word.pieces.flatMap((piece): Started[] => {
    if (piece.kind !== 'process') return [];
    return piece.commands.map(inner => {
      const text = printedText(inner);
      return text === undefined ? { kind: 'unseen' } : { kind: 'script', text, sure: true };
    });
  });
}

/** The shell texts that reach a command through its standard input. */
export function fedScripts(command: SimpleCommand): Started[] {
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
