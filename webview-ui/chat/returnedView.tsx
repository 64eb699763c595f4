import { type Returned, sizeOf } from '../../src/core/call/returned';
import type { Hunk } from '../../src/core/call/returned';
import { useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import { HunksView } from '../text/hunksView';
import { TextLink } from '../text/links';
import { Markdown } from '../text/markdownView';
import { Output } from '../text/output';
import { Payload } from '../text/payload';
import { isDrawable } from '../text/pictureSize';
import { Plain } from '../text/plain';
import { DiffView } from '../text/diffView';
import { type ReactNode, useMemo } from 'react';

/** What a call gave back, by its kind. */
export function ReturnedView({ returned }: { readonly returned: Returned }): ReactNode {
  const text = useText();
  switch (returned.kind) {
    case 'change':
      return returned.hunks.length === 0 ? <p className="quiet">{text('diff.none')}</p> : <Change {...returned} />;
    case 'file':
      return <p className="quiet">{readWords(returned, text)}</p>;
    case 'output':
      return <CommandOutput {...returned} />;
    case 'picture':
      return <Picture {...returned} />;
    case 'cell':
      return <DiffView before={returned.before} after={returned.after} numbered={false} />;
    case 'page':
      return (
        <>
          <p className="quiet">
            <TextLink target={returned.url} /> · {returned.status} · {text('returned.bytes', returned.bytes)}
          </p>
          <Payload text={returned.text} />
        </>
      );
    case 'found':
      return (
        <ul className="found">
          {keyedPlaces(returned.results).map(([key, { title, url }]) => (
            <li key={key}>
              <TextLink target={url}>
                <Plain text={title} />
              </TextLink>
            </li>
          ))}
        </ul>
      );
    case 'answers':
      return <Answers answers={returned.answers} />;
    case 'report':
      return <Markdown text={returned.text} />;
    case 'todos':
      return null;
    default:
      return returned satisfies never;
  }
}

function Change({ path, hunks }: { readonly path: string; readonly hunks: readonly Hunk[] }): ReactNode {
  return (
    <>
      <p className="quiet">
        <TextLink target={path} />
      </p>
      <HunksView hunks={hunks} />
    </>
  );
}

type Of<K extends Returned['kind']> = Extract<Returned, { readonly kind: K }>;

function readWords({ from, lines, total }: Of<'file'>, text: ReturnType<typeof useText>): string {
  return lines >= total ? text('returned.lines', total) : text('returned.part', from, from + lines - 1, total);
}

function CommandOutput({ text: printed, bytes, taskId }: Of<'output'>): ReactNode {
  const text = useText();
  return (
    <>
      {printed === '' && taskId === undefined && <p className="quiet">{text('returned.silent')}</p>}
      {printed !== '' && <Output text={printed} />}
      {bytes !== undefined && <p className="quiet">{text('returned.cut', bytes)}</p>}
    </>
  );
}

function Picture({ type, base64, bytes }: Of<'picture'>): ReactNode {
  const text = useText();
  const isDrawn = useMemo(() => base64 !== undefined && isDrawable(base64), [base64]);
  if (!isDrawn) return <p className="quiet">{text('returned.noPicture', bytes)}</p>;
  return <img className="returned-picture" src={`data:${type};base64,${base64}`} alt={text('returned.picture')} />;
}

/** As they were asked and answered, to be read later. */
function Answers({ answers }: Pick<Of<'answers'>, 'answers'>): ReactNode {
  return (
    <dl className="answers-given">
      {keyedPlaces(answers).map(([key, { question, answer }]) => (
        <div key={key}>
          <dt>
            <Plain text={question} />
          </dt>
          <dd>
            <Plain text={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `+1 −1` of a change; of other results what is known of their size. */
export function ReturnedSize({ returned }: { readonly returned: Returned }): ReactNode {
  if (returned.kind !== 'change') return null;
  const { added, removed } = sizeOf(returned.hunks);
  return (
    <span className="diff-count">
      <span data-kind="added">+{added}</span>
      {!returned.created && (
        <>
          {' '}
          <span data-kind="removed">−{removed}</span>
        </>
      )}
    </span>
  );
}
