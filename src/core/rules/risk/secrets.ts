/** Secrets, and the ways they leave the machine. */
import { type SimpleCommand, upstreamOf } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { nestedCommands } from './code';
import type { Effects } from './effects';
import { lineOf } from './line';
import { meanings, type Scene } from './scene';
import { commandRisks } from '../tables/commandRisks';
import { programName } from '../starts/program';
import { openedTrees } from '../starts/trees';
import { joinPath } from '../paths/pathText';
import { searchedFiles } from '../paths/searched';
import { isSensitive, type World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import { resolvedValue } from '../shell/word';

const senders = new Set(
  'curl wget http https xh nc ncat netcat socat telnet scp sftp rsync ftp lftp tftp mail mailx sendmail mutt ssh rclone dig nslookup host ping'.split(
    ' ',
  ),
);

export function sends(program: string, effects: Effects): boolean {
  return (
    senders.has(program) ||
    (program === 'gh' && effects.has('network-upload')) ||
    (program === 'aws' && effects.has('network-upload')) ||
    (program === 'gsutil' && effects.has('network-upload')) ||
    (program === 'openssl' && effects.has('raw-socket'))
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

/** A sender that is given a secret: as an argument, from a file, through a pipe, or found by the program that starts it. */
export function addExfiltration({ words, command }: Occurrence, scene: Scene): void {
  const sources = [...upstreamOf(command.stdin), ...nestedCommands(words.slice(1))];
  const input = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const starter = words[0] === command.words[0] ? [] : command.words.slice(1);
  const given = [...words.slice(1), ...starter, ...input.flatMap(({ target }) => target ?? [])];
  const secret =
    given.flatMap(word => meanings(word, scene.values)).find(word => isSecret(word, command, scene)) ??
    sources.flatMap(one => one.words.slice(1).filter(word => isKept(word, one, scene))).at(0);
  const isTold = input.some(({ text }) => text?.split(/\s+/).some(part => isSensitive(part)) === true);
  if (secret) scene.effects.add('secret-exfil', secret.raw);
  else if (isTold || sources.some(one => readsSecret(one) || treeSecret(one.words, one, scene.world) !== undefined))
    scene.effects.add('secret-exfil');
}

function isSecret(word: ShellWord, command: SimpleCommand, scene: Scene): boolean {
  return mentionsSecretVariable(word) || namesSecret(word) || isKept(word, command, scene) || printsSecret(word);
}

/** The value of a variable that was read from a secret. */
function printsSecret(word: ShellWord): boolean {
  return word.pieces.some(
    piece => (piece.kind === 'substitution' || piece.kind === 'process') && piece.commands.some(readsSecret),
  );
}

/** A file into which the call has put a secret before. */
function isKept(word: ShellWord, { place }: SimpleCommand, { secrets, world }: Scene): boolean {
  if (secrets.size === 0) return false;
  const folders = place.folders.length > 0 ? place.folders : [world.cwd];
  return carriedPaths(word).some(path => folders.some(folder => secrets.has(joinPath(folder, path))));
}

/** `@file`, `name=@file;type=x`, `user@host:file`: what of a word may be the path of a file. */
function carriedPaths(word: ShellWord): readonly string[] {
  const text = word.pieces.map(piece => ('text' in piece ? piece.text : piece.kind === 'tilde' ? '~' : '')).join('');
  const path = text.replace(/^(?:[^@=<]*=)?[@<]|^[^@=<]*=/, '');
  const plain = path.replace(/;.*$/s, '');
  return [text, path, plain, plain.slice(plain.lastIndexOf('@') + 1)].filter(one => one !== '');
}

export function namesSecret(word: ShellWord): boolean {
  return carriedPaths(word).some(one => !/^https?:/.test(one) && isSensitive(one.replace(/^\w+@[\w.]+:/, '')));
}

/** A secret below the folders that a command looks through or packs. */
export function treeSecret(words: readonly ShellWord[], command: SimpleCommand, world: World): string | undefined {
  for (const { word, choice } of openedTrees(words)) {
    for (const folder of command.place.folders) {
      const path = resolvedValue(word, folder, world.context.home);
      const root = path === undefined ? undefined : world.forms(path, folder).real;
      const files =
        root === undefined
          ? undefined
          : choice
            ? searchedFiles(root, { ...choice, base: folder }, world.disk)
            : world.disk.filesBelow(root);
      const secret = files?.find(isSensitive);
      if (secret !== undefined) return secret;
    }
  }
  return undefined;
}

export function readsSecret(command: SimpleCommand): boolean {
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
