import type { ShellWord } from '../shell/syntax';

/** The script of a call of `sed`: what its options `-e` make together, or its first operand; `undefined` where it is not known. */
export function scriptOfSed(args: readonly ShellWord[]): string | undefined {
  const parts: string[] = [];
  let operand: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value;
    if (value === undefined) {
      if (operand === undefined && parts.length === 0) return undefined;
      continue;
    }
    const [, glued] = /^(?:-[nErsuz]*e|--expression=)([^]+)$/.exec(value) ?? [];
    const isFile = /^(?:-[nErsuz]*f|--file)(.*)$/s.exec(value);
    if (glued !== undefined) parts.push(glued);
    else if (/^(?:-[nErsuz]*e|--expression)$/.test(value)) {
      const next = args[++at]?.value;
      if (next === undefined) return undefined;
      parts.push(next);
    } else if (isFile) {
      const file = isFile[1] === '' ? args[++at]?.value : isFile[1]?.replace(/^=/, '');
      // What stands in a file of its own is not read.
      if (file === undefined || /^-$|^\/(?:dev|proc)\//.test(file)) return undefined;
      parts.push('');
    } else if (!value.startsWith('-') || value === '-') operand ??= value;
    else if (!/^(?:-[nErsuzl0-9]+|-i.*|-[nErsuz]+i.*|--[a-z-]+(?:=.*)?)$/s.test(value)) return undefined;
  }
  return parts.length > 0 ? parts.join('\n') : (operand ?? '');
}
