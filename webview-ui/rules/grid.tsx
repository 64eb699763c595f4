import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { useGridKeys } from './gridKeys';
import { GroupLine, RuleLine } from './line';
import { usePanel, usePanelState } from './panelContext';
import { type Line, lineKey, linesInSight, type SortKey } from './view';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Heights in pixels; the style sheet has the same. A narrow table has two lines of text for each rule. */
const headHeight = 28;
const rowHeights = { wide: 30, narrow: 50 } as const;
const narrowBelow = 560;

interface GridProps {
  readonly lines: readonly Line[];
  readonly rows: readonly RuleRow[];
}

/**
 * The table itself. It holds the focus as one thing and says which line the keyboard is on, so that lines out of sight
 * need not exist.
 */
export function RuleGrid({ lines, rows }: GridProps): ReactNode {
  const text = useText();
  const grid = useRef<HTMLDivElement>(null);
  const active = usePanelState(state => state.active);
  const seen = useSeen(grid);
  const rowHeight = seen.narrow ? rowHeights.narrow : rowHeights.wide;
  const at = lines.findIndex(line => lineKey(line) === active);
  useFollowedLine(grid, at, active, rowHeight);
  const onKeyDown = useGridKeys(grid, { lines, rows, at, page: Math.floor(seen.height / rowHeight) });

  return (
    <div
      ref={grid}
      className={seen.narrow ? 'rules-grid narrow' : 'rules-grid'}
      role="treegrid"
      tabIndex={0}
      aria-label={text('rules.title')}
      aria-rowcount={lines.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={at < 0 ? undefined : lineId(at)}
      onScroll={seen.onScroll}
      onKeyDown={onKeyDown}
    >
      <Head />
      <div role="rowgroup" className="rules-body" style={{ height: lines.length * rowHeight }}>
        {linesInSight(lines.length, { ...seen, rowHeight }, at).map(place => {
          const line = lines[place];
          if (line === undefined) return null;
          const common = { id: lineId(place), place, top: place * rowHeight, active: place === at };
          return line.kind === 'group' ? (
            <GroupLine key={lineKey(line)} {...common} group={line} />
          ) : (
            <RuleLine key={lineKey(line)} {...common} row={line.row} />
          );
        })}
      </div>
      {lines.length === 0 && <p className="rules-none quiet">{text('rules.noneFound')}</p>}
    </div>
  );
}

function lineId(place: number): string {
  return `rule-line-${place}`;
}

interface Seen {
  readonly top: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly onScroll: () => void;
}

/** Which part of the table is in sight. */
function useSeen(grid: RefObject<HTMLDivElement | null>): Seen {
  const [seen, setSeen] = useState({ top: 0, height: 600, narrow: false });
  useLayoutEffect(() => {
    const { current } = grid;
    if (current === null) return undefined;
    const measure = (): void =>
      setSeen(before => ({ ...before, height: current.clientHeight, narrow: current.clientWidth < narrowBelow }));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [grid]);
  return { ...seen, onScroll: () => setSeen(before => ({ ...before, top: grid.current?.scrollTop ?? 0 })) };
}

/** Scrolls to the line that the keyboard went to, no further than needed. */
function useFollowedLine(
  grid: RefObject<HTMLDivElement | null>,
  at: number,
  active: string | undefined,
  rowHeight: number,
): void {
  const follow = useEffectEvent((key: string | undefined) => {
    const { current } = grid;
    if (current === null || at < 0 || key === undefined) return;
    const top = at * rowHeight;
    const room = current.clientHeight - headHeight - rowHeight;
    if (top < current.scrollTop) current.scrollTo({ top });
    else if (top > current.scrollTop + room) current.scrollTo({ top: top - room });
  });
  // Neither a search nor another size scrolls.
  useEffect(() => follow(active), [active]);
}

const columns: readonly SortKey[] = ['action', 'pattern', 'scope', 'used', 'made', 'ends'];

function Head(): ReactNode {
  const text = useText();
  const panel = usePanel();
  const sort = usePanelState(state => state.sort);
  return (
    <div role="row" className="rules-head" aria-rowindex={1}>
      <span role="columnheader" className="cell cell-tick">
        <span className="announcer">{text('rules.tick')}</span>
      </span>
      {columns.map(by => {
        const on = sort.by === by;
        return (
          <span
            key={by}
            role="columnheader"
            className={`cell cell-${by}`}
            aria-sort={on ? (sort.down ? 'descending' : 'ascending') : 'none'}
          >
            <button
              type="button"
              className="head-button"
              onClick={() => panel.set({ sort: { by, down: on ? !sort.down : startsDown.has(by) } })}
            >
              {text(`column.${by}`)}
              {on && <Icon name={sort.down ? 'chevronDown' : 'chevronUp'} />}
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** What is latest or most is what one looks for there. */
const startsDown: ReadonlySet<SortKey> = new Set(['used', 'made']);
