import { Lexer, type Token, type Tokens } from 'marked';
import { type Inline, inlinesOf } from './inline';

/** Markdown as blocks of ours: what models write, nothing that runs. HTML is drawn as it was written. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  /** `info`: what stands behind the opening fence. */
  | { readonly kind: 'code'; readonly info: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly align: readonly Align[]; readonly rows: readonly Row[] }
  | { readonly kind: 'note'; readonly label: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'rule' };

export type Align = 'left' | 'center' | 'right' | undefined;
export type Row = readonly (readonly Inline[])[];

export interface ListItem {
  /** Of a task list. */
  readonly done?: boolean;
  readonly blocks: readonly Block[];
}

/** A table with more of them is data. */
const mostCells = 1500;
const mostColumns = 100;

/** A piece without an end is data, and is drawn as it is. */
export const longestPiece = 8000;
/** Levels of quotes and lists in a line; each is read once more with every level above it. */
const tooDeep = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){9}/m;
/** What lies below a list or a quote is read once more with each of its lines: a few milliseconds at this many letters. */
const mostRead = 4_000_000;
const nesting = /^ {0,3}(?:[-*+>]|\d)/m;
/** What ends in `@` may be an address of mail, which is looked for from each of its letters. */
const longestWord = 1000;
/** To pair the marks of a text costs as many steps as it has letters, for each mark: a few milliseconds at this many. */
const mostSteps = 150_000;

/** The blocks of one piece; never thrown at, whatever it is. */
export function parseBlocks(text: string): readonly Block[] {
  if (text.length > longestPiece || tooDeep.test(text) || isReadAgain(text)) return [plain(text)];
  const lexer = new Lexer({ gfm: true });
  const tokens = lexer.blockTokens(text.replaceAll('\r\n', '\n'), []);
  for (const { src, tokens: inner } of lexer.inlineQueue.splice(0)) {
    if (src.length * marksIn(src) <= mostSteps && !hasEndlessWord(src)) lexer.inlineTokens(src, inner);
    else inner.push({ type: 'text', raw: src, text: src });
  }
  return tokens.flatMap(blockOf);
}

function plain(text: string): Block {
  return { kind: 'paragraph', parts: [text] };
}

function isReadAgain(text: string): boolean {
  return text.length * text.split('\n').length > mostRead && nesting.test(text);
}

function hasEndlessWord(text: string): boolean {
  return text.includes('@') && text.split(/\s/).some(word => word.length > longestWord && word.includes('@'));
}

function marksIn(text: string): number {
  return text.match(/[*_~[\]<`@!:&\\]/g)?.length ?? 0;
}

type Own =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Hr
  | Tokens.Space
  | Tokens.Checkbox
  | Tokens.Text;

const known: ReadonlySet<string> = new Set<Own['type']>([
  'heading',
  'paragraph',
  'code',
  'blockquote',
  'list',
  'table',
  'hr',
  'space',
  'checkbox',
  'text',
]);

/** What we know how to draw; all else, such as HTML, is drawn as it was written. */
function isOwn(token: Token): token is Own {
  return known.has(token.type);
}

function blockOf(token: Token): readonly Block[] {
  if (!isOwn(token)) return [plain(token.raw.trimEnd())];
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, parts: inlinesOf(token.tokens) }];
    case 'paragraph':
      return [noteOf(token) ?? { kind: 'paragraph', parts: inlinesOf(token.tokens) }];
    case 'text':
      return [{ kind: 'paragraph', parts: token.tokens ? inlinesOf(token.tokens) : [token.text] }];
    case 'code':
      return [{ kind: 'code', info: token.lang ?? '', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: token.tokens.flatMap(blockOf) }];
    case 'list':
      return [
        { kind: 'list', ordered: token.ordered, start: Number(token.start) || 1, items: token.items.map(itemOf) },
      ];
    case 'table':
      return [tableOf(token)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'space':
    case 'checkbox':
      return [];
    default:
      return token satisfies never;
  }
}

function itemOf({ task, checked, tokens }: Tokens.ListItem): ListItem {
  return { ...(task ? { done: checked === true } : {}), blocks: tokens.flatMap(blockOf) };
}

function tableOf({ header, rows, align, raw }: Tokens.Table): Block {
  if (header.length * rows.length > mostCells || header.length > mostColumns) return plain(raw.trimEnd());
  const cells = (row: readonly Tokens.TableCell[]): Row => row.map(cell => inlinesOf(cell.tokens));
  return { kind: 'table', align: align.map(it => it ?? undefined), rows: [header, ...rows].map(cells) };
}

/** `[^1]: words`: what a footnote says. */
function noteOf(token: Tokens.Paragraph): Block | undefined {
  const parts = inlinesOf(token.tokens);
  const [first, second, ...rest] = parts;
  if (typeof first !== 'object' || first.kind !== 'note' || typeof second !== 'string' || !second.startsWith(':'))
    return undefined;
  return { kind: 'note', label: first.label, parts: [second.slice(1).trimStart(), ...rest] };
}
