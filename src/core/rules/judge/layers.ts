import type { CompiledRule } from '../match/compiled';
import type { ActionRules, RuleSet } from './ruleSet';

/**
 * The rules of several places as one set, so that a change in one place compiles no other. All of them are asked, and
 * of those that answer the same the rule of the first place is named.
 */
export function joinRules(sets: readonly RuleSet[]): RuleSet {
  const [only, ...more] = sets;
  if (only && more.length === 0) return only;
  return {
    allow: joined(sets.map(({ allow }) => allow)),
    ask: joined(sets.map(({ ask }) => ask)),
    deny: joined(sets.map(({ deny }) => deny)),
    broken: sets.flatMap(({ broken }) => broken),
    unreadable: sets.flatMap(({ unreadable }) => unreadable),
  };
}

function joined(parts: readonly ActionRules[]): ActionRules {
  return {
    commands: allowedCommands(parts.flatMap(({ commands }) => commands ?? [])),
    deniedCommands: deniedCommands(parts.flatMap(part => part.deniedCommands ?? [])),
    read: paths(parts.map(({ read }) => read)),
    edit: paths(parts.map(({ edit }) => edit)),
    tool: (name, now) => first(parts, part => part.tool(name, now)),
    named: (tool, name, now) => first(parts, part => part.named(tool, name, now)),
    parameter: (tool, input, now) => first(parts, part => part.parameter(tool, input, now)),
    host: (name, tool, now) => first(parts, part => part.host(name, tool, now)),
    anyHost: now => first(parts, part => part.anyHost(now)),
  };
}

function allowedCommands(parts: readonly NonNullable<ActionRules['commands']>[]): ActionRules['commands'] {
  if (parts.length === 0) return undefined;
  return {
    exactRule: (words, now) => first(parts, part => part.exactRule(words, now)),
    wideRule: (words, now) => first(parts, part => part.wideRule(words, now)),
    narrowestWords: (words, now) =>
      parts
        .map(part => part.narrowestWords(words, now))
        .reduce((one, other) => (other.length > one.length ? other : one)),
  };
}

type Denied = NonNullable<ActionRules['deniedCommands']>;

function deniedCommands(parts: readonly Denied[]): Denied | undefined {
  if (parts.length === 0) return undefined;
  return {
    isEmpty: parts.every(part => part.isEmpty),
    find: (words, ignoreCase, now, budget) => {
      let maybe: ReturnType<Denied['find']>;
      for (const part of parts) {
        const found = part.find(words, ignoreCase, now, budget);
        // What is sure in one place counts over what is not in another.
        if (found?.sure === true) return found;
        maybe ??= found;
      }
      return maybe;
    },
    findMention: (text, now) => first(parts, part => part.findMention(text, now)),
    findWords: (text, now) => first(parts, part => part.findWords(text, now)),
    any: now => first(parts, part => part.any(now)),
  };
}

function paths(parts: readonly ActionRules['read'][]): ActionRules['read'] {
  // A pattern without a folder means the folders of all rules, wherever it stands itself.
  const roots = new Set(parts.flatMap(part => [...part.roots]));
  return {
    isEmpty: parts.every(part => part.isEmpty),
    roots,
    any: now => first(parts, part => part.any(now)),
    find: (path, bases, now, budget) => first(parts, part => part.find(path, bases, now, budget, roots)),
  };
}

function first<T>(parts: readonly T[], ask: (part: T) => CompiledRule | undefined): CompiledRule | undefined {
  for (const part of parts) {
    const found = ask(part);
    if (found) return found;
  }
  return undefined;
}
