import type { Alarm, CallEffect } from '../call/judgement';
import type { VerdictEffect } from '../rules';
import { say, type Sentence } from '../texts/sentence';

/** More than this many are not read; those that need a look come first. */
const mostEffects = 12;
/** A longer command is not marked in the text of the call. */
const longestPart = 4000;
const order: readonly Alarm[] = ['red', 'amber', 'none'];

/** What a call does as a person reads it: each thing once, several of a kind in one, what needs a look first. */
export function callEffects(found: readonly VerdictEffect[]): readonly CallEffect[] {
  const outside = new Set(found.flatMap(({ kind, object }) => (kind === elsewhere ? (object ?? []) : [])));
  const told = withoutRepeats(found);
  const alarmOf = ({ kind, object, alarm }: Told): Alarm =>
    kind === 'recursive-delete' && outside.has(object ?? '') ? 'red' : alarm;
  return [...byKind(told)]
    .flatMap(([kind, effects]) => inOne(kind, effects, told))
    .map(one => shown(one, alarmOf(one)))
    .toSorted((one, other) => order.indexOf(one.alarm) - order.indexOf(other.alarm))
    .slice(0, mostEffects);
}

function shown({ says, part }: Told, alarm: Alarm): CallEffect {
  const isMarked = part !== undefined && alarm !== 'none' && part.length <= longestPart;
  return { says, alarm, ...(isMarked ? { part } : {}) };
}

interface Told extends VerdictEffect {
  readonly says: Sentence;
}

const elsewhere = 'outside-workspace';
/** What says of a file more than that it is written. */
const kindsOfWriting = new Set(['persistence', 'config-tamper', 'secret-write', 'system-write', 'file-delete']);

/** What goes without saying beside another thing, of the same object or of none. */
const implied: Readonly<Record<string, readonly string[]>> = {
  'delete-root-or-home': ['recursive-delete', 'file-delete'],
  'recursive-delete': ['file-delete'],
  'force-push': ['git-push', 'git-write', 'history-rewrite', 'network'],
  'git-push': ['git-write', 'network'],
  'history-rewrite': ['git-write'],
  'network-upload': ['network'],
  'secret-exfil': ['secret-read', 'network-upload', 'network'],
  'pipe-to-shell': ['remote-code', 'network', 'code-exec'],
  'remote-code': ['network', 'code-exec'],
  persistence: ['config-tamper'],
  'package-publish': ['network'],
};

/** A file that is written in a special way is written; and what lies in a target that is named goes with it. */
function withoutRepeats(found: readonly VerdictEffect[]): readonly VerdictEffect[] {
  const special = new Set(found.flatMap(({ kind, object }) => (kindsOfWriting.has(kind) ? (object ?? []) : [])));
  return found.filter(({ kind, object }) => {
    const goesAlong = (other: VerdictEffect): boolean =>
      implied[other.kind]?.includes(kind) === true && (object === undefined || object === other.object);
    if (found.some(goesAlong)) return false;
    if (object === undefined) return true;
    if (kind === 'file-write' && special.has(object)) return false;
    return !found.some(other => other.kind === kind && other.object !== undefined && isBelow(object, other.object));
  });
}

function isBelow(path: string, folder: string): boolean {
  return path.length > folder.length && path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function byKind(effects: readonly VerdictEffect[]): ReadonlyMap<string, readonly VerdictEffect[]> {
  const kinds = new Map<string, VerdictEffect[]>();
  for (const one of effects) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return kinds;
}

/** The effects of one kind: one by one while they are few. */
function inOne(kind: string, effects: readonly VerdictEffect[], all: readonly VerdictEffect[]): readonly Told[] {
  const [first] = effects;
  if (first === undefined) return [];
  // Where the thing is named beside it, only the place is left to be said.
  const named = (object: string | undefined): boolean =>
    all.some(other => other.kind !== elsewhere && other.object !== undefined && other.object === object);
  if (kind === elsewhere && effects.every(({ object }) => named(object)))
    return [{ ...first, says: say('outside the workspace') }];
  const many = effects.length > 2 ? plural(kind, effects.length) : undefined;
  if (many !== undefined) return [{ ...first, says: many }];
  return effects.map(one => ({ ...one, says: counted(one) }));
}

function plural(kind: string, count: number): Sentence | undefined {
  switch (kind) {
    case 'file-write':
      return say('writes {count} files', { count });
    case 'file-delete':
      return say('deletes {count} files', { count });
    case 'recursive-delete':
      return say('deletes {count} folders', { count });
    case 'network':
      return say('reaches {count} hosts', { count });
    case 'secret-read':
      return say('reads {count} secrets', { count });
    case elsewhere:
      return say('reaches {count} places outside the workspace', { count });
    default:
      return undefined;
  }
}

function counted({ sentence, count }: VerdictEffect): Sentence {
  if (count === undefined || count === 0) return sentence;
  return count === 1
    ? say('{effect} (1 file)', { effect: sentence })
    : say('{effect} ({count} files)', { effect: sentence, count });
}
