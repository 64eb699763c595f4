import type { Interaction, SelectInteraction } from '../../../src/core/card/interaction';
import type { Sample } from './sample';

export const database: SelectInteraction = {
  type: 'select',
  id: '0',
  header: 'Database',
  title: 'Which database should the shop use?',
  multiple: false,
  required: false,
  other: true,
  notes: true,
  options: [
    { value: 'SQLite', label: 'SQLite', description: 'One file, nothing to run. Enough for a single server.' },
    {
      value: 'PostgreSQL',
      label: 'PostgreSQL',
      description: 'A server of its own; several shops can share it.',
      preview: 'services:\n  db:\n    image: postgres:17',
    },
  ],
};

const checks: SelectInteraction = {
  type: 'select',
  id: '1',
  header: 'Checks',
  title: 'What should run before each commit?',
  multiple: true,
  required: false,
  other: true,
  notes: true,
  options: ['Type check', 'Linter', 'Tests'].map(label => ({ value: label, label })),
};

export function questions(...interactions: readonly SelectInteraction[]): Sample {
  return {
    kind: 'question',
    tool: 'AskUserQuestion',
    input: { questions: interactions.map(({ title, header }) => ({ question: title, header: header ?? '' })) },
    interaction: { type: 'combined', id: 'questions', title: '', interactions },
  };
}

const form: Interaction = {
  type: 'combined',
  id: 'form',
  title: 'The deploy server needs to know where to put the shop.',
  interactions: [
    { type: 'input', id: 'name', title: 'Name', required: true, multiline: false, format: 'text', minLength: 3 },
    {
      type: 'input',
      id: 'copies',
      title: 'Copies',
      required: true,
      multiline: false,
      format: 'integer',
      minimum: 1,
      value: '2',
    },
    {
      type: 'select',
      id: 'region',
      title: 'Region',
      required: true,
      multiple: false,
      other: false,
      notes: false,
      options: ['Frankfurt', 'Dublin'].map(label => ({ value: label, label })),
    },
    {
      type: 'confirm',
      id: 'public',
      title: 'Reachable from the internet?',
      confirmText: 'Yes, for everybody',
      cancelText: 'Only inside',
    },
    {
      type: 'combined',
      id: 'owner',
      title: 'Who looks after it',
      required: false,
      interactions: [
        { type: 'input', id: 'mail', title: 'E-mail', required: true, multiline: false, format: 'email' },
        { type: 'input', id: 'teams', title: 'Teams', required: false, multiline: true, format: 'lines' },
      ],
    },
    { type: 'input', id: 'notes', title: 'Anything else', required: false, multiline: true, format: 'text' },
  ],
};

export const questionSamples: Readonly<Record<string, Sample>> = {
  question: questions(database),
  questions: questions(database, checks),
  form: {
    kind: 'elicitation',
    tool: 'elicitation',
    mcpServer: 'deploy',
    input: { mode: 'form', message: form.title },
    interaction: form,
  },
  formUrl: {
    kind: 'elicitation',
    tool: 'elicitation',
    mcpServer: 'deploy',
    input: {
      mode: 'url',
      message: 'Sign in to the deploy server to go on.',
      url: 'https://deploy.example.org/device?code=4711',
    },
  },
};
