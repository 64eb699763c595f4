import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './errorCode';

/** A process, so that another one can tell later whether it is still there: a number alone is given again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in the words of the system; empty where it does not tell. */
  readonly began: string;
  readonly host: string;
  /** This run of the machine; empty where the system does not tell. */
  readonly boot: string;
  /** In which its number counts; empty where there is only one on a machine. */
  readonly namespace: string;
}

/** "unknown" where it cannot be seen from here: on another machine, or behind the wall of a container. */
type ProcessFate = 'lives' | 'ended' | 'unknown';

export function identityOf(pid: number): ProcessIdentity {
  return { pid, began: statOf(pid)?.began ?? '', host: hostname(), boot: boot(), namespace: namespace() };
}

export function fateOfProcess({ pid, began, ...its }: ProcessIdentity): ProcessFate {
  if (its.host !== hostname() || its.boot !== boot() || its.namespace !== namespace()) return 'unknown';
  if (!answers(pid)) return 'ended';
  const now = statOf(pid);
  // One that has ended keeps its number until its parent has asked for it.
  if (now?.isOver) return 'ended';
  if (now === undefined || began === '') return 'unknown';
  return now.began === began ? 'lives' : 'ended';
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there too.
    return codeOf(error) === 'EPERM';
  }
}

interface ProcessStat {
  readonly began: string;
  readonly isOver: boolean;
}

function statOf(pid: number): ProcessStat | undefined {
  // In a container that sees the numbers of its host, ours is another one there than here.
  const own = statText('self');
  if (own === undefined || Number.parseInt(own, 10) !== process.pid) return pid === process.pid ? read(own) : undefined;
  return read(pid === process.pid ? own : statText(String(pid)));
}

function read(stat: string | undefined): ProcessStat | undefined {
  // The name of a program comes second, and may itself have blanks and brackets in it.
  const fields = stat?.slice(stat.lastIndexOf(') ') + 2).split(' ');
  const began = fields?.[19];
  return began === undefined ? undefined : { began, isOver: /^[ZXx]/.test(fields?.[0] ?? '') };
}

function statText(process: string): string | undefined {
  return textOf(() => readFileSync(`/proc/${process}/stat`, 'utf8'));
}

function boot(): string {
  return textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? '';
}

function namespace(): string {
  return textOf(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}

function textOf(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
