/** What an agent says that it has: the same for every turn until it says otherwise. */
export interface AgentFacts {
  /** What may be typed after a slash, as far as it can be done here. */
  readonly commands: readonly SlashCommand[];
  /** Commands that act on a terminal, which there is none of here. */
  readonly terminalCommands: readonly string[];
  readonly models: readonly ModelChoice[];
  /** Modes of its own, of agents that have them. */
  readonly modes: readonly AgentMode[];
  readonly agents: readonly AgentType[];
  readonly outputStyles: readonly string[];
  readonly outputStyle?: string;
  readonly account: Account;
  readonly mcpServers: readonly NamedServer[];
  /** The names of its tools, those of its MCP servers among them. */
  readonly tools: readonly string[];
  readonly plugins: readonly Plugin[];
  readonly skills: readonly string[];
  /** Where it keeps what it remembers by itself. */
  readonly memoryFolder?: string;
  /** What it can do beyond the protocol that all versions speak. */
  readonly capabilities: readonly string[];
  /** Only newer ones say it before their first turn. */
  readonly version?: string;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly aliases?: readonly string[];
  /** It comes with the agent; only newer agents say so. */
  readonly builtin?: boolean;
}

export interface ModelChoice {
  /** How it is asked for: `sonnet`. */
  readonly value: string;
  /** What then answers: `claude-sonnet-5-5`. */
  readonly resolved?: string;
  readonly name: string;
  readonly description: string;
  /** Absent: its effort cannot be chosen. */
  readonly efforts?: readonly string[];
  /** Whether it obeys when it is told not to think. */
  readonly thinkingOff: boolean;
}

export interface AgentMode {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface AgentType {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

/** Who pays for the model, as far as the agent says. */
export interface Account {
  readonly email?: string;
  readonly organization?: string;
  readonly plan?: string;
  /** Where its key comes from; absent: it has none. */
  readonly key?: string;
  /** Where its token comes from; absent: nobody is signed in. */
  readonly token?: string;
  /** `firstParty`, `bedrock`, `vertex`. */
  readonly provider?: string;
}

export interface NamedServer {
  readonly name: string;
  readonly status: string;
}

export interface Plugin {
  readonly name: string;
  readonly path?: string;
}

export const noFactsYet: AgentFacts = {
  commands: [],
  terminalCommands: [],
  models: [],
  modes: [],
  agents: [],
  outputStyles: [],
  account: {},
  mcpServers: [],
  tools: [],
  plugins: [],
  skills: [],
  capabilities: [],
};

/** What an agent says anew, with names of commands of which it says nothing else. */
export interface ToldFacts {
  readonly facts: Partial<AgentFacts>;
  readonly commandNames?: readonly string[];
}

/**
 * What is known after it. An older agent names the prompts of MCP servers only among the names at the beginning of a turn,
 * so those are commands too.
 */
export function knownAfter(before: AgentFacts, { facts, commandNames = [] }: ToldFacts): AgentFacts {
  const all = { ...before, ...facts };
  const known = new Set(all.commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const named = commandNames.filter(name => !known.has(name)).map(name => ({ name, description: '' }));
  const hidden = new Set(all.terminalCommands);
  return { ...all, commands: [...all.commands, ...named].filter(({ name }) => !hidden.has(name)) };
}

/** Whether nobody can be asked: nobody is signed in, and there is no key and no other provider. */
export function isSignedOut({ token, key, provider }: Account): boolean {
  return token === undefined && key === undefined && provider === 'firstParty';
}
