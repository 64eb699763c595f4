import type { RuleInput } from '../call/ruleInput';
import type { PlainTemplate } from '../texts/sentence';

/** Sets of rules to begin with. They are rules like any others: a person reads them first, and can change each. */
export type PresetName = 'careful' | 'balanced' | 'fast';

/** A rule of a set; what it is for is written into the file in the language of the person who adds it. */
export type Preset = Pick<RuleInput, 'action' | 'pattern'> & { readonly description: PlainTemplate };

const secrets: readonly Preset[] = [
  { action: 'deny', pattern: 'Read(~/.ssh/**)', description: 'Keys stay out of the conversation.' },
  { action: 'deny', pattern: 'Read(~/.aws/**)', description: 'Credentials stay out of the conversation.' },
  { action: 'deny', pattern: 'Read(.env)', description: 'Secrets of the project stay out of the conversation.' },
  { action: 'deny', pattern: 'Read(.env.*)', description: 'Secrets of the project stay out of the conversation.' },
];

const published: readonly Preset[] = [
  { action: 'ask', pattern: 'Bash(git push:*)', description: 'What others see is looked at first.' },
  { action: 'ask', pattern: 'Bash(npm publish:*)', description: 'What others see is looked at first.' },
];

const checks: readonly Preset[] = [
  { action: 'allow', pattern: 'Bash(npm test)', description: 'Tests of the project.' },
  { action: 'allow', pattern: 'Bash(npm run test:*)', description: 'Tests of the project.' },
  { action: 'allow', pattern: 'Bash(npm run lint:*)', description: 'Checks of the project.' },
  { action: 'allow', pattern: 'Bash(npm run build:*)', description: 'The build of the project.' },
  { action: 'allow', pattern: 'Bash(git add:*)', description: 'Collecting changes can be taken back.' },
  { action: 'allow', pattern: 'Bash(git commit:*)', description: 'A commit stays on this machine.' },
];

const edits: readonly Preset[] = [
  { action: 'allow', pattern: 'Edit(./**)', description: 'Edits inside the folder; protected files still ask.' },
];

export const presets: Readonly<Record<PresetName, readonly Preset[]>> = {
  careful: [...secrets, ...published, { action: 'ask', pattern: 'WebFetch', description: 'Every page is asked for.' }],
  balanced: [...secrets, ...published, ...checks],
  fast: [...secrets, ...published, ...checks, ...edits],
};
