// A command that does nothing says why, in one way for all of them.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { say } from '../../../src/core/texts/sentence';
import { Told } from '../../../src/core/texts/told';
import type { Outcome } from '../../../src/vscode/commands/command';
import { reported } from '../../../src/vscode/commands/reported';
import { learnLanguage } from '../../../src/vscode/sentences';

const told = vi.hoisted((): string[] => []);
vi.mock('vscode', () => ({
  env: { language: 'zh-cn' },
  window: {
    showInformationMessage: (text: string) => told.push(`info: ${text}`),
    showErrorMessage: (text: string) => told.push(`error: ${text}`),
  },
}));

const log = {
  info: (text: string) => void told.push(text),
  warn: (text: string) => void told.push(`log: ${text}`),
  error: (text: string) => void told.push(`log: ${text}`),
};

beforeAll(learnLanguage);

afterEach(() => {
  told.length = 0;
});

const outcome = (it: Outcome) => () => Promise.resolve(it);

test.each([
  ['nothing where it was done', outcome({ kind: 'done' }), []],
  ['the person what is missing', outcome({ kind: 'missing', text: 'No session.' }), ['info: No session.']],
  [
    'the log alone what was handed over wrongly',
    outcome({ kind: 'wrong', what: 'a hat' }),
    ['log: x was given a hat.'],
  ],
  [
    'both why it failed, and the person in their language',
    () => Promise.reject(new Told(say('This call is already decided.'))),
    ['log: x: This call is already decided.', 'error: 此调用已有决定。'],
  ],
])('tells %s', async (_, run, expected) => {
  await reported('x', log, run);
  expect(told).toEqual(expected);
});
