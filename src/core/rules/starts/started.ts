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
    case 'yarn':
    case 'pnpm':
      if (words[1]?.value === 'node') return [{ kind: 'command', words: words.slice(1), sure: true }];
      break;
    case 'busybox':
    case 'toybox':
      return [{ kind: 'command', words: words.slice(1), sure: true }];
    default:
      break;
  }
  if (interpreters.has(program)) return startedByInterpreter(program, words);
  const wrapper = wrapperOf(program, words);
  return [...(wrapper ? startedByWrapper(wrapper.wrapper, words, wrapper.at, command) : []), ...startedByFlags(words)];
}
