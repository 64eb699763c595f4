import { keyed } from '../base/keyed';
import { type Block, type ListItem, parseBlocks, splitSettled } from './markdown';
import { type Inline } from './inline';
import { Plain } from './plain';
import { createElement, memo, type ReactNode, useMemo } from 'react';

/** Markdown as elements of ours: every text in it is a text node. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }): ReactNode {
  const pieces = useMemo(() => splitSettled(text), [text]);
  return (
    <div className="markdown">
      {keyed(pieces, () => 'piece').map(([key, piece]) => (
        <Piece key={key} text={piece} />
      ))}
    </div>
  );
});

/** Drawn once for as long as its text stays the same. */
const Piece = memo(function Piece({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="piece">
      <Blocks blocks={parseBlocks(text)} />
    </div>
  );
});

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
      return (
        <pre className="payload">
          {block.info !== '' && (
            <span className="quiet">
              <Plain text={`${block.info}\n`} />
            </span>
          )}
          <Plain text={block.text} />
        </pre>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List ordered={block.ordered} start={block.start} items={block.items} />;
    case 'table':
      return <Table rows={block.rows} />;
    case 'rule':
      return <hr />;
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

function Table({ rows }: { readonly rows: readonly (readonly (readonly Inline[])[])[] }): ReactNode {
  const [head, ...body] = rows;
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {keyed(head ?? [], () => 'cell').map(([key, cell]) => (
              <th key={key}>
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(body, () => 'row').map(([rowKey, row]) => (
            <tr key={rowKey}>
              {keyed(row, () => 'cell').map(([key, cell]) => (
                <td key={key}>
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

const elements = { strong: 'strong', em: 'em', strike: 's' } as const;

function InlineView({ part }: { readonly part: Inline }): ReactNode {
  if (typeof part === 'string') return <Plain text={part} />;
  switch (part.kind) {
    case 'code':
      return (
        <code>
          <Plain text={part.text} />
        </code>
      );
    case 'link':
      return (
        <span className="inert-link">
          <Inlines parts={part.parts} />{' '}
          <span className="quiet">
            (<Plain text={part.target} />)
          </span>
        </span>
      );
    case 'strong':
    case 'em':
    case 'strike':
      return createElement(elements[part.kind], undefined, <Inlines parts={part.parts} />);
    default:
      return part satisfies never;
  }
}
