import { mayNameFile, placeOf } from '../../src/core/transcript/links';
import { keyedPlaces } from '../base/keyed';
import { type Printed, printed } from './ansi';
import { LiveContext } from './live';
import { Plain } from './plain';
import { memo, type ReactNode, useContext, useMemo, useState } from 'react';
import { useText } from '../state/context';

/** So many lines of an output are drawn: its end, which tells how it went. */
const drawnLines = 200;

/** So many pieces of them are coloured: twice as many took the browser 75 ms. */
const colouredPieces = 1000;

/** What a command printed, in the colours of the terminal. */
export const Output = memo(function Output({ text }: { readonly text: string }): ReactNode {
  const say = useText();
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => linesOf(printed(text)), [text]);
  const hidden = whole ? 0 : Math.max(0, lines.length - drawnLines);
  return (
    <pre className="payload output">
      {hidden > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('output.earlier', hidden)}
        </button>
      )}
      {keyedPlaces(lastColoured(lines.slice(hidden))).map(([key, line]) => (
        <div key={key} className="output-line">
          <OutputLine line={line} />
        </div>
      ))}
    </pre>
  );
});

function linesOf(pieces: readonly Printed[]): readonly (readonly Printed[])[] {
  const lines: Printed[][] = [[]];
  for (const piece of pieces) {
    const [first = '', ...more] = piece.text.split('\n');
    lines.at(-1)?.push({ ...piece, text: first });
    for (const text of more) lines.push([{ ...piece, text }]);
  }
  if (lines.at(-1)?.every(piece => piece.text === '')) lines.pop();
  return lines;
}

/** The lines with the colours of the last ones: each piece is an element. */
function lastColoured(lines: readonly (readonly Printed[])[]): readonly (readonly Printed[])[] {
  let left = colouredPieces;
  return lines
    .toReversed()
    .map(line => {
      left -= line.length;
      return left >= 0 || line.length === 1 ? line : [{ text: line.map(({ text }) => text).join('') }];
    })
    .toReversed();
}

/** `src/a.ts:3:5: words`, as compilers and searches print it. */
const hit = /^(\s*)((?:[A-Za-z]:)?[^\s:()]+(?::\d+){1,2}|[^\s:()]+\(\d+,\d+\))(?=[\s:)]|$)/;

function OutputLine({ line }: { readonly line: readonly Printed[] }): ReactNode {
  const [only] = line;
  const found = line.length === 1 && only !== undefined ? hit.exec(only.text) : null;
  const [all = '', blank = '', place = ''] = found ?? [];
  if (found === null || only === undefined || !isPlace(place))
    return line.length === 0 ? ' ' : keyedPlaces(line).map(([key, piece]) => <PrintedText key={key} piece={piece} />);
  return (
    <>
      {blank}
      <HitLink place={place} />
      <PrintedText piece={{ ...only, text: only.text.slice(all.length) }} />
    </>
  );
}

function isPlace(text: string): boolean {
  const place = placeOf(text);
  return place?.line !== undefined && (mayNameFile(place.path) || /^[\w.-]+$/.test(place.path));
}

/** It opens when it is asked for: to look up each line of a long output would be many questions. */
function HitLink({ place }: { readonly place: string }): ReactNode {
  const live = useContext(LiveContext);
  if (live === undefined) return <Plain text={place} />;
  return (
    <button type="button" className="link text-link" onClick={() => live.open(place)}>
      <Plain text={place} />
    </button>
  );
}

function PrintedText({ piece }: { readonly piece: Printed }): ReactNode {
  const { text, colour, bold, faint, underline } = piece;
  if (text === '') return null;
  if (colour === undefined && !bold && !faint && !underline) return <Plain text={text} />;
  const names = [bold ? 'bold' : '', faint ? 'faint' : '', underline ? 'underline' : ''].filter(name => name !== '');
  return (
    <span
      className={names.map(name => `ansi-${name}`).join(' ')}
      style={colour === undefined ? undefined : { color: `var(--vscode-terminal-${colour})` }}
    >
      <Plain text={text} />
    </span>
  );
}
