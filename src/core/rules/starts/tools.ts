import type { ShellWord } from '../shell/syntax';
import type { Started } from './scripts';
import { hasKind } from '../shell/word';
import { unknownWord } from './scripts';

export function startedByFind(words: readonly ShellWord[]): Started[] {
  const found: Started[] = [];
  for (let at = 1; at < words.length; at++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(words[at]?.value ?? '')) continue;
    const start = at + 1;
    while (at < words.length && words[at]?.value !== ';' && words[at]?.value !== '+') at++;
    const command = words.slice(start, at).map(one => (one.raw.includes('{}') ? unknownWord(one.raw) : one));
    if (command.length > 0) found.push({ kind: 'command', words: command, sure: true });
  }
  return found;
}

export function startedByFd(words: readonly ShellWord[]): Started[] {
  const at = words.findIndex(word => /^(?:-[xX]|--exec|--exec-batch)$/.test(word.value ?? ''));
  if (at < 0) return [];
  const command = words.slice(at + 1).map(one => (/\{[./]*\}/.test(one.raw) ? unknownWord(one.raw) : one));
  if (command.length === 0) return [];
  // Where no word has a place for what is found, it comes last.
  const all = command.some(one => one.value === undefined) ? command : [...command, unknownWord('{}')];
  return [{ kind: 'command', words: all, sure: true }];
}

/** What a program of awk writes where its text says so is looked at by its name. */
const plainTarget = />>?\s*"[^"\\]*"\s*(?=[;}\n]|$)/g;
const reachesOut = /system|getline|[|@>]/;

export function startedByInterpreter(program: string, words: readonly ShellWord[]): Started[] {
  const inline = /^(?:-r|-E|-p|--eval|--print|eval|-\w*[ce])$/;
  const awk = program.endsWith('awk');
  return words.slice(1).flatMap((word, index): Started[] => {
    const before = words[index]?.value ?? '';
    const isCode =
      awk ||
      inline.test(before) ||
      /^-\w.*[\s'"`;()]/s.test(word.value ?? '') ||
      /^--(?:eval|print)=/.test(word.value ?? '');
    if (!isCode || (awk && !reachesOut.test((word.value ?? word.raw).replaceAll(plainTarget, '')))) return [];
    return [{ kind: 'code', text: word.value ?? word.raw }];
  });
}

/** Of these the value is a program, or a text for a shell. */
const programOption =
  /^(?:--(?:checkpoint-action|(?:use-)?compress-prog[a-z]*|to-command|rsh|pre|info-script|new-volume-script|pager|upload-pack|receive-pack|rsync-path|hostname-bin|eval|filter|unzip-command|exec|extcmd|open-files-in-pager|command|script-shell|rmt-command)(?:=.*)?|-[PHCFO]|-TT|(?:-o)?(?:Proxy|Local|KnownHosts)Command[= ].*)$/is;

/** A program that is only named when it runs. */
function namesUnknown(word: ShellWord, next: ShellWord | undefined): boolean {
  const [first] = word.pieces;
  const begin = first?.kind === 'text' ? first.text : '';
  if (word.value === undefined) return programOption.test(begin);
  const isApart = !word.value.includes('=') && programOption.test(word.value) && !/^-[FO]$/.test(word.value);
  return isApart && next !== undefined && next.value === undefined && !hasKind(next, 'glob', 'tilde', 'brace');
}

/** Options of one dash of which the value is a text for a shell. */
const shellOption: ReadonlyMap<string, string> = new Map([
  ['man', '-P'],
  ['zip', '-TT'],
  ['rsync', '-e'],
]);

/** A shell takes the quotes from it. */
function asShell(text: string): Started[] {
  return [
    { kind: 'code', text },
    { kind: 'script', text, sure: true },
  ];
}

/** Options of ordinary tools that name a program to start. */
export function startedByFlags(words: readonly ShellWord[]): Started[] {
  return words.slice(1).flatMap((word, index): Started[] => {
    const text = word.value ?? '';
    const next = words[index + 2]?.value ?? '';
    const glued =
      /^--(?:checkpoint-action=exec=|compress-program=|use-compress-program=|pre=|rsh=|to-command=|info-script=|new-volume-script=|pager=|upload-pack=|receive-pack=|rsync-path=|hostname-bin=|eval=)([\s\S]+)$/.exec(
        text,
      );
    if (glued?.[1] !== undefined) return asShell(glued[1]);
    if (/^--(?:compress-program|use-compress-program|pre|rsh|to-command|upload-pack|receive-pack|pager)$/.test(text)) {
      return asShell(next);
    }
    if (next !== '' && shellOption.get(words[0]?.value ?? '') === text) return asShell(next);
    const command =
      /^(?:-o)?(?:Proxy|Local|KnownHosts)Command[= ]([\s\S]*)$/i.exec(text)?.[1] ?? /^\+!([\s\S]*)$/.exec(text)?.[1];
    if (command !== undefined) return asShell(command);
    return namesUnknown(word, words[index + 2]) ? [{ kind: 'unseen' }] : [];
  });
}
