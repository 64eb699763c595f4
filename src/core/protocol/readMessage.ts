import type { Content } from '../message/message';
import type { QueueChange } from '../message/queue';
import { say, type Sentence } from '../texts/sentence';
import { attachment } from './attachment';
import { basic, list, name, object, optional, type Read, type Reader, text, union } from './read';

const longestText = 1_000_000;
/** The model takes 32 MB in one request, and base64 makes 28 of 20. */
const mostMegabytes = 20;
const longestAttachments = mostMegabytes * 1024 * 1024 * (4 / 3);
const mostAttachments = 20;

const fields = object({ sessionId: optional(name), text, attachments: optional(list(attachment)) });

/** What a person sends. Why it cannot be sent is told to them in a sentence of its own. */
export function content(value: unknown, at?: string): Read<Content & { readonly sessionId?: string }> {
  const read = fields(value, at);
  if (!read.ok) return read;
  const { text: written, attachments = [] } = read.value;
  const size = attachments.reduce((sum, { data }) => sum + data.length, 0);
  if (written.trim() === '' && attachments.length === 0) return told(say('The message is empty.'));
  if (written.length > longestText)
    return told(say('The message is longer than {most} characters.', { most: longestText }));
  if (attachments.length > mostAttachments)
    return told(say('A message takes at most {most} files.', { most: mostAttachments }));
  if (size > longestAttachments)
    return told(
      say('The files of this message are together larger than {most} MB. Send them one by one.', {
        most: mostMegabytes,
      }),
    );
  return read;
}

function told(sentence: Sentence): { readonly ok: false; readonly problem: string; readonly told: Sentence } {
  return { ok: false, problem: sentence.text, told: sentence };
}

const direction = basic((value): value is 1 | -1 => value === 1 || value === -1, 'must be 1 or -1');

/** Later, and not in years. */
const time = basic(
  (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'must be a time in milliseconds',
);

export const queueChange: Reader<QueueChange> = union('type', {
  take: { id: optional(name) },
  move: { id: name, by: direction },
  now: { id: name },
  goOn: {},
  later: { text, at: time },
});
