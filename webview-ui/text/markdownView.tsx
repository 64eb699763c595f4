import { useText } from '../state/context';
import { keyed, keyedPlaces } from '../base/keyed';
import { CodeBlock } from './codeBlock';
import { isBare } from './drawn';
import type { Inline } from './inline';
import { Lazy } from './lazy';
import { CodeWords, TextLink, TextWords } from './links';
import { LiveContext } from './live';
import { type Align, type Block, type ListItem, longestPiece, parseBlocks, type Row } from './markdown';
import { Payload } from './payload';
import { type Piece, readerOfPieces } from './pieces';
import { Plain } from './plain';
import { createElement, memo, type ReactNode, useMemo, useState } from 'react';

/** So many groups of pieces are drawn at once; those before them when a person asks. */
const drawnGroups = 19;
/** Of a text with more groups, or a longer one, what is not near the part on screen is not read before it comes near. */
const eagerGroups = 2;
const eagerLength = 20_000;
/** What is longer is data, and is drawn as it is. */
const longestFormatted = 400_000;
/** So much of its end is drawn at once, and a little more: where that begins moves in steps while the text grows. */
const drawnUnformatted = 100_000;
const beginsAgain = 25_000;
const guessedColumns = 50;

/** Markdown as elements of ours: every text in it is a text node. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }): ReactNode {
  return text.length <= longestFormatted ? <Formatted text={text} /> : <Unformatted text={text} />;
});

function Unformatted({ text }: { readonly text: string }): ReactNode {
  const say = useText();
  const [whole, setWhole] = useState(false);
  const from = whole ? 0 : endOf(text);
  return (
    <div className="markdown">
      <p className="quiet">{say('text.plain')}</p>
      {from > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('text.earlier', from)}
        </button>
      )}
      <Payload text={text.slice(from)} />
    </div>
  );
}

function Formatted({ text }: { readonly text: string }): ReactNode {
  const say = useText();
  // What was read of a text that grows is gone on with: it holds all that came before.
  const [reader] = useState(readerOfPieces);
  const groups = useMemo(() => reader(text), [reader, text]);
  const [more, setMore] = useState(0);
  const from = Math.max(0, groups.length - drawnGroups - more);
  const hidden = from === 0 ? 0 : (groups[from]?.[0]?.at ?? 0);
  const eager = groups.length <= eagerGroups && text.length <= eagerLength;
  return (
    <div className="markdown">
      {from > 0 && (
        <button type="button" className="link" onClick={() => setMore(more + drawnGroups)}>
          {say('text.earlier', hidden)}
        </button>
      )}
      {groups.slice(from).map((pieces, place) => (
        <DrawnGroup key={pieces[0]?.at} pieces={pieces} eager={eager} last={from + place === groups.length - 1} />
      ))}
    </div>
  );
}

interface DrawnGroupProps {
  readonly pieces: readonly Piece[];
  readonly eager: boolean;
  /** Its end is the end of the text. */
  readonly last: boolean;
}

/** A full one is the same group as before, and none of its pieces is looked at. */
const DrawnGroup = memo(function DrawnGroup({ pieces, eager, last }: DrawnGroupProps): ReactNode {
  return (
    <div className="pieces">
      {pieces.map((piece, place) => (
        <DrawnPiece key={piece.at} piece={piece} eager={eager || (last && place >= pieces.length - 2)} />
      ))}
    </div>
  );
});

interface DrawnPieceProps {
  readonly piece: Piece;
  readonly eager: boolean;
}

/** What is settled is the same piece as before, and is not even looked at. */
const DrawnPiece = memo(function DrawnPiece({ piece, eager }: DrawnPieceProps): ReactNode {
  return (
    <Lazy eager={eager} lines={Math.ceil(piece.text.length / guessedColumns)}>
      <PieceView kind={piece.kind} info={piece.kind === 'code' ? piece.info : ''} text={piece.text} />
    </Lazy>
  );
});

interface PieceProps {
  readonly kind: Piece['kind'];
  readonly info: string;
  readonly text: string;
}

