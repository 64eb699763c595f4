import { zhCn } from '../src/core/texts/zhCn';

declare global {
  interface Window {
    /** What the host says, in the language of a page that is not English: its own script, which runs first. */
    latchSentences?: typeof zhCn;
  }
}

window.latchSentences = zhCn;
