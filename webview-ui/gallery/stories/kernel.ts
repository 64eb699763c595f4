import type { Shield } from '../../../src/core/session/enforcement';
import { quoted, say } from '../../../src/core/texts/sentence';
import { cardFrom } from '../samples/sample';
import { screen, session, type Story } from './story';

const held: Extract<Shield, { readonly state: 'held' }> = {
  state: 'held',
  counts: { reads: 2, writes: 5, hosts: 1 },
  gaps: [],
};
const version = '2.1.197';
const newer = '2.1.326';

const shields: Readonly<Record<string, Shield>> = {
  held: { ...held, calm: true, opened: ['/srv/shop-data', '/home/ana/notes/payments'] },
  weak: {
    ...held,
    calm: false,
    weaknesses: [
      say(
        'With Claude Code {version} a command can move the folder in which a place lies that it must not write, and make another one there. {newer} does not let it.',
        { version, newer },
      ),
      say(
        'You are root, and with Claude Code {version} a command of root can undo what is held. {newer} does not let it.',
        { version, newer },
      ),
    ],
  },
  gap: {
    ...held,
    gaps: [
      say('The pattern {pattern} meets {count} files, and each makes every command slower.', {
        pattern: '/home/ana/shop/**/*.snap',
        count: 1204,
      }),
    ],
  },
  forbidden: {
    state: 'open',
    why: say('The sandbox does not start, because this system, as most containers do, forbids it: {error}', {
      error: 'bwrap: Creating new namespace failed: Operation not permitted',
    }),
    remedy: quoted('sudo sysctl -w kernel.unprivileged_userns_clone=1'),
  },
  outside: { ...held, excluded: ['docker', 'npm run e2e'] },
  lifted: {
    state: 'stopped',
    why: say(
      'Other settings of Claude Code let commands out of the sandbox (sandbox.excludedCommands), each with the whole line in which it stands: {commands}.',
      { commands: [quoted('docker *'), quoted('gh *')] },
    ),
  },
};

/** A command that would write elsewhere, with what can be opened for it behind the answer. */
const outside = cardFrom('write-outside', {
  kind: 'bash',
  tool: 'Bash',
  input: { command: 'cp dist/report.csv /srv/shop-data/reports/', description: 'Publish the report' },
  risk: 'medium',
  riskSentence: say('It {risks}.', { risks: [say('writes files')] }),
  because: [{ verdict: 'ask', reason: say('No rule allows {what}.', { what: 'cp' }) }],
  kernel: say('The kernel will stop this: commands can write only in the folder of the session, not {paths}.', {
    paths: [quoted('/srv/shop-data/reports')],
  }),
  details: {
    suggestions: [
      { type: 'latchWrite', folder: '/srv/shop-data/reports' },
      { type: 'latchWrite', folder: '/srv/shop-data/reports', lasts: 'session' },
    ],
  },
});

/** A command that runs outside of the sandbox, because a person has excluded it. */
const excluded = cardFrom('excluded-command', {
  kind: 'bash',
  tool: 'Bash',
  input: { command: 'cd deploy && docker compose up -d', description: 'Start the services' },
  risk: 'medium',
  riskSentence: say('It {risks}.', {
    risks: [say('runs {object}, which is not known to be harmless', { object: 'docker compose' })],
  }),
  because: [{ verdict: 'ask', reason: say('No rule allows {what}.', { what: 'docker compose up' }) }],
  excluded: 'docker',
});

/** What the kernel holds: the shield, whose words open on a click, and a card that meets it. */
export const kernelStories: readonly Story[] = [
  ...Object.entries(shields).map(([name, shield]) => ({
    name: `shield-${name}`,
    group: 'kernel',
    snapshot: { ...screen([]), sessions: [{ ...session({ state: 'idle' }), shield }] },
  })),
  { name: 'write-outside', group: 'kernel', snapshot: screen([outside]) },
  { name: 'excluded-command', group: 'kernel', snapshot: screen([excluded]) },
];
