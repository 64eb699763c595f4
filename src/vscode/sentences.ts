import * as vscode from 'vscode';
import { isChinese, sentencesIn } from '../core/texts/translate';
import { zhCn } from '../core/texts/zhCn';

/** What the core says, in the language of the window: for what the editor itself shows of it. */
export const { sentence, place } = sentencesIn(isChinese(vscode.env.language) ? zhCn : undefined);
