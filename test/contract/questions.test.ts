// What a person answers reaches the model in Claude Code's own words.
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { InteractionResponse } from '../../src/core/card/interaction';
import { clis } from './clis';
import { openStage } from './stage';

const option = (label: string, preview?: string): object => ({
  label,
  description: `About ${label}`,
  ...(preview === undefined ? {} : { preview }),
});

const questions = [
  { question: 'Which lib?', header: 'Lib', multiSelect: false, options: [option('React', '<App/>'), option('Vue')] },
  { question: 'Which features?', header: 'Features', multiSelect: true, options: [option('Auth'), option('Search')] },
  { question: 'Which style?', header: 'Style', multiSelect: false, options: [option('Tabs'), option('Spaces')] },
  { question: 'Anything else?', header: 'Else', multiSelect: false, options: [option('No'), option('Yes')] },
];

const plain = (answers: string): string =>
  `Your questions have been answered: ${answers}. You can now continue with these answers in mind.`;
/** What 2.1.326 says where an answer is more than a choice. */
const careful = (answers: string): string =>
  `The user answered: ${answers}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;

const cases: readonly {
  readonly name: string;
  readonly responses: readonly InteractionResponse[];
  readonly answers: string;
  readonly own: boolean;
}[] = [
  {
    name: 'four questions, one with several choices',
    responses: [
      { id: '0', selectedValues: ['Vue'] },
      { id: '1', selectedValues: ['Auth', 'Search'] },
      { id: '2', selectedValues: ['Tabs'] },
      { id: '3', selectedValues: ['No'] },
    ],
    answers: '"Which lib?"="Vue", "Which features?"="Auth, Search", "Which style?"="Tabs", "Anything else?"="No"',
    own: false,
  },
  {
    name: 'only some of the questions',
    responses: [{ id: '2', selectedValues: ['Spaces'] }],
    answers: '"Which style?"="Spaces"',
    own: false,
  },
  {
    name: 'words of their own, alone and beside a choice',
    responses: [
      { id: '0', text: 'Svelte, it is "small"' },
      { id: '1', selectedValues: ['Auth'], text: 'Paging 分页' },
    ],
    answers: '"Which lib?"="Svelte, it is "small"", "Which features?"="Auth, Paging 分页"',
    own: true,
  },
  {
    name: 'notes, and the preview of what was chosen',
    responses: [{ id: '0', selectedValues: ['React'], notes: 'Prefer hooks' }],
    answers: '"Which lib?"="React" selected preview:\n<App/> notes: Prefer hooks',
    own: true,
  },
];

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test('answers, and a decline, reach the model as Claude Code itself words them', async () => {
    const turns = [...cases.map(({ name }) => name), 'decline', 'nothing'].map(id => [
      { tool: 'AskUserQuestion', id, input: { questions } },
    ]);
    const stage = await openStage({ cli, turns: [...turns, [{ text: 'Thank you.' }]] });
    await stage.send();
    for (const { name, responses } of cases) {
      const card = await stage.asked(name);
      expect(card.kind).toBe('question');
      expect(card.interaction).toMatchObject({
        type: 'combined',
        interactions: [
          { id: '0', title: 'Which lib?', header: 'Lib', multiple: false },
          { id: '1', title: 'Which features?', multiple: true },
          { id: '2' },
          { id: '3' },
        ],
      });
      stage.allow(name, { response: { id: 'questions', responses } });
    }
    await stage.asked('decline');
    stage.deny('decline', { note: 'What is the budget?' });
    await stage.asked('nothing');
    expect(() =>
      stage.allow('nothing', { response: { id: 'questions', responses: [{ id: '9', text: 'x' }] } }),
    ).toThrow('There is no question 9.');
    expect(() =>
      stage.allow('nothing', { response: { id: 'questions', responses: [{ id: '0', selectedValues: ['Elm'] }] } }),
    ).toThrow('Which lib?: "Elm" is not one of the choices.');
    stage.allow('nothing', { response: { id: 'questions' } });
    await stage.idle();
    const told = stage.toolResults();
    for (const { name, answers, own } of cases)
      expect(told[name]).toBe(own && version !== '2.1.197' ? careful(answers) : plain(answers));
    expect(told['decline']).toBe('What is the budget?');
    expect(told['nothing']).toBe('The user did not answer the questions.');
  });
});
