import { programName } from './program';
import type { ShellWord } from '../shell/syntax';
import { staticWord } from '../shell/word';

/** A file that a command opens because of what stands in its arguments. */
export interface FileAccess {
  readonly word: ShellWord;
  readonly access: 'read' | 'write';
}

const readers = set(
  'cat head tail less more most bat batcat nl tac rev cut paste sort uniq comm cmp diff wc od xxd hexdump strings base64 base32 ' +
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum cksum b2sum file stat column fold fmt pr expand unexpand ' +
    'source . open xdg-open view zcat bzcat xzcat zless gzip gunzip bzip2 xz zstd split csplit iconv look tsort ptx ' +
    'python python3 node ruby perl bash sh zsh dash php lua env-file ls tree du realpath readlink scp rsync gpg age openssl',
);
const patternFirst = set('grep egrep fgrep rgrep zgrep rg ag ack sed gsed awk gawk mawk nawk jq yq');
const writers = set(
  'tee touch mkdir rm rmdir unlink shred truncate mkfifo mknod chmod chown chgrp patch vim vi nano emacs ed ex code install ' +
    'setfacl chattr sponge',
);
const copiers = set('cp mv ln link install rsync scp ditto gcp gmv gln');
const patternFlags = /^(?:-[a-zA-Z]*[ef].*|--(?:regexp|file|expression|from-file)(?:=.*)?)$/;

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

export function fileAccesses(words: readonly ShellWord[]): readonly FileAccess[] {
  const first = words[0]?.value;
  if (first === undefined) return [];
  const program = programName(first);
  const args = words.slice(1);
  const found: FileAccess[] = [];
  const operands = operandsOf(args);
  if (readers.has(program)) found.push(...all(operands, 'read'));
  if (patternFirst.has(program)) {
    const scripted = args.some(word => patternFlags.test(word.value ?? ''));
    found.push(...all(scripted ? operands : operands.slice(1), 'read'));
    if (args.some(word => isInPlace(program, word.value ?? ''))) found.push(...all(operands, 'write'));
  }
  if (writers.has(program)) found.push(...all(operands, 'write'));
  const copying = copyingOf(words);
  if (copying) found.push(...copied(program, copying));
  if (program === 'split') found.push(...all(operands.slice(1), 'write'));
  if (program === 'perl' && args.some(word => isInPlace(program, word.value ?? '')))
    found.push(...all(operands, 'write'));
  if (program === 'git') found.push(...byGit(operands), ...byGitOptions(args));
  if (/^g?find$/.test(program)) found.push(...byFind(args));
  if (isOther(program)) found.push(...all(operands.filter(looksLikePath), 'read'));
  found.push(...byOptions(program, args));
  return found;
}

/** Programs whose operands are text, or are looked at one by one elsewhere. */
const textual = set(
  'echo printf true false : test [ [[ cd pushd popd exit return break continue set shift export declare typeset local readonly unset ' +
    'alias unalias trap eval exec wait kill sleep type which command builtin hash read let git find gfind npm npx yarn pnpm bun cargo ' +
    'docker podman kubectl helm gh aws gcloud az make env sudo doas timeout nice nohup time xargs watch seq expr date hostname id groups ' +
    'basename dirname curl wget ssh man apt apt-get brew pip pip3 systemctl ping dig',
);

function isOther(program: string): boolean {
  return !textual.has(program) && !isKnownForFiles(program);
}

/** Whether it is said here which files a program opens. */
export function isKnownForFiles(program: string): boolean {
  return readers.has(program) || patternFirst.has(program) || writers.has(program) || copiers.has(program);
}

function looksLikePath(word: ShellWord): boolean {
  return /[./~]/.test(word.raw) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(word.raw) && !/\s/.test(word.value ?? '');
}

