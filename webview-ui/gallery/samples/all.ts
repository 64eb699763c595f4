import { commandSamples } from './commands';
import { fileSamples } from './files';
import { questionSamples } from './questions';
import { cwd, type Sample } from './sample';
import { toolSamples } from './tools';
import { say } from '../../../src/core/texts/sentence';

/** A card of each kind. Names are those of the stories. */
export const samples: Readonly<Record<string, Sample>> = {
  ...commandSamples,
  ...fileSamples,
  ...toolSamples,
  ...questionSamples,
  subagent: {
    kind: 'bash',
    tool: 'Bash',
    input: { command: 'rg -n "legacyPay" src' },
    cwd: `${cwd}/packages/checkout`,
    subagent: { id: 'agent-7', type: 'Explore', task: 'Find the payment code', parentToolCallId: 'toolu_agent' },
    because: [
      {
        command: 'rg -n "legacyPay" src',
        verdict: 'ask',
        reason: say('No rule allows it. {reason}', {
          reason: say('{program} is not known to be read-only.', { program: 'rg' }),
        }),
      },
    ],
  },
  unknown: { kind: 'other', tool: 'TeleportFiles', input: { from: '/a', to: '/b', options: { force: true } } },
};
