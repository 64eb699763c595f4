/** A longer name is one that nobody could read on a card or write in a rule. */
const longestName = 100;

/** `Agent(Gemini CLI):execute`: a tool that only its agent knows. No rule about our tools is about it. */
export function agentTool(agent: string, tool: string): string {
  const inName = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_ .:@/-]/gu, '-');
  const named = tool.length > longestName ? 'unreadable' : tool;
  return `Agent(${inName(agent)}):${inName(named).replaceAll(/[ :@/]/g, '-')}`;
}

/** Whether a text has this form, as the name of one tool or as a pattern of them. */
export function isAgentTool(text: string): boolean {
  return /^Agent\([\p{L}\p{N}_ .:@/-]+\):[\p{L}\p{N}_.*-]+$/u.test(text);
}
