import { parseRule, type Rule } from '../language/rule';
import type { ScopedRule, ScopeEntry } from '../language/verdict';
import { isProtected } from '../paths/world';
import type { KeptPath } from '../../session/enforcement';
import { say, type Sentence } from '../../texts/sentence';
import type { Found, Ground, RuleHold, RuleLimits } from './limit';
import { mostPaths, outermost, type Places, placesOf } from './places';
import { openedByRules } from './opened';
import { argumentsAreRead, filesOfProgram } from './programs';

const nothing: Places = { paths: [], hold: 'reading' };

/** What of the rules the kernel can hold, and what of them it cannot. */
export function limitsOf(entries: readonly ScopeEntry[], ground: Ground): RuleLimits {
  const reads: KeptPath[] = [];
  const writes: KeptPath[] = [];
  const deniedHosts: string[] = [];
  const holds: RuleHold[] = [];
  const failures: Sentence[] = [];
  for (const entry of entries) {
    if ('why' in entry || entry.action === 'allow' || (entry.expires ?? Infinity) <= ground.now) continue;
    const parsed = parseRule(entry.pattern, entry.action);
    // A rule that cannot be read makes its tool ask already.
    if ('error' in parsed) continue;
    if (entry.action === 'ask') {
      holds.push(holdOf(entry, { ...nothing, why: say('The kernel cannot ask.') }));
      continue;
    }
    const { rule } = parsed;
    const places = placesOfRule(rule, entry, ground);
    const limits = places.paths.map(path => ({ path, rule: entry.pattern }));
    (rule.kind === 'path' && rule.access === 'edit' ? writes : reads).push(...limits);
    if (rule.kind === 'domain' && places.hold === 'kernel') deniedHosts.push(rule.host);
    if (places.failure) failures.push(places.failure);
    holds.push(holdOf(entry, places));
  }
  writes.push(...protectedPaths(ground));
  return {
    kernel: {
      denyRead: unique(reads),
      denyWrite: unique(writes),
      allowWrite: [
        ...ground.caches,
        ...openedByRules(entries, ground).filter(folder => isLookedThrough(folder, ground)),
      ],
      deniedHosts: [...new Set(deniedHosts)],
    },
    reads,
    writes,
    holds,
    failures,
  };
}

function holdOf({ pattern, source }: ScopedRule, { hold, why }: Places): RuleHold {
  return { rule: pattern, source, hold, ...(why ? { why } : {}) };
}

function placesOfRule(rule: Rule, entry: ScopedRule, ground: Ground): Places {
  switch (rule.kind) {
    case 'path':
      return placesOf(rule, entry, ground);
    case 'prefix':
    case 'exact': {
      const [program, ...rest] = rule.words;
      const whole = rule.kind === 'prefix' && rest.length === 0 && program !== undefined;
      return whole ? filesOfProgram(program, ground) : { ...nothing, why: argumentsAreRead };
    }
    case 'glob':
      return { ...nothing, why: argumentsAreRead };
    case 'domain':
      // A star within a name is ours alone; the agent knows one for all that stands before a dot.
      return rule.host.replace(/^\*\./, '').includes('*')
        ? { ...nothing, why: say('Each connection asks, and is denied then.') }
        : { paths: [], hold: 'kernel' };
    case 'tool':
    case 'toolPattern':
    case 'name':
    case 'parameter':
      return { ...nothing, why: say('It is about a tool as a whole, and the kernel holds the shell alone.') };
    default:
      return rule satisfies never;
  }
}

/** What is there of protected paths, and what is Latch's own. What is not there yet is left to reading: a place held for it would look like a file. */
function protectedPaths({ tree, opened, ownFiles, realPath, agentFolders }: Ground): readonly KeptPath[] {
  const there = [tree, ...opened.map(it => it.tree)].flatMap(it => it.found);
  const found = there.filter(it => isHeldOnItsOwn(it, agentFolders)).map(({ path }) => path);
  const own = ownFiles.map(path => realPath(path) ?? path);
  return [...new Set([...own, ...outermost(found).slice(0, mostPaths)])].map(path => ({ path }));
}

/** Of a repository of git only what starts programs; the rest of it changes with every commit. */
function isHeldOnItsOwn({ path }: Found, agentFolders: readonly string[]): boolean {
  const inGit = /(?:^|\/)\.git(?:\/(.*))?$/.exec(path);
  if (inGit) return /^(?:hooks|config|config\.worktree)$/.test(inGit[1] ?? '');
  // Package managers keep their downloads there.
  return (
    isProtected(path, agentFolders) && !/(?:^|\/)\.yarn$/.test(path) && !/\/\.yarn\/(?!releases$|plugins$)/.test(path)
  );
}

/** In a folder with more than is looked at nobody knows what is protected: commands write there with a leave. */
function isLookedThrough(folder: string, { opened }: Ground): boolean {
  return opened.some(it => it.folder === folder && it.tree.complete);
}

function unique(limits: readonly KeptPath[]): readonly string[] {
  return [...new Set(limits.map(({ path }) => path))];
}
