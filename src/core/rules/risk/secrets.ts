/** Secrets, and the ways they leave the machine. */
import { type SimpleCommand, upstreamOf } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { nestedCommands } from './code';
import { lineOf } from './line';
import { commandRisks } from '../tables/commandRisks';
import type { RiskName } from '../tables/riskReasons';
import { programName } from '../starts/program';
import type { ShellWord } from '../shell/syntax';
import { isSensitive } from '../paths/world';

const senders = new Set(
  'curl wget http https xh nc ncat netcat socat telnet scp sftp rsync ftp lftp tftp mail mailx sendmail mutt ssh rclone dig nslookup host ping'.split(
    ' ',
  ),
);

export function sends(program: string, reasons: ReadonlySet<RiskName>): boolean {
  return (
    senders.has(program) ||
    (program === 'gh' && reasons.has('network-upload')) ||
    (program === 'aws' && reasons.has('network-upload')) ||
    (program === 'gsutil' && reasons.has('network-upload')) ||
    (program === 'openssl' && reasons.has('raw-socket'))
  );
}

export const secretName =
  /(?:token|secret|passw(?:or)?d|passwd|api_?key|credential|private_?key|access_?key|auth_?key|_pat\b|^AWS_(?:SECRET|SESSION)|_PSW$)/i;

export function mentionsSecretVariable(word: ShellWord): boolean {
  return word.pieces.some(
    piece =>
      (piece.kind === 'variable' && secretName.test(piece.name)) ||
      (piece.kind === 'opaque' && secretName.test(piece.name ?? '')),
  );
}

export function addExfiltration(occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  const sources = [...upstreamOf(command.stdin), ...nestedCommands(words.slice(1))];
  const input = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const own = words.slice(1).some(word => mentionsSecretVariable(word) || namesSecret(word));
  const fed = input.some(one => (one.target ? namesSecret(one.target) || mentionsSecretVariable(one.target) : false));
  if (own || fed || sources.some(readsSecret)) reasons.add('secret-exfil');
}

export function namesSecret(word: ShellWord): boolean {
  const text = word.pieces.map(piece => ('text' in piece ? piece.text : piece.kind === 'tilde' ? '~' : '')).join('');
  const path = text.replace(/^(?:[^@=<]*=)?[@<]|^[^@=<]*=/, '');
  return [text, path].some(one => !/^https?:/.test(one) && isSensitive(one.replace(/^\w+@[\w.]+:/, '')));
}

function readsSecret(command: SimpleCommand): boolean {
  const program = programName(command.words[0]?.value ?? '');
  if (program === 'env' && command.words.length === 1) return true;
  if (program === 'printenv' || program === 'set' || program === 'export')
    return command.words.length === 1 || secretName.test(lineOf(command.words));
  const line = lineOf(command.words.slice(1));
  const told = (commandRisks.get(program) ?? []).some(
    ([name, pattern]) => name === 'secret-read' && (pattern === undefined || pattern.test(line)),
  );
  const redirected = command.redirects.some(
    one => one.operator === '<' && one.target !== undefined && namesSecret(one.target),
  );
  return (
    told ||
    redirected ||
    command.words.slice(1).some(word => mentionsSecretVariable(word) || (program !== 'echo' && namesSecret(word)))
  );
}
