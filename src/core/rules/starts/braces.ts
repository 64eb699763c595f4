/** Brace expansion on the source of a word: `a{b,c}` is `ab ac`, `{1..3}` is `1 2 3`. */

const mostWords = 64;
/** So many characters are looked at for one word. */
const mostCharacters = 20_000;

interface Looks {
  left: number;
}

/** The words a braced word stands for, still quoted; `undefined` when there are too many. */
export function expandBraces(source: string): readonly string[] | undefined {
  let words = [source];
  const looks: Looks = { left: mostCharacters };
  for (let round = 0; round < 16; round++) {
    const next = words.flatMap(word => expandFirst(word, looks));
    if (next.length > mostWords || looks.left < 0) return undefined;
    if (next.length === words.length && next.every((word, index) => word === words[index])) return words;
    words = next;
  }
  return undefined;
}

function expandFirst(source: string, looks: Looks): readonly string[] {
  for (let at = 0; at < source.length; at++) {
    if (looks.left-- <= 0) break;
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === "'" || character === '"') at = skipQuote(source, at);
    else if (character === '$' && source.charAt(at + 1) === '{')
      at = source.indexOf('}', at) < 0 ? source.length : source.indexOf('}', at);
    else if (character === '{') {
      const found = alternatives(source, at, looks);
      if (found) return found.parts.map(part => source.slice(0, at) + part + source.slice(found.end + 1));
    }
  }
  return [source];
}

function skipQuote(source: string, open: number): number {
  const quote = source.charAt(open);
  for (let at = open + 1; at < source.length; at++) {
    if (quote === '"' && source.charAt(at) === '\\') at++;
    else if (source.charAt(at) === quote) return at;
  }
  return source.length;
}

function alternatives(
  source: string,
  open: number,
  looks: Looks,
): { parts: readonly string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < source.length; at++) {
    if (looks.left-- <= 0) break;
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === "'" || character === '"') at = skipQuote(source, at);
    else if (character === '{') depth++;
    else if (character === ',' && depth === 0) {
      parts.push(source.slice(start, at));
      start = at + 1;
    } else if (character === '}' && depth-- === 0) {
      const last = source.slice(start, at);
      if (parts.length > 0) return { parts: [...parts, last], end: at };
      const range = rangeOf(last);
      return range ? { parts: range, end: at } : undefined;
    }
  }
  return undefined;
}

function rangeOf(text: string): readonly string[] | undefined {
  const numbers = /^(-?[0-9]+)\.\.(-?[0-9]+)$/.exec(text);
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])$/.exec(text);
  if (!numbers && !letters) return undefined;
  const from = numbers ? Number(numbers[1]) : (letters?.[1]?.charCodeAt(0) ?? 0);
  const to = numbers ? Number(numbers[2]) : (letters?.[2]?.charCodeAt(0) ?? 0);
  if (Math.abs(to - from) >= mostWords) return undefined;
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const value = from + index * step;
    return numbers ? String(value) : String.fromCharCode(value);
  });
}
