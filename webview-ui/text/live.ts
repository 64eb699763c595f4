import type { Chat } from '../state/chat';
import { useChat } from '../state/context';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';

/** What a person can do with a text of the conversation. */
interface LiveText {
  /** Opens an address of the web or a file, when the host has looked at it. */
  readonly open: (target: string) => void;
  readonly take: (text: string, as: 'copy' | 'insert' | 'open', language?: string) => Promise<boolean>;
  /** Whether this names a file that is there. */
  readonly isFile: (name: string) => Promise<boolean>;
}

/** Absent where a decision is made: nothing in a card leads away from it. */
export const LiveContext = createContext<LiveText | undefined>(undefined);

const askedAtMost = 200;

/** The texts of a session. */
export function useLiveText(sessionId: string | undefined): LiveText | undefined {
  const chat = useChat();
  return useMemo(() => (sessionId === undefined ? undefined : liveText(chat, sessionId)), [chat, sessionId]);
}

function liveText(chat: Chat, sessionId: string): LiveText {
  return {
    isFile: fileFinder(chat, sessionId),
    open: target => void chat.attempt(() => chat.host.request('text/open', { sessionId, target })),
    take: (text, as, language) =>
      chat.attempt(() =>
        chat.host.request('text/take', language === undefined ? { text, as } : { text, as, language }),
      ),
  };
}

/** Words are looked up together, and each once. */
function fileFinder(chat: Chat, sessionId: string): LiveText['isFile'] {
  const known = new Map<string, Promise<boolean>>();
  let gathered: string[] = [];
  let asked: Promise<ReadonlySet<string>> | undefined;
  async function ask(): Promise<ReadonlySet<string>> {
    await new Promise(resolve => setTimeout(resolve, 50));
    const names = gathered.slice(0, askedAtMost);
    gathered = [];
    asked = undefined;
    const reply = await chat.host.request('text/known', { sessionId, names }).catch(() => ({ known: [] }));
    return new Set(reply.known);
  }
  return name => {
    const before = known.get(name);
    if (before !== undefined) return before;
    gathered.push(name);
    asked ??= ask();
    const found = asked.then(all => all.has(name));
    known.set(name, found);
    return found;
  };
}

/** Whether a word is a link to a file: true as soon as the host has found it. */
export function useIsFile(name: string | undefined): boolean {
  const live = useContext(LiveContext);
  const [found, setFound] = useState(false);
  useEffect(() => {
    if (name === undefined || live === undefined) return undefined;
    let wanted = true;
    void live.isFile(name).then(is => wanted && setFound(is));
    return () => {
      wanted = false;
    };
  }, [live, name]);
  return found;
}
