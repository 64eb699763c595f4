import { zhCn as sentences } from '../src/core/texts/zhCn';
import type { Chinese } from './language/translate';
import { zhCn as texts } from './language/zhCn';

declare global {
  interface Window {
    /** All that a page says in Chinese: a script of its own, which runs first, and only where it is needed. */
    latchChinese?: Chinese;
  }
}

window.latchChinese = { texts, sentences };
