import { mayNameFile, partsOf } from '../../src/core/transcript/links';
import { useText } from '../state/context';
import { LiveContext, useIsFile } from './live';
import { Plain } from './plain';
import { keyedPlaces } from '../base/keyed';
import { type ReactNode, useContext, useMemo } from 'react';

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
  return (
    <FileLink name={words} mayName={mayNameFile(words)}>
      <code>
        <Plain text={words} />
      </code>
    </FileLink>
  );
}

/** Words of a sentence, of which those are links that name a file that is there. */
export function TextWords({ text: words }: { readonly text: string }): ReactNode {
  const live = useContext(LiveContext);
  const parts = useMemo(() => (live === undefined ? [] : partsOf(words)), [live, words]);
  if (parts.length <= 1 && parts[0]?.mayName !== true) return <Plain text={words} />;
  return keyedPlaces(parts).map(([key, part]) => (
    <FileLink key={key} name={part.text} mayName={part.mayName}>
      <Plain text={part.text} />
    </FileLink>
  ));
}

interface FileLinkProps {
  readonly name: string;
  readonly mayName: boolean;
  readonly children: ReactNode;
}

function FileLink({ name, mayName, children }: FileLinkProps): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  const found = useIsFile(mayName ? name : undefined);
  if (!found || live === undefined) return children;
  return (
    <button
      type="button"
      className="link text-link"
      aria-label={text('link.open', name)}
      onClick={() => live.open(name)}
    >
      {children}
    </button>
  );
}
