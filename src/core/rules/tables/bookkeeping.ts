/** Tools that touch nothing but the agent's own lists. They are never held and never shown as a card. */
const bookkeeping: ReadonlySet<string> = new Set([
  'TodoWrite',
  'TodoRead',
  'TaskCreate',
  'TaskUpdate',
  'TaskList',
  'TaskGet',
  'ToolSearch',
  'ListAgents',
  'ReportFindings',
]);

export function isBookkeeping(tool: string): boolean {
  return bookkeeping.has(tool);
}
