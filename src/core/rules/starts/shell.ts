import type { SimpleCommand, ShellWord } from '../shell/syntax';
import type { Started } from './scripts';
import { scriptOf, processScripts, fedScripts } from './scripts';

export function startedByShell(words: readonly ShellWord[], command: SimpleCommand): Started[] {
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

const mostArguments = 32;

/** `bash -c '"$@"' x rm y`: the arguments may become the command. */
function argumentsOfScript(words: readonly ShellWord[]): Started[] {
  const starts = words
    .slice(0, mostArguments)
    .map((_, index): Started => ({ kind: 'command', words: words.slice(index), sure: false }));
  return words.length > mostArguments ? [...starts, { kind: 'unseen' }] : starts;
}

export function startedBySource(words: readonly ShellWord[], command: SimpleCommand): Started[] {
  const file = words[1];
  if (!file) return [];
  return file.value === '/dev/stdin' ? fedScripts(command) : processScripts(file);
}

export function startedByTrap(words: readonly ShellWord[]): Started[] {
  let at = 1;
  while (/^-[lp-]/.test(words[at]?.value ?? '')) at++;
  return words.length > at + 1 ? scriptOf(words[at]) : [];
}
