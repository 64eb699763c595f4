import { describe, test } from 'vitest';
import { fateOfCall } from '../../../src/core/session/trace';
import { quoted } from '../../../src/core/texts/sentence';
import { expect } from '../../support/inWords';

const shell = (command: string): string =>
  `/bin/bash -c source /home/u/.claude/snapshot.sh 2>/dev/null || true && eval '${command}' < /dev/null && pwd -P >| /tmp/x`;

describe('what is known of a call whose agent was lost', () => {
  test.each<[string, string | undefined, readonly string[] | undefined, string]>([
    ['its shell was stopped', 'npm run build', [shell('npm run build')], 'It was still running, and was stopped.'],
    [
      'in quotes of the agent',
      `echo 'a b'; make`,
      [shell(`echo '"'"'a b'"'"'; make`)],
      'It was still running, and was stopped.',
    ],
    ['over several lines', 'make\nmake test', [shell('make make test')], 'It was still running, and was stopped.'],
    [
      'only others were stopped',
      'npm test',
      [shell('npm run build'), 'node server.js'],
      'Nothing of it runs any more; what came of it is not known.',
    ],
    [
      'a longer word is another one',
      'ls',
      [shell('false'), 'lsof'],
      'Nothing of it runs any more; what came of it is not known.',
    ],
    ['nothing was there', 'npm test', [], 'Nothing of it runs any more; what came of it is not known.'],
    ['a tool without a command', undefined, [shell('x')], 'Nothing of it runs any more; what came of it is not known.'],
    ['a command without a word', '&&', [shell('x')], 'Nothing of it runs any more; what came of it is not known.'],
    ['another machine', 'npm test', undefined, 'Whether it still runs, and what came of it, is not known.'],
  ])('%s', (_, command, stopped, known) => {
    expect(fateOfCall(command, stopped, quoted('It ended.'))).toEqual(`It ended. ${known}`);
  });
});
