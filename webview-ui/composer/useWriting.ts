import type { Attachment, Content } from '../../src/core/message/message';
import type { Selection } from '../../src/core/message/suggestion';
import { mostFiles, mostMegabytes, readFile } from './files';
import { draggedFrom } from './dropped';
import { placeOf } from './places';
import { useMentioning } from './useMentioning';
import { activeSession } from '../state/chatState';
import { useChat, useText, useView } from '../state/context';
import { composerDraft, draftNow, placeNow } from '../state/drafts';
import { lostWithPage } from '../state/attached';
import { type DragEvent, useMemo, useState } from 'react';

/** What is longer than this goes along as a file: nobody reads it in a box of ten lines, and typing beside it is slow. */
const longestInBox = 20_000;
const longestPasted = 1_000_000;

/** What is being written, and what a person does with it. */
export interface Writing {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Of them, those that go with the page. */
  readonly lost: readonly Attachment[];
  /** Why the last file was not attached. */
  readonly refusal: string | undefined;
  readonly canSend: boolean;
  /** What is selected in the editor, unless the person left it out. */
  readonly selection: Selection | undefined;
  readonly withoutSelection: () => void;
  readonly write: (text: string) => void;
  readonly send: () => Promise<void>;
  readonly attach: (files: Iterable<File>) => Promise<void>;
  readonly detach: (place: number) => void;
  /** What was pasted, where it is too long for the box. True: it is taken care of. */
  readonly tookLong: (pasted: string) => boolean;
  /** Puts messages back before what is written. */
  readonly takeIn: (contents: readonly Content[]) => void;
  readonly onDrop: (event: DragEvent) => void;
}

export function useWriting(): Writing {
  const chat = useChat();
  const words = useText();
  const key = composerDraft(useView(view => view.chat.activeSessionId));
  const text = useView(view => view.drafts.get(key) ?? '');
  const agent = useView(view => activeSession(view.chat)?.agent);
  const attached = useAttached(key);
  const mention = useMentioning(key, attached.refuse);
  const { attachments } = attached;
  const selected = useView(view => view.chat.selection);
  const [leftOut, setLeftOut] = useState<string>();
  const selection = selected?.mention === leftOut ? undefined : selected;
  const canSend = text.trim() !== '' || attachments.length > 0;

  function takeIn(contents: readonly Content[]): void {
    if (contents.length === 0) return;
    const now = draftNow(key, chat.store.getState());
    const texts = [...contents.map(content => content.text), now].filter(it => it !== '');
    chat.draft(key, texts.join('\n\n'));
    attached.add(contents.flatMap(content => content.attachments ?? []));
  }

  async function send(): Promise<void> {
    if (!canSend) return;
    const place = placeOf(text, agent);
    if (place) {
      chat.draft(key, '');
      if ('command' in place) await chat.command(place.command);
      else attached.refuse(words('slash.terminal', place.terminal));
      return;
    }
    // A command begins its message, so nothing is put before it, and what is selected would be one of its words.
    const along = selection && !text.startsWith('/') ? `\n\n${selection.mention}` : '';
    const content = { text: `${text}${along}`, ...(attachments.length > 0 ? { attachments } : {}) };
    chat.draft(key, '');
    attached.clear();
    if (!(await chat.send(content))) takeIn([{ ...content, text }]);
  }

  return {
    ...attached,
    text,
    canSend,
    selection,
    withoutSelection: () => setLeftOut(selected?.mention),
    write: written => chat.draft(key, written),
    send,
    takeIn,
    onDrop(event) {
      const files = draggedFrom(event.dataTransfer);
      if (files.length > 0) mention(files);
      else if (!attached.tookDropped(event.dataTransfer)) return;
      event.preventDefault();
    },
  };
}

type Attached = Pick<Writing, 'attachments' | 'lost' | 'refusal' | 'attach' | 'detach' | 'tookLong'> & {
  readonly add: (more: readonly Attachment[]) => void;
  readonly clear: () => void;
  /** Files from elsewhere and a long text go along. True: it is taken care of. */
  readonly tookDropped: (data: DataTransfer) => boolean;
  readonly refuse: (why: string) => void;
};

const none: readonly Attachment[] = [];

/** The files that go along with what is written under this key. */
function useAttached(key: string): Attached {
  const words = useText();
  const chat = useChat();
  const [refusal, setRefusal] = useState<string>();
  const all = useView(view => view.attached);
  const attachments = all.get(key) ?? none;
  const lost = useMemo(() => lostWithPage(all, key), [all, key]);

  function put(change: (before: readonly Attachment[]) => readonly Attachment[]): void {
    const state = chat.store.getState();
    chat.attach(key, change(state.attached.get(placeNow(key, state)) ?? none));
  }

  function add(more: readonly Attachment[]): void {
    setRefusal(attachments.length + more.length > mostFiles ? words('composer.tooMany', mostFiles) : undefined);
    put(before => [...before, ...more].slice(0, mostFiles));
  }

  async function attach(files: Iterable<File>): Promise<void> {
    const given = [...files];
    const read = await Promise.all(given.slice(0, mostFiles).map(readFile));
    add(read.flatMap(it => (it.ok ? [it.attachment] : [])));
    const refused = read.filter(it => !it.ok);
    const [first] = refused;
    if (first !== undefined) {
      const names = refused.flatMap(({ why, name }) => (why === first.why ? [name] : []));
      setRefusal(words(first.why, names.join(', '), mostMegabytes));
    } else if (given.length > mostFiles) setRefusal(words('composer.tooMany', mostFiles));
  }

  function tookLong(pasted: string): boolean {
    if (pasted.length <= longestInBox) return false;
    if (pasted.length > longestPasted) setRefusal(words('composer.tooLong', longestPasted));
    else add([{ kind: 'text', name: words('composer.pasted'), mediaType: 'text/plain', data: pasted }]);
    return true;
  }

  return {
    attachments,
    lost,
    refusal,
    add,
    attach,
    refuse: setRefusal,
    clear() {
      setRefusal(undefined);
      put(() => []);
    },
    detach: place => put(before => before.filter((_, at) => at !== place)),
    tookLong,
    tookDropped(data) {
      if (data.files.length === 0) return tookLong(data.getData('text/plain'));
      void attach(data.files);
      return true;
    },
  };
}
