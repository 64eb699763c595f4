/** Calls as a scenario names them. */
export function bash(id: string, command: string): object {
  return { tool: 'Bash', id, input: { command, description: command } };
}

export function write(id: string, name: string): object {
  return { tool: 'Write', id, input: { file_path: `$WORKSPACE/${name}`, content: `${name}\n` } };
}

export function agent(id: string, prompt: string, background = false): object {
  const input = { description: `Task ${id}`, prompt, subagent_type: 'general-purpose', run_in_background: background };
  return { tool: 'Agent', id, input };
}
