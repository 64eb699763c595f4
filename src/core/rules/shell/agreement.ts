import { type ScannedWord, scanShell, type Span } from './scan';

/** What the parser found in one script, without the scripts inside it. */
export interface Parsed {
  readonly words: (Span & { readonly value: string | undefined })[];
  readonly redirects: { readonly from: number; readonly operator: string }[];
  /** Where the body of each here-document begins. */
  readonly hereDocs: number[];
  /** Substitutions as they were written. */
  readonly substitutions: string[];
  /** Parts with a grammar of their own: conditions, prefixes, the variable of a loop. */
  readonly others: Span[];
}

/** Keywords between commands. The constructs of all others are doubts already. */
const keywords = new Set([
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'while',
  'until',
  'for',
  'do',
  'done',
  'time',
  '!',
  '{',
  '}',
]);

/**
 * Whether a second reader sees the same as the parser: the same words in the same places, none of them plain where
 * something is expanded, the same redirections and the same substitutions, and nothing else.
 */
export function readersAgree(source: string, whole: Span, parsed: Parsed): boolean {
  const scan = scanShell(source, whole);
  if (!scan) return false;
  const words = new Map(scan.words.map(word => [word.from, word]));
  for (const { from, to, value } of parsed.words) {
    const word = words.get(from);
    if (word?.to !== to || (value !== undefined && word.value !== value)) return false;
    words.delete(from);
  }
  if (![...words.values()].every(word => isKeyword(source, word) || isInside(word, parsed.others))) return false;
  return (
    sameLists(parsed.redirects.map(nameOf), scan.redirects.map(nameOf)) &&
    sameLists(
      parsed.hereDocs.map(String),
      scan.hereDocs.map(({ from }) => String(from)),
    ) &&
    sameLists(
      parsed.substitutions,
      scan.substitutions.map(({ from, to }) => source.slice(from, to)),
    )
  );
}

export function nothingParsed(): Parsed {
  return { words: [], redirects: [], hereDocs: [], substitutions: [], others: [] };
}

function isKeyword(source: string, { from, to, first }: ScannedWord): boolean {
  const text = source.slice(from, to);
  return first ? keywords.has(text) : text === 'in';
}

function isInside({ from, to }: Span, spans: readonly Span[]): boolean {
  return spans.some(span => span.from <= from && to <= span.to);
}

function nameOf({ from, operator }: { readonly from: number; readonly operator: string }): string {
  return `${from} ${operator}`;
}

function sameLists(one: readonly string[], other: readonly string[]): boolean {
  const sorted = other.toSorted();
  return one.length === other.length && one.toSorted().every((item, at) => item === sorted[at]);
}
