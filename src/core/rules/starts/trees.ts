import type { Search } from '../paths/searched';
import type { ShellWord } from '../shell/syntax';
import { staticWord } from '../shell/word';
import { programName } from './program';

/** A folder of which a command opens everything, or what its options choose. */
export interface OpenedTree {
  readonly word: ShellWord;
  readonly choice?: Omit<Search, 'base'>;
}

/** What a command opens as a whole, because of its options or because it always does. */
export function openedTrees(words: readonly ShellWord[]): readonly OpenedTree[] {
  const choice = choiceOf(words);
  return treesOf(words).map(word => (choice ? { word, choice } : { word }));
}

/** Of `grep` and `rg`, where each option is one that is known. */
function choiceOf(words: readonly ShellWord[]): OpenedTree['choice'] {
  const program = programName(words[0]?.value ?? '');
  const values = words.slice(1).map(word => word.value ?? word.raw);
  if (/^[ef]?grep$/.test(program)) {
    // `grep -R` follows links, and what lies behind them is not looked at.
    if (values.some(value => /^-\w*R|^--dereference|^--(?:include|exclude)/.test(value) && !isPlainChoice(value)))
      return undefined;
    const globs = values.flatMap(value => {
      const [, name, glob] = /^--(include|exclude|exclude-dir)=([^/]+)$/.exec(value) ?? [];
      return name === undefined || glob === undefined ? [] : [`${name === 'include' ? '' : '!'}${glob}`];
    });
    return { globs, ignores: false, hidden: true };
  }
  if (/^g?find$/.test(program)) {
    // Any other condition than plain names leaves what nobody can tell.
    if (values.some(value => /^(?:-o|-or|,|!|-not|-i.*|-path|-wholename|-regex)$/.test(value))) return undefined;
    return { globs: values.filter((_, at) => values[at - 1] === '-name'), ignores: false, hidden: true };
  }
  if (program !== 'rg') return undefined;
  const known =
    /^(?:-[nilwcoHSFsxv]+|-[ABCem]|-[ABCm]?\d+|--(?:line-number|ignore-case|files-with-matches|count|hidden|heading|no-heading|color=\w+)|--|-\.|-g|--glob)$/;
  const flags = values.filter(
    (value, at) => value.startsWith('-') && values[at - 1] !== '-g' && values[at - 1] !== '--glob',
  );
  if (!flags.every(flag => known.test(flag))) return undefined;
  const globs = values.flatMap((value, at) => (value === '-g' || value === '--glob' ? [values[at + 1] ?? ''] : []));
  if (globs.some(glob => /[{}]/.test(glob))) return undefined;
  return { globs, ignores: true, hidden: flags.some(flag => flag === '--hidden' || flag === '-.') };
}

function isPlainChoice(value: string): boolean {
  return /^--(?:include|exclude|exclude-dir)=[^/]+$/.test(value);
}

function treesOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const program = programName(words[0]?.value ?? '');
  const args = words.slice(1);
  const flags = args.map(word => word.value ?? '').filter(value => value.startsWith('-'));
  const operands = args.filter(word => word.value?.startsWith('-') !== true);
  if (/^(?:[ef]?grep|rgrep|rg|ag|ack)$/.test(program)) {
    const recursive = /^(?:rgrep|rg|ag|ack)$/.test(program) || isRecursiveGrep(args);
    const named = operands.filter(word => word.value !== 'recurse').slice(1);
    if (!recursive) return [];
    return named.length > 0 ? named : [here];
  }
  if (args.some(word => /^--files0?-from/.test(word.value ?? ''))) return [here];
  // Of folders it compares what lies in them, and of a file and a folder the file of that name.
  if (/^s?diff$/.test(program)) return operands;
  if (packers.test(program)) return hasFlag(flags, 'r', 'recursive') ? operands : [];
  if (program === 'rsync' && hasFlag(flags, 'd', 'dirs', 'old-dirs')) return operands;
  if (/^(?:cp|scp|rsync|chmod|chown|chgrp|gcp)$/.test(program))
    return hasFlag(flags, 'rRa', 'recursive', 'archive') ? operands : [];
  // It is fed the names of files, and they may be any below here.
  if (program === 'cpio' && args.some(word => /^-[a-zA-Z]*[op]|^--(?:create|pass)/.test(word.value ?? '')))
    return [here];
  if (program === 'dar' || (program === 'zip' && hasFlag(flags, '@', 'names-stdin'))) return [here];
  if (/^g?find$/.test(program)) return deletes(args) ? startsOf(args) : [];
  if (/^(?:mv|gmv|zip|7z|cpio|ditto)$/.test(program)) return operands;
  if (program === 'rm') return hasFlag(flags, 'rR', 'recursive') ? operands : [];
  if (/^[gb]?s?d?tar$/.test(program))
    return creates(args) ? [...operands.slice(operandsOfTar(args)), ...listed(args)] : [];
  if (program === 'xargs' && /^(?:cat|[ef]?grep|head|tail|tac|nl|sed|awk|tar|cp|mv)$/.test(innerOf(operands)))
    return [here];
  return [];
}

