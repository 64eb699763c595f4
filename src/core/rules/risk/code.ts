/** Code that comes from elsewhere: from the network, from an encoding, from another program. */
import { type Piece, type SimpleCommand, upstreamOf, type ShellWord } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { lineOf, searchedCharacters } from './line';
import { isDisk } from './devices';
import type { Effects } from './effects';
import { isVitalPath } from './removal';
import type { Scene } from './scene';
import { wrappers } from '../tables/wrappers';
import { programName } from '../starts/program';
import { joinPath } from '../paths/pathText';
import { isSensitive } from '../paths/world';
import { hasKind } from '../shell/word';

export const fetchers = new Set(
  'curl wget fetch http https xh aria2c lynx w3m links nc ncat netcat ftp telnet s_client'.split(' '),
);
const decoders =
  /^(?:base64|gbase64) .*(?:-[a-zA-Z]*[dD]|--d)|^base32 .*-d|^xxd .*-r|^openssl (?:enc|base64|aes).* -d|^rev\b|^(?:zcat|gunzip|bunzip2|bzcat|xzcat|unxz|uudecode)\b|^gzip .*-[a-z]*d|^tr .*[a-zA-Z]|^printf .*\\(?:x|[0-7]{2})|^echo -[nE]*e[nE]* .*\\(?:x|0?[0-7]{2})|^python.*b64decode|^perl .*pack/;

function fetches(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => {
    const values = one.words.map(word => programName(word.value ?? ''));
    return (
      fetchers.has(values[0] ?? '') ||
      (values[0] === 'openssl' && values[1] === 's_client') ||
      (wrappers.has(values[0] ?? '') && values.some(value => fetchers.has(value)))
    );
  });
}

