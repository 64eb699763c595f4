// One session with the agent of the benches, over stdio or over ACP: the same gate, rules and record behind both.
import { join } from 'node:path';
import { judgementOf } from '../../src/core/ruleAdmin/judgementOf';
import { compileRules, evaluate, plainContext } from '../../src/core/rules';
import { Sessions } from '../../src/session/sessions';
import { JournalFolder } from '../../src/stores/journalFolder';

const [transport = '', hosts = '', journal = ''] = process.argv.slice(2);
const cwd = process.cwd();
const rules = compileRules([{ action: 'allow', pattern: 'Bash(make:*)', root: cwd, source: { scope: 'user' } }]);
const quiet = (): void => {};
let ended = quiet;
const over = new Promise<void>(resolve => {
  ended = resolve;
});
let ran = false;

const sessions = new Sessions({
  journals: new JournalFolder(journal),
  workspace: [cwd],
  cwd: () => cwd,
  gate: () => 'strict',
  mediation: () => 'full',
  timeLimit: () => 0,
  claudePath: () => join(hosts, 'agent.mjs'),
  environment: () => ({ BENCH_MODE: 'asks', BENCH_PID: String(process.ppid) }),
  fromRepository: () => Promise.resolve({ choice: 'none' as const }),
  agents: () => [{ name: 'Bench', command: join(hosts, 'acpAgent.mjs'), args: [], env: {} }],
  enforcement: {
    enforcement: () => 'off',
    limits: () => Promise.reject(new Error('There is no sandbox to limit.')),
  },
  judge: ({ tool, input }) => judgementOf(tool, evaluate(rules, { tool, input, cwd }, plainContext(cwd))),
  log: { info: quiet, warn: quiet, error: quiet },
  listener: {
    onCard: quiet,
    onTranscript: quiet,
    onView({ status: { state } }) {
      ran ||= state === 'running';
      if ((ran && state === 'idle') || state === 'failed') ended();
    },
  },
});

async function main(): Promise<void> {
  const session = await sessions.create(transport === 'acp' ? 'Bench' : undefined);
  await session.send('Go');
  await over;
  await sessions.endAll();
}

void main();
