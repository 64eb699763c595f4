import type { Binding, ShellWord, SimpleCommand } from './syntax';

/** What the text itself gives to variables: the words of a loop in its body, and a value that is set once and for all. */

export type Bindings = ReadonlyMap<string, Binding>;

/** Builtins that give variables a value, or run what does. */
const assigning = new Set(
  (
    'eval source . declare typeset local export readonly unset let mapfile readarray getopts trap alias coproc wait ' +
    'shopt exec enable builtin'
  ).split(' '),
);

/** Once a whole text is read: a variable that something else may change in it is not known anywhere in it. */
export function settle(bindings: readonly Binding[], commands: readonly SimpleCommand[]): void {
  const changed = new Map<string, number>();
  const count = (name: string): unknown => changed.set(name, (changed.get(name) ?? 0) + 1);
  const own = new Set(bindings.map(({ by }) => by));
  for (const command of commands) {
    if (!own.has(command)) for (const { name } of command.assignments) count(name);
    const names = assignedBy(command.words);
    if (names === 'any') {
      for (const binding of bindings) binding.holds = false;
      return;
    }
    names.forEach(count);
  }
  const loops = new Set(bindings.filter(({ by }) => by === undefined).map(({ name }) => name));
  for (const { name, by } of bindings) if (by !== undefined) count(name);
  // Loops one after another may use one name; anything else may set it once.
  for (const binding of bindings) {
    const most = binding.by === undefined ? 0 : 1;
    if ((changed.get(binding.name) ?? 0) > most || (most > 0 && loops.has(binding.name))) binding.holds = false;
  }
}

/** The variables that a command may set besides its assignments. */
function assignedBy([program, ...args]: readonly ShellWord[]): readonly string[] | 'any' {
  if (!program) return [];
  const values = args.map(({ value }) => value);
  switch (program.value) {
    case undefined:
      return 'any';
    case 'command':
      return /^-[vV]$/.test(values[0] ?? '') ? [] : 'any';
    case 'read': {
      const isKnown = values.every(value => value !== undefined && /^(?:-[rs]+|[A-Za-z_]\w*)$/.test(value));
      return isKnown ? values.flatMap(value => value ?? []) : 'any';
    }
    case 'printf':
      return values.length === 0 || values[0]?.startsWith('-') !== false ? 'any' : [];
    default:
      return assigning.has(program.value) ? 'any' : [];
  }
}

const digits = /^-?[0-9]+$/;

/** Whether a variable holds nothing but a number, so that computing with it evaluates no text. */
export function isNumeric({ holds, words }: Binding): boolean {
  return holds && words.every(word => digits.test(word.value ?? '') || isCounted(word));
}

/** `$(… | wc -l)` without a file prints a number, and so does the date in seconds. */
function isCounted({ pieces }: ShellWord): boolean {
  const [piece] = pieces;
  if (pieces.length !== 1 || piece?.kind !== 'substitution') return false;
  const [last] = piece.commands.slice(-1);
  const fed = last?.stdin?.to === undefined ? 1 : last.stdin.to - last.stdin.from + 1;
  if (!last || fed !== piece.commands.length) return false;
  return /^(?:wc -[lwcm]|grep -c [^-]\S*|date \+%[sYmdHMSj]|nproc)$/.test(
    last.words.map(({ value }) => value ?? '\n').join(' '),
  );
}
