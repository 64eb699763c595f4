import {
  compileRules,
  evaluate,
  parseRule,
  plainContext,
  printPath,
  type Rule,
  type ToolUse,
  type Verdict,
} from '../rules';
import type { JsonObject } from '../base/json';
import type { Action } from '../call/ruleRef';
import type { RuleInput } from '../call/ruleInput';

/** What a rule alone makes of the simplest call that it is about; undefined where none can be made up. */
export function sampleVerdict({ action, pattern }: RuleInput, rule: Rule, root: string): Verdict | undefined {
  const call = sampleOf(rule, root);
  if (!call) return undefined;
  const set = compileRules([{ action, pattern, root, source: { scope: 'project' } }]);
  return evaluate(set, call, plainContext(root));
}

/** The simplest call that a rule is about, to try rules on. */
export function sampleCall(pattern: string, action: Action): { readonly tool: string; readonly input: JsonObject } {
  const parsed = parseRule(pattern, action);
  if ('error' in parsed) return { tool: 'Bash', input: { command: '' } };
  const { rule } = parsed;
  if (rule.kind === 'glob') return { tool: 'Bash', input: { command: rule.pattern.replaceAll('*', 'x') } };
  if (rule.kind === 'domain') return { tool: 'WebFetch', input: { url: `https://${rule.host.replaceAll('*', 'x')}/` } };
  if (rule.kind === 'name')
    return { tool: rule.tool, input: { [rule.tool === 'Skill' ? 'skill' : 'subagent_type']: rule.name } };
  if (rule.kind === 'path')
    return {
      tool: rule.access === 'edit' ? 'Edit' : 'Read',
      input: { file_path: printPath(rule.pattern).replaceAll(/\*+/g, 'x') },
    };
  const sample = sampleOf(rule, '.');
  return sample ?? { tool: pattern.replace(/\(.*/s, ''), input: {} };
}

function sampleOf(rule: Rule, cwd: string): (ToolUse & { readonly input: JsonObject }) | undefined {
  switch (rule.kind) {
    case 'prefix':
    case 'exact':
      return { tool: 'Bash', input: { command: rule.words.map(quotedWord).join(' ') }, cwd };
    case 'path': {
      const { tool, pattern } = rule;
      // Whether a pattern with holes in the name of a folder reaches a protected one depends on what is there.
      if (pattern.segments.some(segment => /[?[\\]/.test(segment))) return undefined;
      const rest = pattern.segments.map(segment => segment.replaceAll(/\*+/g, 'x')).join('/');
      const base = { absolute: '', home: '/home/example', root: cwd, cwd, anywhere: cwd }[pattern.anchor];
      return {
        tool: tool === 'Grep' || tool === 'Glob' || tool === 'LS' ? 'Read' : tool,
        input: { file_path: `${base}/${rest}` },
        cwd,
      };
    }
    case 'tool':
      return { tool: rule.tool, input: {}, cwd };
    case 'toolPattern':
    case 'glob':
    case 'domain':
    case 'name':
    case 'parameter':
      return undefined;
    default:
      return rule satisfies never;
  }
}

function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
