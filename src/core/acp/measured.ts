import type { AcpAgent } from '../session/acpAgent';
import { allAgents } from './knownAgents';

/** Ten calls that a coding agent makes all day, each of which it may ask for or not. */
export const standardCalls = [
  'read',
  'readElsewhere',
  'list',
  'search',
  'lookCommand',
  'command',
  'network',
  'edit',
  'write',
  'fetch',
] as const;

export type StandardCall = (typeof standardCalls)[number];

/**
 * What came of such a call: it was asked for; it ran, and was told as that; the agent itself refused it; nothing was told of
 * it; the agent has no tool for it.
 */
type Asking = 'asks' | 'runs' | 'refuses' | 'untold' | 'none';

interface Measured {
  readonly program: string;
  readonly version: string;
  /** The day. */
  readonly on: string;
  /** Commands were those that it wants to run outside of a sandbox of its own; in there it runs them without asking. */
  readonly ownSandbox?: true;
  readonly calls: Readonly<Record<StandardCall, Asking>>;
}

const asksForAll: Measured['calls'] = {
  read: 'asks',
  readElsewhere: 'asks',
  list: 'asks',
  search: 'asks',
  lookCommand: 'asks',
  command: 'asks',
  network: 'asks',
  edit: 'asks',
  write: 'asks',
  fetch: 'asks',
};
const readsByItself: Measured['calls'] = {
  ...asksForAll,
  read: 'runs',
  list: 'runs',
  search: 'runs',
  lookCommand: 'runs',
};
const on = '2026-11-19';

/** What real agents did, as `npm run test:agents` tries it anew: nobody has to believe what they say of themselves. */
export const measured: readonly Measured[] = [
  { program: 'claude-agent-acp', version: '0.100.0', on, calls: readsByItself },
  { program: 'claude-agent-acp', version: '0.49.0', on, calls: readsByItself },
  { program: 'claude-code-acp', version: '0.16.2', on, calls: { ...asksForAll, list: 'runs', search: 'runs' } },
  { program: 'gemini', version: '0.61.0', on, calls: { ...readsByItself, readElsewhere: 'refuses' } },
  { program: 'opencode', version: '1.18.33', on, calls: asksForAll },
  {
    program: 'codex-acp',
    version: '2.6.0',
    on,
    ownSandbox: true,
    calls: { ...readsByItself, readElsewhere: 'runs', fetch: 'none' },
  },
];

/** What was measured of an agent that is started in this way: other arguments, another mode or environment is another one. */
export function measuredOf({ command, args, mode, env }: AcpAgent): Measured | undefined {
  const program = command.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd)$/i, '');
  const known = allAgents([]).find(it => it.command === program) ?? { args: [], env: {}, mode: undefined };
  const isSame =
    args.join('\n') === known.args.join('\n') &&
    mode === known.mode &&
    Object.entries(known.env).every(([name, value]) => env[name] === value);
  return isSame ? measured.find(it => it.program === program) : undefined;
}
