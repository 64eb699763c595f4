/** A file that goes along with a message: what the model sees of it, and what a person calls it. */
export interface Attachment {
  readonly kind: 'image' | 'pdf' | 'text';
  readonly name: string;
  /** Of an image: `image/png`. */
  readonly mediaType: string;
  /** Base64 of an image or a PDF; a text as it is. */
  readonly data: string;
}

/** What a person writes to the agent. */
export interface Content {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

/** The same with its name. The agent drops a message whose id it has seen before without a word, so each has a new one. */
export interface Message extends Content {
  readonly id: string;
}
