/** A command and its arguments as the line that a shell reads as exactly these words. */
function shellLine(words: readonly string[]): string {
  return words.map(word).join(' ');
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.includes('=') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Those as which the rules read a line. What dash, and so often sh, makes of one is something else. */
const shells = new Set(['bash', 'zsh']);

/** The line behind `bash -lc LINE`, or the words of a program and its arguments as a line. */
export function lineOf(words: readonly string[]): string {
  const [program = '', flag = '', line, ...rest] = words;
  const isShell = shells.has(program.slice(program.lastIndexOf('/') + 1));
  return isShell && /^-l?c$/.test(flag) && line !== undefined && rest.length === 0 ? line : shellLine(words);
}

interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  /** Where it runs, when that is not the folder of the session. */
  readonly folder?: string;
}

/** All that a terminal would start, as one line: what the card shows is then what is run. Undefined for no line at all. */
export function terminalLine({ command, args, env, folder }: TerminalCommand): string | undefined {
  if (env.some(([name]) => !/^[A-Za-z_]\w*$/.test(name))) return undefined;
  // A command without arguments is a line of its own; with arguments it is one word of it.
  const line = args.length === 0 ? command : shellLine([command, ...args]);
  const set = env.map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`);
  const before = [...(folder === undefined ? [] : [`cd ${shellLine([folder])}`]), ...set];
  return before.length === 0 ? line : `${before.join(' && ')} && ${args.length === 0 ? `{ ${line}\n}` : line}`;
}
