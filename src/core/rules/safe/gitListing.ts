/** The commands that make git list the files of which another one would show text. */
import type { ShellWord } from '../shell/syntax';
import { choosingOptions, formOptions } from '../tables/gitFlags';

/** The arguments of a listing; `undefined` when an option is not known well enough to be passed on. */
type ListingArgs = readonly string[] | undefined;

/** Options of `git log`, `git show` and `git diff` that take the next word. */
const takesNext =
  /^(?:-[nSGl]|--(?:max-count|skip|since|after|until|before|author|committer|grep|date|encoding|diff-algorithm|(?:src|dst)-prefix|word-diff-regex|inter-hunk-context))$/;

/** Keeps what chooses commits and files, each option in one word, and leaves out how they are shown. */
export function choosingArgs(args: readonly ShellWord[]): ListingArgs {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? '';
    if (value === '--') return [...kept, ...args.slice(at).map(word => word.value ?? '')];
    if (!value.startsWith('-') || value === '-') {
      kept.push(value);
      continue;
    }
    if (/^(?:-U|--unified)$/.test(value)) at++;
    else if (takesNext.test(value)) {
      const next = args[++at]?.value ?? '';
      if (next === '') return undefined;
      kept.push(value.startsWith('--') ? `${value}=${next}` : value + next);
    } else if (value === '--graph') kept.push('--topo-order');
    else if (formOptions.test(value)) continue;
    else if (choosingOptions.test(value)) kept.push(value);
    else return undefined;
  }
  return kept;
}

const grepLetters = 'iwvEFPGIa';
const grepKept =
  /^--(?:ignore-case|word-regexp|invert-match|extended-regexp|fixed-strings|perl-regexp|basic-regexp|cached|untracked|all-match|and|or|not|text|recurse-submodules)$/;
const grepLeftOut =
  /^--(?:line-number|heading|break|show-function|function-context|color|no-color|column|(?:after-context|before-context|context|threads|color)=.*)$/;

/** The files in which `git grep` finds something. */
export function grepArgs(args: readonly ShellWord[]): ListingArgs {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? '';
    if (value === '--') return [...kept, ...args.slice(at).map(word => word.value ?? '')];
    if (/^--(?:after-context|before-context|context|threads)$/.test(value)) at++;
    else if (value.startsWith('--max-depth'))
      kept.push(value, ...(value.includes('=') ? [] : [args[++at]?.value ?? '']));
    else if (value.startsWith('--')) {
      if (grepKept.test(value)) kept.push(value);
      else if (!grepLeftOut.test(value)) return undefined;
    } else if (/^-./.test(value)) {
      const read = grepCluster(value, args[at + 1]?.value);
      if (!read) return undefined;
      kept.push(...read.kept);
      if (read.takesNext) at++;
    } else kept.push(value);
  }
  return kept;
}

function grepCluster(
  text: string,
  next: string | undefined,
): { readonly kept: readonly string[]; readonly takesNext: boolean } | undefined {
  const kept: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const letter = text.charAt(at);
    const glued = text.slice(at + 1);
    if (/^[0-9]+$/.test(text.slice(at))) break;
    if (letter === 'e') {
      const pattern = glued === '' ? next : glued;
      return pattern === undefined ? undefined : { kept: [...kept, '-e', pattern], takesNext: glued === '' };
    }
    if ('ABCm'.includes(letter)) return { kept, takesNext: glued === '' };
    if (grepLetters.includes(letter)) kept.push(`-${letter}`);
    else if (!'nhHopWr'.includes(letter)) return undefined;
  }
  return { kept, takesNext: false };
}

/** `M`, path, or `R100`, old path, new path, each ended by NUL. */
export function listedFiles(output: string): readonly string[] | undefined {
  const parts = output.split('\0').filter(part => part !== '');
  const files: string[] = [];
  for (let at = 0; at < parts.length; ) {
    // Commits are set apart by an empty line.
    const status = (parts[at++] ?? '').replace(/^\n+/, '');
    if (!/^[A-Z]+[0-9]*$/.test(status)) return undefined;
    for (let paths = /^[RC][0-9]+$/.test(status) ? 2 : 1; paths > 0; paths--) {
      const path = parts[at++];
      if (path === undefined) return undefined;
      files.push(path);
    }
  }
  return files;
}