/** Whether it moves, removes or changes what it opens. */
export function changesTrees(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.value ?? '');
  return /^(?:g?mv|rm|chmod|chown|chgrp|g?find)$/.test(program) || packers.test(program);
}

/** Programs that write whatever stands in an archive or a patch. */
export function unpacks(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.value ?? '');
  const args = words.slice(1).map(word => word.value ?? '');
  if (/^(?:unzip|patch|unrar|cpio|7z|jar)$/.test(program))
    return !args.some(arg => /^-(?:l|p|Z|t)$|^--dry-run$/.test(arg));
  return (
    /^[gb]?s?d?tar$/.test(program) &&
    args.some(
      (arg, at) => isLong(arg, 'extract', 'get') || (/^-?[a-zA-Z]*x/.test(arg) && (at === 0 || arg.startsWith('-'))),
    )
  );
}

/** A pattern of the program itself: in the address of a file, or in `curl -T 'x/{a,b}'`. */
export function takesPattern(words: readonly ShellWord[]): boolean {
  const values = words.map(({ value = '' }) => value);
  const uploads = programName(values[0] ?? '') === 'curl' ? /^(?:-\w*T|--upl)/ : undefined;
  return values.some(
    (value, at) =>
      /^(?:-\w+)?file:.*[[{]/i.test(value) || (uploads?.test(value) && /[[{]/.test(`${value} ${values[at + 1]}`)),
  );
}

const here = staticWord('.');
const packers = /^(?:(?:un)?pigz|gzip|gunzip|zcat|(?:un|p)?zstd|zstdcat|(?:un)?lz4|(?:un)?compress)$/;

/** `find src -delete` takes what lies below. */
function deletes(args: readonly ShellWord[]): boolean {
  return args.some(word => word.value === '-delete');
}

function startsOf(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex(word => /^[-(!]/.test(word.value ?? ''));
  const starts = args.slice(0, end < 0 ? args.length : end);
  return starts.length > 0 ? starts : [here];
}

function isRecursiveGrep(args: readonly ShellWord[]): boolean {
  return args.some((word, at) => {
    const value = word.value ?? '';
    if (isLong(value, 'recursive', 'dereference-recursive')) return true;
    if (value === '-d' || isLong(value, 'directories'))
      return /=recurse(?:=|$)/.test(`${value}=${args[at + 1]?.value}`);
    return /^-[a-zA-Z]*[rR]/.test(value) || value === '-drecurse';
  });
}

/** GNU programs take any beginning of a long option for the option. */
function isLong(value: string, ...names: readonly string[]): boolean {
  const [flag = ''] = value.split('=', 1);
  return flag.length > 2 && names.some(name => `--${name}`.startsWith(flag));
}

function hasFlag(flags: readonly string[], letters: string, ...names: readonly string[]): boolean {
  return flags.some(flag =>
    flag.startsWith('--')
      ? isLong(flag, ...names)
      : flag
          .slice(1)
          .split('')
          .some(letter => letters.includes(letter)),
  );
}

function creates(args: readonly ShellWord[]): boolean {
  return args.some((word, at) => {
    const value = word.value ?? '';
    return (
      isLong(value, 'create', 'append', 'update') ||
      (/^-?[a-zA-Z]*[cru]/.test(value) && (at === 0 || value.startsWith('-')) && !value.startsWith('--'))
    );
  });
}

/** `tar cf x.tar …`: the first word are flags, and the next one may be the archive. */
function operandsOfTar(args: readonly ShellWord[]): number {
  return args[0]?.value?.startsWith('-') === true ? 0 : 1;
}

/** Names that a list on the disk or before the pipe tells: they may be any below here. */
function listed(args: readonly ShellWord[]): readonly ShellWord[] {
  return args.some(word => /^(?:-[a-zA-Z]*T|--files-from)/.test(word.value ?? '')) ? [here] : [];
}

function innerOf(operands: readonly ShellWord[]): string {
  return programName(operands[0]?.value ?? '');
}
