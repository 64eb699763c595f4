/** Code that comes from elsewhere: from the network, from an encoding, from another program. */
import { type SimpleCommand, upstreamOf, type ShellWord } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { lineOf } from './line';
import type { RiskName } from '../tables/riskReasons';
import { wrappers } from '../tables/wrappers';
import { programName } from '../starts/program';
import { hasKind } from '../shell/word';

const fetchers = new Set(
  'curl wget fetch http https xh aria2c lynx w3m links nc ncat netcat ftp telnet s_client'.split(' '),
);
const decoders =
  /^(?:base64|gbase64) .*(?:-[a-zA-Z]*[dD]|--d)|^base32 .*-d|^xxd .*-r|^openssl (?:enc|base64|aes).* -d|^rev\b|^(?:zcat|gunzip|bunzip2|bzcat|xzcat|unxz|uudecode)\b|^gzip .*-[a-z]*d|^tr .*[a-zA-Z]|^printf .*\\(?:x|[0-7]{2})|^echo -[nE]*e[nE]* .*\\(?:x|0?[0-7]{2})|^python.*b64decode|^perl .*pack/;

function fetches(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => {
    const values = one.words.map(word => programName(word.value ?? ''));
    return (
      fetchers.has(values[0] ?? '') || (wrappers.has(values[0] ?? '') && values.some(value => fetchers.has(value)))
    );
  });
}

function decodes(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => decoders.test(lineOf(one.words).replace(/^\S*\//, '')));
}

export function nestedCommands(words: readonly ShellWord[]): readonly SimpleCommand[] {
  return words.flatMap(word =>
    word.pieces.flatMap(piece => (piece.kind === 'substitution' || piece.kind === 'process' ? piece.commands : [])),
  );
}

export function addFetchedCode(words: readonly ShellWord[], reasons: Set<RiskName>): void {
  const inner = nestedCommands(words);
  if (fetches(inner)) reasons.add('pipe-to-shell');
  if (decodes(inner)) reasons.add('obfuscated-exec');
}

function addFed(command: SimpleCommand, reasons: Set<RiskName>): void {
  const upstream = upstreamOf(command.stdin);
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const inner = nestedCommands(fed.flatMap(one => (one.target ? [one.target] : [])));
  if (fetches([...upstream, ...inner])) reasons.add('pipe-to-shell');
  if (decodes([...upstream, ...inner])) reasons.add('obfuscated-exec');
  if (upstream.length > 0 || fed.length > 0) reasons.add('dynamic-code');
}

export function addShell(program: string, occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  addFetchedCode(words.slice(1), reasons);
  const values = words.slice(1).map(word => word.value ?? '');
  const inline = values.some(value => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  const file = words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const starter = programName(command.words[0]?.value ?? '');
  if (inline && (starter === 'xargs' || starter === 'parallel')) addFed(command, reasons);
  if (inline) reasons.add('dynamic-code');
  else if (program !== 'eval' && file && !hasKind(file, 'process')) reasons.add('code-exec');
  else if (program !== 'eval') {
    addFed(command, reasons);
    if (file) reasons.add('dynamic-code');
    if (reasons.size === 0 || !file) reasons.add('code-exec');
  }
  if (file?.value === '/dev/stdin' || file?.value === '-') addFed(command, reasons);
}

export function addInterpreter(occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  addFetchedCode(words.slice(1), reasons);
  const file = words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const program = programName(words[0]?.value ?? '');
  if (program.endsWith('awk')) {
    if (/system\s*\(|\|\s*"|"\s*\||\|&/.test(lineOf(words))) reasons.add('exec-flag');
    if (/\/inet/.test(lineOf(words))) reasons.add('reverse-shell');
    return;
  }
  const inline = words.some(word => /^-\w*[cepErR]$|^--eval|^--print/.test(word.value ?? ''));
  if ((!file || file.value === '-') && !inline) addFed(command, reasons);
}

/** Code in another language that opens a door, decodes itself or deletes. */
export function addCode(code: string, reasons: Set<RiskName>): void {
  const socket = /\bsocket\b|TCPSocket|Net::|fsockopen|IO::Socket|net\.connect|net\.Socket|Socket\(/i.test(code);
  const shell =
    /\/bin\/(?:ba|z|da)?sh|cmd\.exe|pty\.spawn|subprocess|\bexec\b|dup2|spawn|child_process|os\.system|system\s*\(/i.test(
      code,
    );
  if (socket && shell) reasons.add('reverse-shell');
  if (
    /b64decode|base64|fromhex|atob|unhexlify|pack\s*\(?\s*["']H|Buffer\.from\([^)]*,\s*['"](?:base64|hex)/i.test(
      code,
    ) &&
    /\bexec\b|\beval\b|system|spawn|child_process|Function\(/i.test(code)
  ) {
    reasons.add('obfuscated-exec');
  }
  if (/urlopen|requests\.get|urllib|fetch\(|open-uri|LWP|http\.get/i.test(code) && /\bexec\s*\(|\beval\b/i.test(code))
    reasons.add('pipe-to-shell');
  if (/rmtree|rmSync|rm_rf|remove_dir_all|removeSync|unlinkSync|fs\.rm\b|shutil/i.test(code))
    reasons.add('recursive-delete');
  if (/\bfork\b.*\bwhile\b|\bwhile\b.*\bfork\b/i.test(code)) reasons.add('fork-bomb');
}
