import { type SimpleCommand, type ShellWord } from '../shell/syntax';
import { interpreters, shells } from '../tables/wrappers';
import { programName } from './program';
import type { Started } from './scripts';
import { joinedScript, scriptOf } from './scripts';
import { wrapperOf, startedByWrapper } from './wrapper';
import { startedByShell, startedBySource, startedByTrap } from './shell';
import { startedByGit } from './git';
import { startedByFind, startedByFd, startedByInterpreter, startedByFlags } from './tools';

export function started(words: readonly ShellWord[], command: SimpleCommand): readonly Started[] {
  const first = words[0]?.value;
  if (first === undefined) return [];
  const program = programName(first);
  if (shells.has(program)) return startedByShell(words, command);
  switch (program) {
    case 'eval':
      return joinedScript(words.slice(1));
    case 'trap':
      return startedByTrap(words);
    case 'alias':
      return words.slice(1).flatMap(word => scriptOf(word, text => text.replace(/^[^=]*=/, '')));
    case 'source':
    case '.':
      return startedBySource(words, command);
    case 'find':
    case 'gfind':
      return startedByFind(words);
    case 'fd':
    case 'fdfind':
      return startedByFd(words);
    case 'git':
      return startedByGit(words);
    case 'busybox':
    case 'toybox':
      return [{ kind: 'command', words: words.slice(1), sure: true }];
    default:
      break;
  }
  const named = packageManagers.has(program) ? startedByName(words) : [];
  if (interpreters.has(program)) return [...named, ...startedByInterpreter(program, words)];
  const wrapper = wrapperOf(program, words);
  const wrapped = wrapper ? startedByWrapper(wrapper.wrapper, words, wrapper.at, command) : [];
  return [...named, ...wrapped, ...startedByFlags(words)];
}

/** They start a program of the project by its name alone, where no word of theirs and no script has that name. */
const packageManagers: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);

function startedByName(words: readonly ShellWord[]): readonly Started[] {
  const program = words.slice(words[1]?.value === 'run' ? 2 : 1);
  const name = program[0]?.value;
  if (name === undefined || name.startsWith('-')) return [];
  return [{ kind: 'command', words: program, sure: name === 'node' }];
}
