import type { Sentence } from '../texts/sentence';
/** One line of the conversation as the chat shows it. `id` never changes; a later item with the same id replaces it. */
export type TranscriptItem =
  | { readonly kind: 'user'; readonly id: string; readonly text: string }
  | { readonly kind: 'text'; readonly id: string; readonly text: string; readonly settled: boolean }
  | { readonly kind: 'thinking'; readonly id: string; readonly text: string; readonly settled: boolean }
  | { readonly kind: 'call'; readonly id: string; readonly toolCallId: string }
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: Sentence;
    }
  | { readonly kind: 'divider'; readonly id: string; readonly text: Sentence };

/** What changed: a new or replaced item, or text at the end of one that is still streaming. */
export type TranscriptChange =
  | { readonly type: 'put'; readonly item: TranscriptItem }
  | { readonly type: 'append'; readonly id: string; readonly text: string };
