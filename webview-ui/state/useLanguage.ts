import { activeSession } from './chatState';
import { useView } from './context';
import type { panelEn } from '../language/panel.en';
import { type Translate, translator } from '../language/translate';
import { useEffect, useMemo } from 'react';

/** The texts of the page in the language of the editor, about the agent of the session in front. */
export function useLanguage(more?: typeof panelEn): Translate {
  const language = useView(view => view.chat.language);
  const agent = useView(view => activeSession(view.chat)?.agent);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return useMemo(() => translator(language, window.latchChinese, more, agent), [language, more, agent]);
}
