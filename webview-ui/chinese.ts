import { zhCn as sentences } from '../src/core/texts/zhCn';
import type { Chinese } from './l10n';
import { zhCn as texts } from './l10n.zhCn';

declare global {
  interface Window {
    /** All that a page says in Chinese: a script of its own, which runs first, and only where it is needed. */
    latchChinese?: Chinese;
  }
}

window.latchChinese = { texts, sentences };
