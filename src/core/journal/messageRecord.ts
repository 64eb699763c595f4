import { maskedBeginning } from '../masking/masking';
import { say, type Sentence } from '../texts/sentence';
import type { JournalRecord } from './journal';

type MessageRecord = JournalRecord & { readonly type: 'agent_message' };

/** No model writes more at once; of what is longer the beginning is kept. To look all of it through would take seconds. */
const longestMessage = 1024 * 1024;

/** What the agent said, as it is written down. */
export function messageRecord(said: Omit<MessageRecord, 'type'>): MessageRecord {
  const { text } = said;
  return {
    ...said,
    type: 'agent_message',
    text: text.length > longestMessage ? maskedBeginning(text, longestMessage) : text,
  };
}

/** What is said where a message is not kept whole: while it streamed, its end was in sight. */
export function leftOutOf({ text }: { readonly text: string }): Sentence | undefined {
  if (text.length <= longestMessage) return undefined;
  return say('The last message has {all} characters. Only the first {most} of them are kept.', {
    all: text.length,
    most: longestMessage,
  });
}
