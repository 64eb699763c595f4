import type { highlight } from './languages';
import { useEffect, useState } from 'react';

type Highlight = typeof highlight;

let loading: Promise<Highlight | undefined> | undefined;

/** The colours of languages, which are loaded with the first code that needs them. */
export function useHighlighter(wanted: boolean): Highlight | undefined {
  const [loaded, setLoaded] = useState<{ readonly highlight: Highlight }>();
  useEffect(() => {
    if (!wanted || loaded !== undefined) return undefined;
    let here = true;
    // Code without colours can be read as well.
    loading ??= import('./languages').then(
      it => it.highlight,
      () => undefined,
    );
    void loading.then(run => here && run && setLoaded({ highlight: run }));
    return () => {
      here = false;
    };
  }, [wanted, loaded]);
  return loaded?.highlight;
}
