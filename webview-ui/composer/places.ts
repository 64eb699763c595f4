import { entryOf } from '../../src/core/base/entryOf';
import type { SlashCommand } from '../../src/core/call/agentFacts';
import type { UiCommand } from '../../src/core/protocol/requests';
import type { TextKey } from '../language/translate';

/** Commands of the terminal that have a place of their own in Latch. */
const places: Readonly<Record<string, { readonly command: UiCommand; readonly says: TextKey }>> = {
  permissions: { command: 'manageRules', says: 'slash.permissions' },
  'allowed-tools': { command: 'manageRules', says: 'slash.permissions' },
  resume: { command: 'continueSession', says: 'slash.resume' },
  continue: { command: 'continueSession', says: 'slash.resume' },
  export: { command: 'exportSession', says: 'slash.export' },
  rename: { command: 'renameSession', says: 'slash.rename' },
  fork: { command: 'forkSession', says: 'slash.fork' },
  rewind: { command: 'forkAtEarlier', says: 'slash.rewind' },
  branch: { command: 'forkSession', says: 'slash.fork' },
  memory: { command: 'showAgentFiles', says: 'slash.memory' },
  agents: { command: 'showAgentFiles', says: 'slash.memory' },
  hooks: { command: 'showAgentFiles', says: 'slash.memory' },
  mcp: { command: 'manageServers', says: 'slash.mcp' },
  model: { command: 'chooseModel', says: 'slash.model' },
  login: { command: 'account', says: 'slash.login' },
  logout: { command: 'account', says: 'slash.login' },
  usage: { command: 'showUsage', says: 'slash.usage' },
  status: { command: 'showUsage', says: 'slash.usage' },
  help: { command: 'showHelp', says: 'slash.help' },
};
/** Of those with the same place only one is listed. */
const listed = 'permissions resume model login usage mcp memory export rename rewind fork help'.split(' ');
/** Those behind which stands what only Claude Code can tell; another agent may have a command of that name. */
const onlyClaude = new Set('memory agents hooks mcp login logout'.split(' '));
/** What only a terminal can do. */
const onlyInTerminal = new Set(
  'fast add-dir tasks btw plan ide vim theme feedback statusline upgrade doctor'.split(' '),
);

/** Where this message leads in place of the agent. */
export function placeOf(
  message: string,
  agent?: string,
): { readonly command: UiCommand } | { readonly terminal: string } | undefined {
  const name = /^\/([\w:.-]+)\s*$/.exec(message.trim())?.[1];
  if (name === undefined || isTheirs(name, agent)) return undefined;
  const place = entryOf(places, name);
  if (place) return place;
  return onlyInTerminal.has(name) ? { terminal: name } : undefined;
}

function isTheirs(name: string, agent: string | undefined): boolean {
  return agent !== undefined && (onlyClaude.has(name) || onlyInTerminal.has(name));
}

interface Listed {
  readonly name: string;
  /** In the words of whoever wrote the command, or ours. */
  readonly description: string | { readonly says: TextKey };
  readonly hint?: string | undefined;
}

/** What can be typed after a slash and does something, the best first. */
export function commandsFor(commands: readonly SlashCommand[], query: string, agent?: string): readonly Listed[] {
  const wanted = query.toLowerCase();
  const own = listed.flatMap(name =>
    places[name] && !isTheirs(name, agent) ? [{ name, description: { says: places[name].says } }] : [],
  );
  const taken = new Set([...Object.keys(places), ...onlyInTerminal]);
  const theirs = commands
    // One with such a name is for programs.
    .filter(({ name }) => (!taken.has(name) || isTheirs(name, agent)) && !name.startsWith('__'))
    .map(({ name, description, argumentHint, aliases = [] }) => ({
      name,
      description,
      aliases,
      hint: argumentHint,
    }));
  const rank = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return [...theirs, ...own]
    .filter(it => [it.name, ...('aliases' in it ? it.aliases : [])].some(name => name.toLowerCase().includes(wanted)))
    .toSorted((one, other) => rank(one.name) - rank(other.name));
}
