import type { ScopedRule, Verdict } from '../rules';
import type { Action } from '../call/ruleRef';
import { say } from '../texts/sentence';

/** By the name of a tool: what is done with its calls that no rule is about. */
export type ToolDefaults = Readonly<Record<string, Action>>;

const source = { scope: 'mode' } as const;

/** A default that allows is the weakest of rules: every other one beats it, and so does all that is protected. */
export function defaultRules(defaults: ToolDefaults): readonly ScopedRule[] {
  return Object.entries(defaults)
    .filter(([, action]) => action === 'allow')
    .map(([tool]): ScopedRule => ({ action: 'allow', pattern: tool, source, root: '/' }));
}

const forPeople: readonly string[] = ['AskUserQuestion', 'ExitPlanMode'];

/** A default that denies takes the place of asking, and only there: a rule that allows or asks beats it. */
export function withToolDefault(found: Verdict, tool: string, defaults: ToolDefaults): Verdict {
  const isDenied = Object.hasOwn(defaults, tool) && defaults[tool] === 'deny' && !forPeople.includes(tool);
  const [first] = found.because;
  if (!isDenied || found.decision !== 'ask' || first?.source !== undefined) return found;
  const reason = first
    ? say('The setting latch.toolDefaults denies {tool} where no rule allows it. {reason}', {
        tool,
        reason: first.reason,
      })
    : say('The setting latch.toolDefaults denies {tool} where no rule allows it.', { tool });
  return { ...found, decision: 'deny', because: [{ verdict: 'deny', source, reason }, ...found.because] };
}
