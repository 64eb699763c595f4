import { mayNameFile } from '../../src/core/transcript/links';
import { useText } from '../state/context';
import { LiveContext, useIsFile } from './live';
import { Plain } from './plain';
import { type ReactNode, useContext } from 'react';

/** More of an address is not read in a line; its whole stands in the name of the link, and where the editor asks. */
const longestShown = 60;
/** Of which the host is always read to its end: that is where the name stands that counts. */
const host = /^[a-z]+:\/\/[^/?#]*/i;

/** A link of a text, with the address to which it leads. Where a decision is made it opens nothing. */
export function TextLink({
  target,
  title,
  children,
}: {
  readonly target: string;
  readonly title?: string | undefined;
  /** Absent where the text is the address. */
  readonly children?: ReactNode;
}): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  const address = [target, title].filter(part => part !== undefined).join(' ');
  const most = Math.max(longestShown, (host.exec(target)?.[0].length ?? 0) + 1);
  const shown = live === undefined || address.length <= most ? address : `${address.slice(0, most - 1)}…`;
  const body = children ?? <Plain text={live === undefined ? target : shown} />;
  const behind = children !== undefined && (
    <>
      {' '}
      <span className="quiet">
        (<Plain text={shown} />)
      </span>
    </>
  );
  if (live === undefined)
    return (
      <span className="inert-link">
        {body}
        {behind}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="link text-link"
        title={target}
        aria-label={children === undefined ? text('link.open', target) : undefined}
        onClick={() => live.open(target)}
      >
        {body}
      </button>
      {behind}
    </>
  );
}

/** Words in code: a link where they name a file that is there. */
export function CodeWords({ text: words }: { readonly text: string }): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  const found = useIsFile(mayNameFile(words) ? words : undefined);
  const code = (
    <code>
      <Plain text={words} />
    </code>
  );
  if (!found || live === undefined) return code;
  return (
    <button
      type="button"
      className="link text-link"
      aria-label={text('link.open', words)}
      onClick={() => live.open(words)}
    >
      {code}
    </button>
  );
}
