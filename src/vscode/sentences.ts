import * as vscode from 'vscode';
import type { Sentence } from '../core/texts/sentence';
import { drawnIn, isChinese, placeIn, type Translations } from '../core/texts/translate';

let draw = drawnIn(undefined);
let drawPlace = placeIn(undefined);

/** Loads what the language of the window needs, before anything is said in it. */
export async function learnLanguage(): Promise<void> {
  if (!isChinese(vscode.env.language)) return;
  const { zhCn }: { readonly zhCn: Translations } = await import('../core/texts/zhCn');
  draw = drawnIn(zhCn);
  drawPlace = placeIn(zhCn);
}

/** What the core says, in the language of the window: for what the editor itself shows of it. */
export const sentence = (it: Sentence): string => draw(it);
export const place = (where: string): string => drawPlace(where);
