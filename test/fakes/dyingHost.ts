// A host that allows every call and dies between the disk and the agent: right after a decision was synced.
import { quoted } from '../../src/core/texts/sentence';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sessions } from '../../src/session/sessions';
import { JournalFolder } from '../../src/stores/journalFolder';
import { afterEverySync } from './handleMethods';

const [, , folder = '', agent = ''] = process.argv;

await afterEverySync(() => {
  const id = readFileSync(join(folder, 'session'), 'utf8');
  if (readFileSync(join(folder, 'journal', `${id}.jsonl`), 'utf8').includes('interaction_response'))
    process.kill(process.pid, 'SIGKILL');
});

const quiet = (): void => {};
const sessions = new Sessions({
  journals: new JournalFolder(join(folder, 'journal')),
  workspace: [folder],
  cwd: () => folder,
  gate: () => 'strict',
  mediation: () => 'full',
  timeLimit: () => 0,
  claudePath: () => agent,
  environment: () => ({
    LATCH_FAKE_STEPS: join(folder, 'steps.json'),
    LATCH_FAKE_STDIN: join(folder, 'stdin.jsonl'),
  }),
  fromRepository: () => Promise.resolve({ choice: 'none' as const }),
  enforcement: {
    enforcement: () => 'off',
    limits: () => Promise.reject(new Error('There is no sandbox to limit.')),
  },
  judge: () => ({
    verdict: { decision: 'ask', readOnly: false, always: true },
    risk: 'low',
    riskSentence: quoted(''),
    because: [],
  }),
  log: { info: quiet, warn: quiet, error: quiet },
  listener: {
    onCard(sessionId, { toolCallId, state, revision, details }) {
      if (state === 'waiting' && details.title !== undefined)
        void sessions.get(sessionId)?.confirm({ sessionId, toolCallId, confirmed: true, revision });
    },
    onTranscript: quiet,
    onView: quiet,
  },
});
const session = await sessions.create();
appendFileSync(join(folder, 'session'), session.id);
await session.send('Go');