/** Drawn once for as long as its text stays the same. */
const PieceView = memo(function PieceView({ kind, info, text }: PieceProps): ReactNode {
  return <div className="piece">{kind === 'code' ? <CodeBlock info={info} text={text} /> : <Read text={text} />}</div>;
});

/** Where its end begins: at a line, or where it is all one line, at a letter. */
function endOf(text: string): number {
  const from = Math.floor((text.length - drawnUnformatted) / beginsAgain) * beginsAgain;
  const lineEnd = text.indexOf('\n', from);
  if (lineEnd !== -1) return lineEnd + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from;
}

/** What is no text of a person but data is drawn part by part, as it is. */
function Read({ text }: { readonly text: string }): ReactNode {
  return text.length > longestPiece ? <Payload text={text} /> : <Blocks blocks={parseBlocks(text)} />;
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }): ReactNode {
  return keyed(blocks, block => block.kind).map(([key, block]) => <BlockView key={key} block={block} />);
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      // The page has its own outline; a heading of a message begins below it.
      return createElement(`h${Math.min(6, block.level + 2)}`, undefined, <Inlines parts={block.parts} />);
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.parts} />
        </p>
      );
    case 'code':
      return <CodeBlock info={block.info} text={block.text} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List ordered={block.ordered} start={block.start} items={block.items} />;
    case 'table':
      return <Table align={block.align} rows={block.rows} />;
    case 'rule':
      return <hr />;
    case 'note':
      return (
        <p className="footnote">
          <sup>
            <Plain text={block.label} />
          </sup>{' '}
          <Inlines parts={block.parts} />
        </p>
      );
    default:
      return block satisfies never;
  }
}

interface ListProps {
  readonly ordered: boolean;
  readonly start: number;
  readonly items: readonly ListItem[];
}

function List({ ordered, start, items }: ListProps): ReactNode {
  const entries = keyed(items, () => 'item').map(([key, item]) => (
    <li key={key} data-task={item.done !== undefined}>
      {item.done !== undefined && <span className="task">{item.done ? '☑' : '☐'} </span>}
      <Blocks blocks={item.blocks} />
    </li>
  ));
  return ordered ? <ol start={start}>{entries}</ol> : <ul>{entries}</ul>;
}

function Table({ align, rows }: { readonly align: readonly Align[]; readonly rows: readonly Row[] }): ReactNode {
  const [head = [], ...body] = rows;
  return (
    <div className="table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {keyedPlaces(head).map(([key, cell, at]) => (
              <th key={key} data-align={align[at]}>
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyedPlaces(body).map(([rowKey, row]) => (
            <tr key={rowKey}>
              {keyedPlaces(row).map(([key, cell, at]) => (
                <td key={key} data-align={align[at]}>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ parts }: { readonly parts: readonly Inline[] }): ReactNode {
  return keyed(parts, part => (typeof part === 'string' ? 'text' : part.kind)).map(([key, part]) => (
    <InlineView key={key} part={part} />
  ));
}

/** In a link nothing else leads anywhere. */
function LinkWords({ parts }: { readonly parts: readonly Inline[] }): ReactNode {
  return (
    <LiveContext value={undefined}>
      <Inlines parts={parts} />
    </LiveContext>
  );
}

const elements = { strong: 'strong', em: 'em', strike: 's' } as const;

function InlineView({ part }: { readonly part: Inline }): ReactNode {
  const say = useText();
  if (typeof part === 'string') return <TextWords text={part} />;
  switch (part.kind) {
    case 'code':
      return <CodeWords text={part.text} />;
    case 'link':
      return (
        <TextLink target={part.target} title={part.title}>
          {isBare(part) ? undefined : <LinkWords parts={part.parts} />}
        </TextLink>
      );
    case 'note':
      return (
        <sup aria-label={say('note.label', part.label)}>
          <Plain text={part.label} />
        </sup>
      );
    case 'strong':
    case 'em':
    case 'strike':
      return createElement(elements[part.kind], undefined, <Inlines parts={part.parts} />);
    default:
      return part satisfies never;
  }
}
