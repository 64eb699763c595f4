/** How people call whom a session is with. Claude Code is the one without a name of its own. */
export function agentName(agent: string | undefined): string {
  return agent ?? 'Claude';
}
