import { putAt } from './dropped';
import { composerCursor, focusComposer, writeTo } from '../state/composer';
import { useChat, useText } from '../state/context';
import { draftNow } from '../state/drafts';

/** Mentions files where the person was writing; what none of them can be is said. */
export function useMentioning(key: string, refuse: (why: string) => void): (files: readonly string[]) => void {
  const chat = useChat();
  const words = useText();
  async function mention(files: readonly string[]): Promise<void> {
    const { mentions } = await chat.host.request('composer/mention', { files });
    if (mentions.length === 0) {
      refuse(words('composer.notMentioned'));
      return;
    }
    const now = draftNow(key, chat.store.getState());
    const put = putAt(now, composerCursor() ?? now.length, mentions.join(' '));
    writeTo(put.cursor, () => chat.draft(key, put.text));
    focusComposer();
  }
  return files => void chat.attempt(() => mention(files));
}
