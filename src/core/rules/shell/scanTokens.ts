/** The tokens of a shell text that hold no others, each read from where it begins. */

export const redirect = /(?:&>>?|[0-9]*(?:<<<|<<-|<<|<>|<&|<|>>|>\||>&|>))/y;
export const control = /&&|\|\||\|&|\||;(?!;)/y;
export const plainExpansion = /\$(?:\{(?:[A-Za-z_]\w*|[0-9]+|[@*#?$!-])\}|[A-Za-z_]\w*|[0-9@*#?$!-])/y;
/** Behind these a command begins, as it does behind `;`. */
export const commandsFollow = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', 'time', '!', '{']);

export function isAssignment(value: string | undefined): boolean {
  return value === undefined || /^\w+=/.test(value);
}

/** Behind the `))` that ends the arithmetic which begins with `$((` here; -1 where it holds more than a computation. */
export function arithmeticEnd(source: string, from: number, to: number): number {
  if (!source.startsWith('$((', from)) return -1;
  let depth = 0;
  for (let at = from + 3; at < to; at++) {
    const character = source.charAt(at);
    if (character === '(') depth++;
    else if (character === ')' && depth === 0) return source.charAt(at + 1) === ')' && at + 2 <= to ? at + 2 : -1;
    else if (character === ')') depth--;
    else if (!/[\w \t+*/%<>=!&|?:${}-]/.test(character)) return -1;
  }
  return -1;
}
