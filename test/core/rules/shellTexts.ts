/** Random shell texts from a seed: the same seed gives the same texts on every machine. */

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
}

/** How a word is quoted changes nothing about what it says. */
function spelled(random: () => number, word: string): string {
  const ways: readonly (() => string)[] = [
    () => word,
    () => word,
    () => `'${word}'`,
    () => `"${word}"`,
    () => `${word.slice(0, 1)}''${word.slice(1)}`,
    () => `${word.slice(0, 1)}"${word.slice(1)}"`,
    () => `\\${word}`,
    () => `$'${word}'`,
  ];
  return pick(random, ways)();
}

/** Ways in which bash itself starts `command`. */
const direct: readonly ((command: string) => string)[] = [
  command => command,
  command => `true && ${command}`,
  command => `true; ${command}`,
  command => `true | ${command}`,
  command => `true\n${command}`,
  command => `false || ${command}`,
  command => `! ${command}`,
  command => `( ${command} )`,
  command => `{ ${command}; }`,
  command => `if true; then ${command}; fi`,
  command => `if false; then :; else ${command}; fi`,
  command => `for i in 1; do ${command}; done`,
  command => `case a in a) ${command};; esac`,
  command => `f() { ${command}; }; f`,
  command => `echo $(${command})`,
  command => `echo "$(${command})"`,
  command => `x=$(${command})`,
  command => `cat <(${command}) > /dev/null`,
  command => `echo \${y:-$(${command})}`,
  command => (command.startsWith('!') ? command : `A=1 ${command}`),
  command => `${command} > /dev/null`,
  // After a redirection or an assignment bash takes `!` for the name of a program.
  command => (command.startsWith('!') ? command : `2>/dev/null ${command}`),
  command => `${command} &\nwait`,
  command => `while ${command}; do break; done`,
  command => `[[ -n $(${command}) ]]`,
  command => `cat <<EOF\n$(${command})\nEOF`,
  command => `${command} # a comment`,
];

/** Other programs that start it: only around a command that is a plain list of words. */
const wrapped: readonly ((command: string) => string)[] = [
  command => `env ${command}`,
  command => `env -i PATH="$PATH" ${command}`,
  command => `timeout 5 ${command}`,
  command => `timeout -s KILL 5 ${command}`,
  command => `nice -n 5 ${command}`,
  command => `nohup ${command}`,
  command => `setsid -w ${command}`,
  command => `stdbuf -oL ${command}`,
  command => `command ${command}`,
  command => `time -p ${command}`,
  command => `echo x | xargs -n1 ${command}`,
  command => `find . -maxdepth 0 -exec ${command} \\;`,
  command => `exec ${command}`,
];

/** Programs that take the command as a text. */
const quoted: readonly ((command: string) => string)[] = [
  command => `bash -c ${quote(command)}`,
  command => `sh -c ${quote(command)}`,
  command => `eval ${quote(command)}`,
  command => `bash <<< ${quote(command)}`,
  command => `bash <<'END'\n${command}\nEND`,
  command => `printf '%s\\n' ${quote(command)} | bash`,
  command => `trap ${quote(command)} EXIT`,
  command => `bash <(echo ${quote(command)})`,
  command => `env -S ${quote(command)}`,
];

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text that makes bash start `program`, hidden behind up to `depth` layers. */
export function startingText(random: () => number, program: string, depth: number): string {
  let text = `${spelled(random, program)} -x y`;
  let plain = true;
  for (let layer = Math.floor(random() * (depth + 1)); layer > 0; layer--) {
    const roll = random();
    if (plain && roll < 0.35) text = pick(random, wrapped)(text);
    else if (roll < 0.6 && !text.includes('\n')) {
      text = pick(random, quoted)(text);
      plain = !text.includes('\n') && !text.includes('|') && !text.includes('<<') && !/^(?:eval|trap)/.test(text);
    } else {
      text = pick(random, direct)(text);
      plain = false;
    }
  }
  return text;
}

const pieces = [
  'ls',
  'echo',
  'git status',
  'cat',
  '-l',
  'a.txt',
  "'q r'",
  '"d $x"',
  '$x',
  '${y}',
  '${z:-w}',
  '$(pwd)',
  '`id`',
  '*',
  '?.ts',
  '{a,b}',
  '~',
  '&&',
  '||',
  ';',
  '|',
  '&',
  '\n',
  '(',
  ')',
  '{',
  '}',
  '>',
  '<',
  '>>',
  '2>&1',
  '<<E',
  '\nE\n',
  '<<<',
  '$((1+2))',
  '[[ -f a ]]',
  '[ -f a ]',
  'if',
  'then',
  'fi',
  'for',
  'in',
  'do',
  'done',
  'while',
  'case',
  'esac',
  '!',
  'time',
  '#',
  '\\',
  '\\\n',
  "'",
  '"',
  '$',
  '`',
  '$(',
  '((',
  '))',
  'A=1',
  'a[1]=2',
  '\t',
  '  ',
  ';;',
  '|&',
  '&>',
  '<(',
  "$'\\x41'",
  'function',
  'coproc',
  '=',
  ',',
  '-',
  '--',
  '%',
  '@',
  '0',
  '1',
];

/** A heap of shell tokens: most are no valid script. */
export function noiseText(random: () => number): string {
  const length = 1 + Math.floor(random() * 8);
  return Array.from({ length }, () => pick(random, pieces)).join(random() < 0.7 ? ' ' : '');
}
