import type { Attachment } from '../message/message';
import { exactly, object, oneOf, text } from './read';

/** A file that goes along with a message. */
export const attachment = exactly<Attachment>()(
  object({ kind: oneOf('image', 'pdf', 'text'), name: text, mediaType: text, data: text }),
);
