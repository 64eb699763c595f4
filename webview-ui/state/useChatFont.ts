import { useView } from './context';
import { useEffect } from 'react';

/** The text of the chat as the person has set it for chats of the editor. */
export function useChatFont(): void {
  const size = useView(view => view.chat.font.size);
  const family = useView(view => view.chat.font.family);
  useEffect(() => {
    const { style } = document.documentElement;
    if (size === undefined) style.removeProperty('--latch-font-size');
    else style.setProperty('--latch-font-size', `${size}px`);
    if (family === undefined) style.removeProperty('--latch-font-family');
    else style.setProperty('--latch-font-family', family);
  }, [size, family]);
}
