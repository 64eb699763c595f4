import { Icon } from './icon';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/** A further answer, in the list behind a button. */
export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly pick: () => void;
}

interface SplitButtonProps {
  readonly label: string;
  /** What opens the list, for those who do not see the arrow. */
  readonly moreLabel: string;
  readonly filled: boolean;
  /** Looks as if it took no press, and takes none; it keeps the focus. */
  readonly off: boolean;
  /** The same of the arrow. */
  readonly moreOff: boolean;
  readonly hint?: string;
  /** The keys that do the same, as they are drawn on the button and as assistive technology names them. */
  readonly keys?: { readonly drawn: string; readonly named: string };
  readonly items: readonly MenuItem[];
  readonly onPress: () => void;
  readonly onOpen?: () => void;
}

/** One answer, and behind its arrow the others of its kind. */
export function SplitButton({ label, hint, keys, filled, off, items, onPress, ...menu }: SplitButtonProps): ReactNode {
  const kind = filled ? 'primary' : 'secondary';
  return (
    <span className="split" data-filled={filled}>
      <button
        type="button"
        className={kind}
        aria-disabled={off}
        aria-keyshortcuts={keys?.named}
        title={hint}
        onClick={onPress}
      >
        {label}
        {keys !== undefined && (
          <kbd className="keys" aria-hidden="true">
            {keys.drawn}
          </kbd>
        )}
      </button>
      {items.length > 0 && <Menu kind={kind} items={items} {...menu} />}
    </span>
  );
}

interface MenuProps extends Pick<SplitButtonProps, 'moreLabel' | 'moreOff' | 'items' | 'onOpen'> {
  readonly kind: string;
}

/** The list lies in the layer above the page, so that no edge of a card cuts it, and goes at a press beside it. */
function Menu({ kind, moreLabel, moreOff, items, onOpen }: MenuProps): ReactNode {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  function onToggle(open: boolean): void {
    if (!open) return;
    place(list.current, opener.current);
    list.current?.querySelector('button')?.focus();
    onOpen?.();
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${kind} split-more`}
        aria-haspopup="menu"
        aria-label={moreLabel}
        title={moreLabel}
        aria-disabled={moreOff}
        popoverTarget={moreOff ? undefined : id}
      >
        <Icon name="chevronUp" />
      </button>
      <div
        ref={list}
        id={id}
        className="menu"
        role="menu"
        aria-label={moreLabel}
        popover="auto"
        onToggle={event => onToggle(event.newState === 'open')}
        onKeyDown={event => onMenuKey(event, list.current)}
      >
        {items.map(({ key, label, pick }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover();
              pick();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

const edge = 8;

/** Above its button, as far to the right as that goes, within the page. */
function place(list: HTMLElement | null, opener: HTMLElement | null): void {
  if (list === null || opener === null) return;
  const at = opener.getBoundingClientRect();
  const left = Math.max(edge, Math.min(at.right - list.offsetWidth, window.innerWidth - list.offsetWidth - edge));
  list.style.left = `${left}px`;
  list.style.bottom = `${window.innerHeight - at.top + 2}px`;
  list.style.maxHeight = `${at.top - edge}px`;
}

/** Keys that lead through the list stay in it; a chord that decides must not reach the card behind. */
function onMenuKey(event: KeyboardEvent, list: HTMLElement | null): void {
  event.stopPropagation();
  const items = [...(list?.querySelectorAll('button') ?? [])];
  const at = items.findIndex(item => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
  if (next !== undefined) items[next % items.length]?.focus();
  else if (event.key === 'Tab') list?.hidePopover();
  if (next !== undefined) event.preventDefault();
}
