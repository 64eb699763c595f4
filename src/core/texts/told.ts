import { messageOf } from '../base/messageOf';
import { quoted, type Sentence } from './sentence';

/** An error whose reason a person is told. */
export class Told extends Error {
  override readonly name = 'Told';
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/** What to tell of an error, whoever threw it. */
export function sentenceOf(error: unknown): Sentence {
  return error instanceof Told ? error.sentence : quoted(messageOf(error));
}
