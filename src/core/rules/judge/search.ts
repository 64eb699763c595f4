import { say, type Sentence } from '../../texts/sentence';
import type { ToolUse } from '../language/verdict';
import { segmentWildcard, wildcardMatches } from '../match/wildcard';
import { isSensitive, type World } from '../paths/world';
import { field } from './field';

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
