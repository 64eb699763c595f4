import type { Inline, Link } from './inline';
import { type Block, type ListItem, parseBlocks } from './markdown';
import { Pieces } from './pieces';

/** What of a text only forms it: spaces, and the marks that Markdown is made of. All else is there to be read. */
const forming = /[\s`*_~#>|+\-=:[\]()\\.^!"]/g;

/**
 * Whether everything that stands in a text can be read where it is drawn as Markdown. What a reader of Markdown swallows,
 * wherever it does, is missing among the letters that are drawn.
 */
export function showsAll(text: string): boolean {
  const drawn = Pieces.of(undefined, text).all.map(piece =>
    piece.kind === 'code' ? piece.info + piece.text : drawnIn(parseBlocks(piece.text)),
  );
  return text.replace(forming, '') === drawn.join('').replace(forming, '');
}

function drawnIn(blocks: readonly Block[]): string {
  return blocks.map(drawnOf).join('');
}

function drawnOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlines(block.parts);
    case 'note':
      return block.label + inlines(block.parts);
    case 'code':
      return block.info + block.text;
    case 'quote':
      return drawnIn(block.blocks);
    case 'list':
      return block.items
        .map((item, place) => (block.ordered ? String(block.start + place) : '') + drawnItem(item))
        .join('');
    case 'table':
      return block.rows.map(row => row.map(inlines).join('')).join('');
    case 'rule':
      return '';
    default:
      return block satisfies never;
  }
}

function drawnItem({ done, blocks }: ListItem): string {
  return (done === true ? 'x' : '') + drawnIn(blocks);
}

function inlines(parts: readonly Inline[]): string {
  return parts.map(inlineText).join('');
}

function inlineText(part: Inline): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'code':
      return part.text;
    case 'note':
      return part.label;
    case 'link':
      return inlines(part.parts) + (isBare(part) ? '' : part.target) + (part.title ?? '');
    case 'strong':
    case 'em':
    case 'strike':
      return inlines(part.parts);
    default:
      return part satisfies never;
  }
}

/** A link whose text is its address: it is drawn once. */
export function isBare({ parts, target }: Link): boolean {
  const [only] = parts;
  return parts.length === 1 && typeof only === 'string' && (only === target || target === implied(only));
}

/** What a reader of Markdown puts before an address that is written without it. */
function implied(address: string): string {
  return (address.includes('@') ? 'mailto:' : 'http://') + address;
}
