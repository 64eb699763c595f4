import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

/** Something that was done, and the ways back from it. */
export interface ToastContent {
  /** Another number is another toast, even if it says the same. */
  readonly id: number;
  readonly message: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
}

const shownMs = 10_000;

/** Drawn with its id as key. Tells what was done, for ten seconds, and longer while the person is on it. */
export function Toast({ toast, onEnd }: { readonly toast: ToastContent; readonly onEnd: () => void }): ReactNode {
  const text = useText();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const tryAgain = (): void => {
      const held = document.querySelector('.toast:is(:hover, :focus-within)') !== null;
      if (held) timer = window.setTimeout(tryAgain, 1000);
      else end();
    };
    let timer = window.setTimeout(tryAgain, shownMs);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="toast" role="status">
      <Icon name="check" />
      <span className="toast-text">{toast.message}</span>
      {toast.actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className="link"
          onClick={() => {
            run();
            onEnd();
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" className="icon-button" aria-label={text('toast.close')} onClick={onEnd}>
        <Icon name="close" />
      </button>
    </div>
  );
}
