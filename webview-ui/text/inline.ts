import type { Token, Tokens } from 'marked';

/** What stands within a line. The address of a link is always shown, and what lies behind it is asked of the host. */
export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'strike'; readonly parts: readonly Inline[] }
  | Link
  /** A place at which a footnote belongs. */
  | { readonly kind: 'note'; readonly label: string };

export interface Link {
  readonly kind: 'link';
  readonly parts: readonly Inline[];
  readonly target: string;
  readonly title?: string;
}

export function inlinesOf(tokens: readonly Token[]): readonly Inline[] {
  return tokens.flatMap(inlineOf);
}

type Own =
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Link
  | Tokens.Image
  | Tokens.Br
  | Tokens.Text
  | Tokens.Escape;

const known: ReadonlySet<string> = new Set<Own['type']>([
  'strong',
  'em',
  'del',
  'codespan',
  'link',
  'image',
  'br',
  'text',
  'escape',
]);

/** What we know how to draw; all else, such as HTML, is drawn as it was written. */
function isOwn(token: Token): token is Own {
  return known.has(token.type);
}

function inlineOf(token: Token): readonly Inline[] {
  if (!isOwn(token)) return [token.raw];
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, parts: inlinesOf(token.tokens) }];
    case 'del':
      return [{ kind: 'strike', parts: inlinesOf(token.tokens) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'link':
      return [linkOf(inlinesOf(token.tokens), token)];
    case 'image':
      // Nothing is loaded for a text: a picture is a link to it.
      return [linkOf([token.text], token)];
    case 'br':
      return ['\n'];
    case 'text':
      return token.type === 'text' && token.tokens ? inlinesOf(token.tokens) : notesIn(token.text);
    case 'escape':
      return [token.text];
    default:
      return token satisfies never;
  }
}

function linkOf(parts: readonly Inline[], { href, title }: Tokens.Link | Tokens.Image): Link {
  return { kind: 'link', parts, target: href, ...(title ? { title } : {}) };
}

const note = /\[\^([^\]\s]{1,40})\]/g;

function notesIn(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(note)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ kind: 'note', label: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
