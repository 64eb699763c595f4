import { quoted } from '../../../src/core/texts/sentence';
import type { Card } from '../../../src/core/card/card';
import type { SelectInteraction } from '../../../src/core/card/interaction';
import type { JsonObject } from '../../../src/core/base/json';
import { database, questions } from './questions';
import type { Sample } from './sample';

const hostile =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>[x](javascript:window.hacked=3)**bold** \u202egnp.cod';

/** The same text of an attacker in every place that an agent can write. */
export function hostileSamples(): Readonly<Record<string, Sample>> {
  const input: JsonObject = {
    command: hostile,
    description: hostile,
    file_path: `/tmp/${hostile}`,
    old_string: hostile,
    new_string: `${hostile} new`,
    content: hostile,
    url: `https://${hostile}`,
    query: hostile,
    plan: `# ${hostile}\n\n- ${hostile}\n\n\`\`\`\n${hostile}\n\`\`\`\n\n| a |\n|---|\n| ${hostile} |`,
    [hostile]: hostile,
  };
  const around: Partial<Card> = {
    input,
    cwd: hostile,
    problem: quoted(hostile),
    riskSentence: quoted(hostile),
    risk: 'medium',
    details: { reason: hostile, title: hostile, suggestions: [] },
    because: [{ command: hostile, verdict: 'ask', reason: quoted(hostile), rule: hostile, where: hostile }],
    subagent: { id: 'a', type: hostile, task: hostile },
  };
  const select: SelectInteraction = {
    ...database,
    title: hostile,
    header: hostile,
    options: [{ value: hostile, label: hostile, description: hostile, preview: hostile }],
  };
  return {
    bash: { kind: 'bash', tool: 'Bash', ...around, input },
    file: { kind: 'file_write', tool: 'Edit', ...around, input },
    web: { kind: 'web', tool: 'WebFetch', ...around, input },
    mcp: { kind: 'mcp', tool: `mcp__${hostile}__${hostile}`, ...around, input },
    plan: { kind: 'plan', tool: 'ExitPlanMode', ...around, input },
    question: { ...questions(select), ...around, input },
    other: { kind: 'other', tool: hostile.repeat(5), ...around, input },
  };
}
