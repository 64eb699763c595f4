// A host that allows every call, until it is killed: what its agent has begun then goes on without it.
import { quoted } from '../../src/core/texts/sentence';
import { Sessions } from '../../src/session/sessions';
import { JournalFolder } from '../../src/stores/journalFolder';

const [, , folder = '', journals = '', agent = '', environment = '{}'] = process.argv;
const quiet = (): void => {};
const sessions = new Sessions({
  journals: new JournalFolder(journals),
  workspace: [folder],
  cwd: () => folder,
  gate: () => 'strict',
  mediation: () => 'full',
  enforcement: {
    enforcement: () => 'off',
    limits: () => Promise.reject(new Error('There is no sandbox to limit.')),
  },
  timeLimit: () => 0,
  claudePath: () => agent,
  environment: () => JSON.parse(environment),
  fromRepository: () => Promise.resolve({ choice: 'none' as const }),
  judge: () => ({
    verdict: { decision: 'ask', readOnly: false, always: true },
    risk: 'low',
    riskSentence: quoted(''),
    because: [],
  }),
  log: { info: quiet, warn: quiet, error: quiet },
  listener: {
    onCard(sessionId, { toolCallId, state, revision }) {
      if (state === 'waiting')
        void sessions.get(sessionId)?.confirm({ sessionId, toolCallId, confirmed: true, revision });
    },
    onTranscript: quiet,
    onView: quiet,
  },
});
const session = await sessions.create();
console.log(session.id);
await session.send('Go');
