import type { ReactNode } from 'react';

/** Line drawings on a 16 × 16 grid, in the colour of the text around them. */
const paths = {
  add: 'M8 3v10M3 8h10',
  send: 'M3 13.5 14 8 3 2.5 4.5 8 3 13.5ZM4.5 8H9',
  attach: 'M11.5 4.5 6 10a1.4 1.4 0 0 0 2 2l5-5a2.8 2.8 0 0 0-4-4L3.8 8.2a4.2 4.2 0 0 0 6 6l3.7-3.7',
  stop: 'M4.5 4.5h7v7h-7z',
  terminal: 'M2 3.5h12v9H2zM4.5 6 7 8l-2.5 2M8.5 10.5h3',
  edit: 'M3 13l.6-2.8L11 2.8 13.2 5l-7.4 7.4L3 13ZM9.6 4.2l2.2 2.2',
  file: 'M4 1.5h5L12.5 5v9.5H4zM9 1.5V5h3.5',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4',
  globe: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8ZM2 8h12M8 1.8c-4 3.6-4 8.8 0 12.4 4-3.6 4-8.8 0-12.4Z',
  plug: 'M6 1.8v3.4M10 1.8v3.4M4.2 5.2h7.6V8a3.8 3.8 0 0 1-7.6 0V5.2ZM8 11.8v2.4',
  book: 'M2.5 3h4A1.5 1.5 0 0 1 8 4.5V13a1.5 1.5 0 0 0-1.5-1.2h-4V3ZM13.5 3h-4A1.5 1.5 0 0 0 8 4.5V13a1.5 1.5 0 0 1 1.5-1.2h4V3Z',
  people: 'M8 2.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6ZM3.5 13.8c0-3 2-4.8 4.5-4.8s4.5 1.8 4.5 4.8',
  list: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.5 4h1M2.5 8h1M2.5 12h1',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.3v.4',
  form: 'M2.5 2.5h11v11h-11zM5 6h6M5 9.5h3.5',
  tool: 'M10 2.2a3.6 3.6 0 0 0-3.2 5L2.4 11.6l2 2 4.4-4.4a3.6 3.6 0 0 0 4.6-4.4L11.2 7 9 4.8 11.2 2.6A3.6 3.6 0 0 0 10 2.2Z',
  check: 'M3 8.5 6.3 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2ZM8 4.8V8l2.2 1.6',
  warning: 'M8 2 14.5 13.5h-13L8 2ZM8 6.2v3.6M8 11.4v.6',
  chevronDown: 'M4 6.5 8 10.5 12 6.5',
  chevronUp: 'M4 10 8 6l4 4',
  chevronRight: 'M6 4l4.5 4L6 12',
  shieldHeld: 'M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4L8 1.8ZM5.6 8l1.8 1.8 3-3.4',
  shieldOpen: 'M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4L8 1.8ZM8 5v3.6M8 10.4v.4',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  bulb: 'M5.5 10.5a4 4 0 1 1 5 0c-.6.5-.8.9-.8 1.5H6.3c0-.6-.2-1-.8-1.5ZM6.5 14h3',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H9',
  diff: 'M8 2.5v6M5 5.5h6M5 12.5h6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
