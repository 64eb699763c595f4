import { useView } from './context';
import { type Translate, translator } from '../language/translate';
import { useEffect, useMemo } from 'react';

/** The texts of the page in the language of the editor. */
export function useLanguage(): Translate {
  const language = useView(view => view.chat.language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return useMemo(() => translator(language, window.latchChinese), [language]);
}
