import { field } from '../language/field';
import { toolName } from '../language/rule';
import type { ToolUse } from '../language/verdict';

/** The skill or the subagent that a call names. What else has a name there is how a person calls it. */
export function nameOf({ tool, input }: ToolUse): string | undefined {
  if (tool === 'Skill') return field(input, 'skill', 'command', 'name');
  return toolName(tool) === 'Agent' ? field(input, 'subagent_type') : undefined;
}

/** The same, and where no subagent is named the one that Claude Code starts then. */
export function startedName(call: ToolUse): string | undefined {
  const name = nameOf(call);
  const isNamed = name !== undefined && name.trim() !== '';
  return !isNamed && toolName(call.tool) === 'Agent' ? 'general-purpose' : name;
}