function decodes(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => decoders.test(lineOf(one.words).replace(/^\S*\//, '')));
}

function commandsOf(piece: Piece): readonly SimpleCommand[] {
  return piece.kind === 'substitution' || piece.kind === 'process' ? piece.commands : [];
}

function commandsIn(word: ShellWord): readonly SimpleCommand[] {
  return word.pieces.flatMap(commandsOf);
}

export function nestedCommands(words: readonly ShellWord[]): readonly SimpleCommand[] {
  return words.flatMap(word =>
    word.pieces.flatMap(piece => {
      // What a variable was given comes with it.
      if (piece.kind === 'variable') return piece.binding?.words.flatMap(commandsIn) ?? [];
      return commandsOf(piece);
    }),
  );
}

export function addFetchedCode(words: readonly ShellWord[], effects: Effects): void {
  const inner = nestedCommands(words);
  if (fetches(inner)) effects.add('pipe-to-shell');
  if (decodes(inner)) effects.add('obfuscated-exec');
}

function addFed(command: SimpleCommand, effects: Effects): void {
  const upstream = upstreamOf(command.stdin);
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const inner = nestedCommands(fed.flatMap(one => (one.target ? [one.target] : [])));
  if (fetches([...upstream, ...inner])) effects.add('pipe-to-shell');
  if (decodes([...upstream, ...inner])) effects.add('obfuscated-exec');
  if (upstream.length > 0 || fed.length > 0) effects.add('dynamic-code');
}

export function addShell(program: string, occurrence: Occurrence, effects: Effects): void {
  const { words, command } = occurrence;
  addFetchedCode(words.slice(1), effects);
  const values = words.slice(1).map(word => word.value ?? '');
  const inline = values.some(value => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  const isFed = values.some(value => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(value)) && !inline;
  const file = isFed ? undefined : words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const starter = programName(command.words[0]?.value ?? '');
  if (inline && (starter === 'xargs' || starter === 'parallel')) addFed(command, effects);
  if (inline) effects.add('dynamic-code');
  else if (program !== 'eval' && file && !hasKind(file, 'process')) effects.add('code-exec');
  else if (program !== 'eval') {
    addFed(command, effects);
    if (file) effects.add('dynamic-code');
    if (effects.size === 0 || !file) effects.add('code-exec');
  }
  if (file?.value === '/dev/stdin' || file?.value === '-') addFed(command, effects);
}

export function addInterpreter(occurrence: Occurrence, scene: Scene): void {
  const { words, command } = occurrence;
  const { effects } = scene;
  addFetchedCode(words.slice(1), effects);
  const file = words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const program = programName(words[0]?.value ?? '');
  if (program.endsWith('awk')) {
    if (/system\s*\(|\|\s*"|"\s*\||\|&/.test(lineOf(words))) effects.add('exec-flag');
    if (/\/inet/.test(lineOf(words))) effects.add('reverse-shell');
    return;
  }
  const inline = words.some(word => /^-\w*[cepErR]$|^--eval|^--print/.test(word.value ?? ''));
  if ((file && file.value !== '-') || inline) return;
  addFed(command, effects);
  for (const text of fedCode(command)) addCode(text, scene);
}

/** The program that an interpreter is given through a pipe or a here-document. */
function fedCode(command: SimpleCommand): readonly string[] {
  const redirects = [...command.redirects, ...(command.stdin?.redirects ?? [])];
  const printed = upstreamOf(command.stdin).filter(({ words }) => /^(?:echo|printf)$/.test(words[0]?.value ?? ''));
  return [...redirects.flatMap(({ text }) => text ?? []), ...printed.map(({ words }) => lineOf(words.slice(1)))];
}

const sending =
  /\brequests\.|urlopen|urllib|http\.(?:client|request)|\bfetch\(|axios|\bgot\(|XMLHttp|Net::HTTP|HTTPX|LWP|smtplib|ftplib|paramiko|net\.connect|net\.Socket|socket\b|dns\.(?:lookup|resolve)/i;

const deleting =
  /rmtree|rmSync|rm_rf|rm_r\b|remove_dir_all|remove_tree|removeSync|unlinkSync|rmdirSync|fs\.(?:promises\.)?(?:rm|rmdir)\b|rimraf|Remove-Item|shutil\.(?:rm|move)|deltree/i;
const quotedText = /(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs;
/** Texts that a shell took the quotes from. */
const barePath = /(?<=[\s({[])[~/.][\w~/.]*/g;

export function quotedTexts(code: string): readonly string[] {
  return [...code.slice(0, searchedCharacters).matchAll(quotedText)].map(([, , text = '']) => text);
}

/** What a text in the code names, that is told by its name alone. */
function addNamed(text: string, code: string, effects: Effects): void {
  if (isDisk(text) && /write|['"][wra]?b?\+?[wa]/i.test(code)) effects.add('disk-write', text);
  if (!isSensitive(text)) return;
  effects.add('secret-read', text);
  if (sending.test(code)) effects.add('secret-exfil', text);
}

/** Code in another language that opens a door, decodes itself or deletes. */
export function addCode(code: string, { effects, world }: Scene): void {
  const socket =
    /\bsocket\b|TCPSocket|Net::|fsockopen|IO::Socket|net\.connect|net\.Socket|Socket\(|require\(['"](?:node:)?net['"]\)/i.test(
      code,
    );
  const shell =
    /\/bin\/(?:ba|z|da)?sh|cmd\.exe|pty\.spawn|subprocess|\bexec\b|dup2|spawn|child_process|os\.system|system\s*\(/i.test(
      code,
    );
  if (socket && shell) effects.add('reverse-shell');
  if (
    /b64decode|base64|fromhex|atob|unhexlify|pack\b.{0,6}[Hu]\*?|decompress|inflate|Buffer\.from\([^)]*,\s*['"](?:base64|hex)/i.test(
      code,
    ) &&
    /\bexec\b|\beval\b|system|spawn|child_process|Function\(/i.test(code)
  ) {
    effects.add('obfuscated-exec');
  }
  if (/urlopen|requests\.get|urllib|fetch\(|open-uri|LWP|http\.get/i.test(code) && /\bexec\s*\(|\beval\b/i.test(code))
    effects.add('pipe-to-shell');
  const named = quotedTexts(code);
  for (const text of named) addNamed(text, code, effects);
  if (deleting.test(code) || /['"]rm['"]\s*,\s*['"]-\w*[rR]/.test(code)) {
    effects.add('recursive-delete');
    const home = /\b(?:homedir|expanduser|Path\.home|Dir\.home)\b|\bHOME\b/.test(code);
    const isVital = (text: string): boolean =>
      /^~\/?$/.test(text) || (/^[/.]/.test(text) && isVitalPath(joinPath(world.cwd, text), world.cwd, world));
    if (home || [...named, ...(code.match(barePath) ?? [])].some(isVital)) effects.add('delete-root-or-home');
  }
  if (/\bfork\b.*\bwhile\b|\bwhile\b.*\bfork\b/i.test(code)) effects.add('fork-bomb');
}
