import { useHighlighter } from './highlighting';
import type { Run } from './languages';
import { keyedPlaces } from '../base/keyed';
import { Payload } from './payload';
import { Plain } from './plain';
import { memo, type ReactNode, useEffect, useState } from 'react';

/** To find the words of a language in a text costs time for each letter; what is longer stays in one colour. */
const longestColoured = 12_000;

/** Code in the colours of its language, as soon as those are here and it has stopped growing. */
export const CodeText = memo(function CodeText({
  info,
  text,
}: {
  readonly info: string;
  readonly text: string;
}): ReactNode {
  const runs = useRuns(info, text);
  if (runs === undefined) return <Payload text={text} />;
  return (
    <pre className="payload">
      {keyedPlaces(runs).map(([key, run]) =>
        run.scope === undefined ? (
          <Plain key={key} text={run.text} />
        ) : (
          <span key={key} className={`hl-${run.scope}`}>
            <Plain text={run.text} />
          </span>
        ),
      )}
    </pre>
  );
});

const quietMs = 150;

function useRuns(info: string, text: string): readonly Run[] | undefined {
  const [language = ''] = info.toLowerCase().split(/[\s,{:]/, 1);
  const wanted = language !== '' && text.length <= longestColoured;
  const highlight = useHighlighter(wanted);
  const [drawn, setDrawn] = useState<{ readonly text: string; readonly runs: readonly Run[] }>();
  useEffect(() => {
    if (!wanted || highlight === undefined) return undefined;
    const timer = setTimeout(() => {
      const runs = highlight(text, language);
      setDrawn(runs === undefined ? undefined : { text, runs });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [highlight, wanted, language, text]);
  return drawn?.text === text ? drawn.runs : undefined;
}
