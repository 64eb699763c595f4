import { say, type Sentence } from '../../texts/sentence';
import type { Because, ToolUse } from '../language/verdict';
import { segmentWildcard, wildcardMatches } from '../match/wildcard';
import { isSensitive, type PathForms, type World } from '../paths/world';
import { becauseOf } from '../match/compiled';
import { type Search, searchedFiles } from '../paths/searched';
import { field, namedPath } from '../language/field';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';

/** The patterns of `Glob` and `Grep` may lead out of the folder that is searched, or straight to a secret. */
export function searchObjection(call: ToolUse, folder: string, world: World): Sentence | undefined {
  if (call.tool !== 'Glob' && call.tool !== 'Grep') return undefined;
  const pattern = field(call.input, call.tool === 'Glob' ? 'pattern' : 'glob');
  if (pattern === undefined) return undefined;
  const meant = alternatives(call.tool === 'Glob' ? [pattern] : listed(pattern));
  if (meant === undefined) return say('The pattern {pattern} cannot be read.', { pattern });
  const base = folder === '.' ? world.cwd : world.forms(folder).lexical;
  if (meant.some(it => leadsOutside(it, base, world)))
    return say('The pattern {pattern} leads outside the workspace.', { pattern });
  return call.tool === 'Grep' && meant.some(meetsSecrets)
    ? say('The pattern {pattern} may meet secrets.', { pattern })
    : undefined;
}

/**
 * A rule that forbids one of the files that a search opens. It asks and does not deny: the rest of the tree may be read.
 */
export function searchedRule(set: RuleSet, call: ToolUse, world: World): Because | undefined {
  const rules = (['deny', 'ask'] as const).filter(action => !set[action].read.isEmpty);
  if (call.tool !== 'Grep' || rules.length === 0) return undefined;
  const files = openedByGrep(call, world);
  for (const action of rules) {
    if (!files) {
      const rule = set[action].read.any(world.context.now);
      if (rule)
        return becauseOf(
          rule,
          undefined,
          'ask',
          say('It searches more files than can be looked at; {rule} may name one of them.', { rule: rule.text }),
        );
    }
    for (const file of files ?? []) {
      const rule = forbiddingRule(set, action, 'read', file, world);
      if (rule)
        return becauseOf(
          rule,
          undefined,
          'ask',
          say('It searches {path}, which {rule} names.', { path: world.shown(file.lexical), rule: rule.text }),
        );
    }
  }
  return undefined;
}

/** What speaks against a search that no rule allows. */
export function searchedSecret(call: ToolUse, world: World): Sentence | undefined {
  if (call.tool !== 'Grep') return undefined;
  const files = openedByGrep(call, world);
  if (!files) return say('It searches more files than can be looked at.');
  const secret = files.find(({ lexical, real }) => isSensitive(lexical) || isSensitive(real ?? ''));
  return secret && say('It opens {path}, which may hold secrets.', { path: world.shown(secret.lexical) });
}

/**
 * The files that `Grep` opens. It starts ripgrep with `--hidden`, so that only what git ignores is left out, and the
 * folders of version control, where no pattern names them.
 */
function openedByGrep(call: ToolUse, world: World): readonly PathForms[] | undefined {
  const folder = world.forms(namedPath(call) ?? '.');
  const root = folder.real ?? folder.lexical;
  const glob = field(call.input, 'glob');
  const globs = glob === undefined ? [] : alternatives(listed(glob));
  const search: Search = { globs: [...(globs ?? []), ...typed(call)], base: world.cwd, ignores: true, hidden: true };
  return searchedFiles(root, search, world.disk)?.map(path => ({
    lexical: `${folder.lexical}${path.slice(root.length)}`,
    real: path,
  }));
}

/** The endings of the types that are searched most. Others are taken for every file. */
const endings: ReadonlyMap<string, readonly string[]> = new Map([
  ['js', ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.vue']],
  ['ts', ['*.ts', '*.tsx', '*.mts', '*.cts']],
  ['py', ['*.py', '*.pyi']],
  ['rust', ['*.rs']],
  ['go', ['*.go']],
  ['java', ['*.java', '*.jsp', '*.jspx', '*.properties']],
  ['css', ['*.css', '*.scss']],
]);

function typed(call: ToolUse): readonly string[] {
  const type = field(call.input, 'type');
  // With a pattern beside it a file must have both, which this does not know: the pattern alone opens more.
  return type === undefined || field(call.input, 'glob') !== undefined ? [] : (endings.get(type) ?? []);
}

/** So many patterns may one with braces stand for. */
const mostAlternatives = 200;

/** The tool takes several patterns in one text. */
function listed(patterns: string): readonly string[] {
  return patterns.split(/\s+/).flatMap(it => (/[{}]/.test(it) ? [it] : it.split(',')));
}

/** What patterns with braces stand for; `undefined` where that cannot be told. */
function alternatives(patterns: readonly string[]): readonly string[] | undefined {
  const done: string[] = [];
  const open = [...patterns];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // The innermost braces first, so that those around them are read afterwards.
    const braces = /\{([^{}]*)\}/.exec(next);
    if (!braces) {
      if (/[{}]/.test(next)) return undefined;
      done.push(next);
      continue;
    }
    const [whole, choices = ''] = braces;
    const before = next.slice(0, braces.index);
    const after = next.slice(braces.index + whole.length);
    open.push(...choices.split(',').map(choice => `${before}${choice}${after}`));
    if (open.length + done.length > mostAlternatives) return undefined;
  }
  return done;
}

function leadsOutside(pattern: string, base: string, world: World): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return true;
  const fixed = pattern.slice(0, pattern.search(/[*?[]|$/)).replace(/[^/]*$/, '');
  return fixed !== '' && !world.isInWorkspace(world.forms(fixed, base));
}

/** Names of files that hold secrets, for patterns that meet one without naming it. */
const secretNames = ['.env', '.env.local', '.npmrc', '.netrc', '.pgpass', 'id_rsa', 'id_ed25519'];

/** `*` alone means every file, which is no choice of secrets. */
function meetsSecrets(pattern: string): boolean {
  if (pattern.startsWith('!')) return false;
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  if (isSensitive(pattern.replaceAll(/\*+/g, 'x')) || isSensitive(pattern.replaceAll('*', ''))) return true;
  if (/^\**$/.test(name)) return false;
  const wildcard = segmentWildcard(name);
  return secretNames.some(secret => wildcardMatches(wildcard, secret));
}
