import { say } from '../../texts/sentence';
import { baseName } from '../paths/pathText';
import type { Ground } from './limit';
import type { Places } from './places';

/** Without these the agent could start no command at all, or not hold it. */
const needed = new Set(['sh', 'bash', 'zsh', 'dash', 'env', 'bwrap', 'socat', 'sandbox-exec']);
/** Files that are many programs at once. */
const multiCall = new Set(['busybox', 'toybox', 'coreutils', 'uutils', 'gnu-coreutils']);

/** The files of a program that a rule denies as a whole. */
export function filesOfProgram(program: string, ground: Ground): Places {
  if (program.includes('*')) return reading();
  if (needed.has(baseName(program)))
    return { ...reading(), why: say('No command could start without {program}.', { program }) };
  const files = ground.programFiles(program);
  const shared = files.find(file => multiCall.has(baseName(file)) && baseName(file) !== baseName(program));
  if (shared !== undefined)
    return {
      ...reading(),
      why: say('{program} is one file with other programs, {file}.', { program, file: shared }),
    };
  const why = say('A copy of {program} under another name is held by reading.', { program });
  return { paths: files, hold: files.length > 0 ? 'partly' : 'reading', why };
}

function reading(): Places {
  return { paths: [], hold: 'reading', why: argumentsAreRead };
}

export const argumentsAreRead = say('The kernel does not see the arguments of a command.');
