/** What one command does. */
import { type ShellWord, type SimpleCommand, upstreamOf } from '../shell/syntax';
import { commandRisks } from '../tables/commandRisks';
import { withoutGlobalOptions } from '../commands/pattern';
import type { Occurrence } from '../starts/expand';
import { isKnownReader, readOnlyObjection } from '../safe/readonly';
import { filesOfSed } from '../safe/sed';
import { scriptOfSed } from '../safe/sedScript';
import { addFetchedCode, addInterpreter, addShell } from './code';
import { addDatabase, databaseClients } from './database';
import { addDisks } from './devices';
import { Effects } from './effects';
import { addAccesses } from './files';
import { pathsOf } from './wordPaths';
import { hostsOf } from './network';
import { namedKinds } from './named';
import { textOf } from './line';
import { addFindRemoval, addRemoval, addReplacement } from './removal';
import type { Scene } from './scene';
import { addExfiltration, mentionsSecretVariable, secretName, sends } from './secrets';
import { addEnvironmentWords } from './variables';
import { gitFormObjection } from '../safe/gitCommand';
import { interpreters, shells, wrappers } from '../tables/wrappers';
import { isDynamicProgram, programName } from '../starts/program';
import { hasKind, staticWord } from '../shell/word';
import type { World } from '../paths/world';

export function occurrenceEffects(occurrence: Occurrence, scene: Scene): Effects {
  const effects = new Effects();
  const own: Scene = { ...scene, effects };
  const { words, command } = occurrence;
  const first = words[0];
  if (first === undefined || !occurrence.sure) return effects;
  if (isDynamicProgram(first)) {
    effects.add('dynamic-code');
    if (hasKind(first, 'substitution')) addFetchedCode(words.slice(0, 1), effects);
    return effects;
  }
  const program = programName(first.value ?? '');
  if (program === 'git' && gitFormObjection(words.slice(1), command.place, scene.world) === undefined) {
    addAccesses(occurrence, program, own);
    return effects;
  }
  const values = words.slice(0, 200).map(textOf);
  const line = withoutGlobalOptions([program, ...values.slice(1)])
    .slice(1)
    .join(' ');
  const kinds = namedKinds(values);
  const isQuery =
    kinds.length > 0 && isKnownReader(program) && readOnlyObjection(words, command, scene.world) === undefined;
  for (const kind of kinds) {
    if (isQuery && kind !== 'network') continue;
    if (kind === 'network' || kind === 'network-upload') for (const host of hostsOf(words)) effects.add(kind, host);
    effects.add(kind);
  }
  addByProgram(program, occurrence, line, own);
  addAccesses(occurrence, program, own);
  addFetched(occurrence, program, own);
  addEnvironmentWords(program, words, effects);
  if (effects.size === 0 && !isQuiet(program, occurrence, scene.world)) {
    if (first.value?.includes('/') === true) effects.add('code-exec', first.value);
    else effects.add('unknown-command', program);
  }
  return effects;
}

/** A file that the call itself has fetched is run. */
function addFetched({ words, command }: Occurrence, program: string, scene: Scene): void {
  const { fetched, unpacked, world, effects } = scene;
  if (unpacked && (/^\.{0,2}\w*\//.test(words[0]?.value ?? '') || (shells.has(program) && words.length > 1)))
    effects.add('remote-code', words[0]?.raw);
  if (fetched.size === 0) return;
  const runs =
    shells.has(program) || interpreters.has(program) || /^(?:source|\.|exec|installer|dpkg|rpm)$/.test(program);
  const candidates = [...words.slice(0, 1), ...(runs ? words.slice(1) : [])];
  const found = candidates.find(word => pathsOf(word, command, world).some(path => fetched.has(path)));
  if (found) effects.add('pipe-to-shell', found.raw);
}

/** Programs that by themselves deserve no reason. */
const harmless = new Set(
  (
    'cd pushd popd dirs export unset local declare typeset readonly alias unalias shift return trap exit true false : test [ [[ ' +
    'wait jobs fg bg type hash ulimit shopt bind command builtin time timeout nice nohup stdbuf xargs printf echo getopts let ' +
    'less more man bat xxd hexdump hostnamectl git-lfs tput clear reset tty stty yes fold fmt'
  ).split(' '),
);

function isQuiet(program: string, occurrence: Occurrence, world: World): boolean {
  const { words, command } = occurrence;
  if (command.role !== undefined) return true;
  const written = words[0]?.value ?? '';
  if (written.includes('/') && !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(written)) return false;
  if (harmless.has(program) || wrappers.has(program)) return true;
  if (isKnownReader(program))
    return readOnlyObjection([staticWord(program), ...words.slice(1)], command, world) === undefined;
  return commandRisks.has(program);
}

function addByProgram(program: string, occurrence: Occurrence, line: string, scene: Scene): void {
  const { words, command } = occurrence;
  const { effects } = scene;
  addRemoval(occurrence, program, scene);
  if (/^g?find$/.test(program)) addFindRemoval(occurrence, scene);
  addReplacement(occurrence, program, line, scene);
  addDisks(program, words, effects);
  if (/^(?:mkfs|mke2fs|newfs|mkntfs|mkdosfs|mkexfatfs)/.test(program)) effects.add('disk-write');
  addConnections(program, line, command, effects);
  if (databaseClients.has(program)) addDatabase(line, command, effects);
  if (shells.has(program) || program === 'source' || program === '.' || program === 'eval')
    addShell(program, occurrence, effects);
  if (interpreters.has(program)) addInterpreter(occurrence, scene);
  if (/^g?sed$/.test(program) && startsByScript(words)) effects.add('exec-flag');
  if (program === 'man' && /html/.test(line)) effects.add('exec-flag');
  if (program === 'exec' && words.length === 1) effects.delete('code-exec');
  if (sends(program, effects)) addExfiltration(occurrence, scene);
  if (/^(?:echo|printf|printenv)$/.test(program) && words.some(mentionsSecretVariable)) effects.add('secret-read');
  if (program === 'printenv' && secretName.test(line)) effects.add('secret-read');
  if ((program === 'export' || program === 'printf') && /HISTFILE|HISTSIZE=0/.test(line))
    effects.add('security-disable');
}

/** A script of `sed` with the command `e`, glued to what stands around it. */
function startsByScript(words: readonly ShellWord[]): boolean {
  const script = scriptOfSed(words.slice(1));
  return script !== undefined && filesOfSed(script) === undefined && /(?:^|[\s;{}0-9$/!,I])e/.test(script);
}

function addConnections(program: string, line: string, command: SimpleCommand, effects: Effects): void {
  if (program === 'socat' && /(?:^|[ ,])(?:exec|system|shell):/i.test(line)) effects.add('reverse-shell');
  if (!/^(?:nc|ncat|netcat)$/.test(program)) return;
  const upstream = upstreamOf(command.stdin);
  if (/(?:^| )(?:-[a-z]*[ec]\b|--exec|--sh-exec|--lua-exec)/.test(line)) effects.add('reverse-shell');
  if (upstream.length === 0 && !command.redirects.some(one => one.operator === '<')) return;
  effects.add('network-upload');
  if (upstream.some(one => shells.has(programName(one.words[0]?.value ?? '')))) effects.add('reverse-shell');
}
