import { isAgentTool } from '../../call/agentTool';
import type { RuleInput } from '../../call/ruleInput';
import type { Rule } from '../language/rule';
import { say, type Sentence } from '../../texts/sentence';

const starters = new Set(
  (
    'sh bash zsh fish dash ksh env sudo doas su xargs eval exec node deno bun python python2 python3 perl ruby php lua ' +
    'npx bunx pnpx uvx ssh docker podman kubectl git npm yarn pnpm make curl wget rm find awk sed nohup timeout time watch'
  ).split(' '),
);

/** Why an allow rule is broader than it looks. */
export function breadth({ action, pattern }: RuleInput, rule: Rule): Sentence | undefined {
  if (action !== 'allow') return undefined;
  if (rule.kind === 'tool' && (/^(?:Bash|Edit|Write|WebFetch)$/.test(rule.tool) || isAgentTool(rule.tool)))
    return say('{rule} allows every call of the tool.', { rule: pattern });
  const program = rule.kind === 'prefix' && rule.words.length === 1 ? rule.words[0] : undefined;
  if (program !== undefined && starters.has(program)) {
    return say('{rule} allows almost anything: {program} can start other programs or destroy data.', {
      rule: pattern,
      program,
    });
  }
  if (rule.kind === 'glob' && rule.pattern.startsWith('*'))
    return say('{rule} allows every program with such arguments.', { rule: pattern });
  return undefined;
}
