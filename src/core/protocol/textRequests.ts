import { list, name, object, oneOf, optional, text } from './read';
import { type Done, takes } from './request';

/** What a person does with a text of the conversation. */
export const textRequests = {
  /** Which of these words name a file that is there. */
  'text/known': takes(object({ sessionId: name, names: list(name) })).gives<{ readonly known: readonly string[] }>(),
  /** Opens what a link or a word leads to: an address of the web, or a file at its line. */
  'text/open': takes(object({ sessionId: name, target: name })).gives<Done>(),
  /** Takes a text into the clipboard, the editor that was last used, or a new one. */
  'text/take': takes(object({ text, as: oneOf('copy', 'insert', 'open'), language: optional(text) })).gives<Done>(),
};