/** `find dir -delete` removes what lies in `dir`. */
function byFind(args: readonly ShellWord[]): FileAccess[] {
  if (!args.some(word => /^-(?:delete|fprint0?|fprintf|fls)$/.test(word.value ?? ''))) return [];
  const end = args.findIndex(word => /^[-(!]/.test(word.value ?? ''));
  return all(args.slice(0, end < 0 ? args.length : end), 'write');
}

function all(words: readonly ShellWord[], access: FileAccess['access']): FileAccess[] {
  return words.map(word => ({ word, access }));
}

function operandsOf(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex(word => word.value === '--');
  if (end < 0) return args.filter(word => !isFlag(word));
  return [...args.slice(0, end).filter(word => !isFlag(word)), ...args.slice(end + 1)];
}

function isFlag(word: ShellWord): boolean {
  const first = word.pieces[0];
  return first?.kind === 'text' && first.text.length > 1 && first.text.startsWith('-');
}

function isInPlace(program: string, text: string): boolean {
  if (!/sed$|^perl$/.test(program)) return false;
  return /^-[a-zA-Z]*i/.test(text) || (text.startsWith('--i') && '--in-place'.startsWith(text.replace(/=.*$/s, '')));
}

/** What a command copies, moves or links, and to where. */
interface Copying {
  readonly sources: readonly ShellWord[];
  readonly targets: readonly ShellWord[];
}

export function copyingOf(words: readonly ShellWord[]): Copying | undefined {
  const program = programName(words[0]?.value ?? '');
  if (!copiers.has(program)) return undefined;
  const args = words.slice(1);
  const operands = operandsOf(args);
  const folder = (/^(?:rsync|scp|ditto)$/.test(program) ? [] : args).flatMap((word, index) => {
    const value = word.value ?? '';
    const glued = /^(?:-[a-su-zA-Z]*t(.+)|--t[a-z-]*=(.+))$/.exec(value);
    if (glued) return [staticWord(glued[1] ?? glued[2] ?? '')];
    return /^(?:-[a-su-zA-Z]*t|--t[a-z-]*)$/.test(value) ? args.slice(index + 1, index + 2) : [];
  });
  return folder.length > 0
    ? { sources: operands, targets: folder }
    : { sources: operands.slice(0, -1), targets: operands.slice(-1) };
}

function copied(program: string, { sources, targets }: Copying): FileAccess[] {
  const isMove = program === 'mv' || program === 'gmv';
  const intoFolder = targets.flatMap(to =>
    to.value === undefined ? [] : sources.flatMap(from => inside(to.value ?? '', from)),
  );
  return [
    ...all(sources, 'read'),
    ...all(isMove ? sources : [], 'write'),
    ...all([...targets, ...intoFolder], 'write'),
  ];
}

/** `cp a dir` writes `dir/a` when `dir` is a folder. */
function inside(folder: string, source: ShellWord): readonly ShellWord[] {
  const name = source.value?.replace(/\/+$/, '').split('/').at(-1);
  return name === undefined || name === '' || name === '.' || name === '..' ? [] : [staticWord(`${folder}/${name}`)];
}

function byGit(operands: readonly ShellWord[]): FileAccess[] {
  const [sub, ...rest] = operands;
  const name = sub?.value ?? '';
  if (gitWriters.has(name)) return all(rest, 'write');
  // Without `-e`, the first operand of a search is what is searched.
  if (name === 'grep') return all(rest.slice(1), 'read');
  if (gitReaders.has(name)) return all(rest, 'read');
  if (name !== 'show' && name !== 'cat-file') return [];
  const paths = rest.flatMap(word => {
    const path = /^[^:]*:(.+)$/.exec(word.value ?? '')?.[1];
    return path === undefined ? [] : [staticWord(path)];
  });
  return all(paths, 'read');
}

/** Messages, patterns and templates that git takes from a file. */
function byGitOptions(args: readonly ShellWord[]): FileAccess[] {
  return args.flatMap((word, index): FileAccess[] => {
    const value = word.value ?? '';
    const long = /^--(?:file|template|exclude-from|pathspec-from-file|contents|ignore-revs-file)=/.exec(value);
    if (long) return [cut(word, long[0].length, 'read')];
    const next = args[index + 1];
    const takesNext = /^(?:-[FtX]|--(?:file|template|exclude-from|pathspec-from-file|contents|ignore-revs-file))$/.test(
      value,
    );
    return takesNext && next && next.value !== '-' ? [{ word: next, access: 'read' }] : [];
  });
}

const gitWriters = set('rm mv checkout restore apply clone');
const gitReaders = set('add diff blame hash-object');
const folderPrograms = set('tar unzip 7z bsdtar ditto');
const folderFlags = /^(?:-C|-d|--directory)$/;
const outputFlags = /^(?:-o|-O|-out|-keyout|--output|--output-document|--output-file|--log-file|-oN|-oX)$/;
const inputFlags =
  /^(?:-d|--data|--data-binary|--data-raw|--data-urlencode|-F|--form|-T|--upload-file|--post-file|--body-file|-K|--config|-b|--cookie|--cacert|--cert|--key|-i|-in|--env-file|--rcfile|--init-file|-f|--file)$/;
const outputPrograms = set(
  'curl wget sort tree gcc cc g++ clang ld go rustc tar zip pandoc ffmpeg git dot openssl jq yq protoc strace aria2c',
);
const inputPrograms = set(
  'curl wget http https xh docker node psql mysql ssh scp sftp rsync openssl grep rg egrep fgrep gpg bash sh',
);

function byOptions(program: string, args: readonly ShellWord[]): FileAccess[] {
  const found: FileAccess[] = [];
  for (const [index, word] of args.entries()) {
    const text = word.value ?? (word.pieces[0]?.kind === 'text' ? word.pieces[0].text : '');
    const next = args[index + 1];
    if (program === 'dd' && /^[io]f=/.test(text)) found.push(cut(word, 3, text.startsWith('of') ? 'write' : 'read'));
    if (folderPrograms.has(program) && folderFlags.test(text) && next) found.push({ word: next, access: 'write' });
    if (outputPrograms.has(program)) {
      const long = /^--(?:output|output-document|output-file|outp|outpu)=/.exec(text);
      if (long) found.push(cut(word, long[0].length, 'write'));
      else if (outputFlags.test(text) && next) found.push({ word: next, access: 'write' });
      else if (/^-[oO]./.test(text) && program !== 'git') found.push(cut(word, 2, 'write'));
    }
    if (inputPrograms.has(program)) {
      if (inputFlags.test(text) && next) found.push({ word: afterAt(next), access: 'read' });
      const long = /^--[a-z-]+=(?:@)?/.exec(text);
      if (long) found.push(cut(word, long[0].length, 'read'));
      const glued = /^-[dFTKb](?:[^=]*=)?@?/.exec(text);
      if (glued && text.length > glued[0].length && program === 'curl') found.push(cut(word, glued[0].length, 'read'));
    }
  }
  return found;
}

function cut(word: ShellWord, length: number, access: FileAccess['access']): FileAccess {
  const [first, ...rest] = word.pieces;
  if (first?.kind !== 'text' || first.text.length < length) return { word, access };
  const pieces = [{ ...first, text: first.text.slice(length) }, ...rest];
  return { word: { raw: word.raw.slice(length), pieces, value: word.value?.slice(length) }, access };
}

/** `@file` and `name=@file` of curl. */
function afterAt(word: ShellWord): ShellWord {
  const at = /^(?:[\w.-]+=)?[@<]/.exec(word.value ?? '');
  return at ? cut(word, at[0].length, 'read').word : word;
}
