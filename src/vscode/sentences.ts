import * as vscode from 'vscode';
import { drawnIn, isChinese, placeIn } from '../core/texts/translate';
import { zhCn } from '../core/texts/zhCn';

const translations = isChinese(vscode.env.language) ? zhCn : undefined;

/** What the core says, in the language of the window: for what the editor itself shows of it. */
export const sentence = drawnIn(translations);
export const place = placeIn(translations);
