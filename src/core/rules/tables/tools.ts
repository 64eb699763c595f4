/** The tools that Claude Code has had, by the names that a rule uses. An agent of another kind may have more. */
export const knownTools: readonly string[] = (
  'Bash Read Edit Write WebFetch WebSearch Grep Glob Agent Skill Network NotebookEdit ' +
  'AskUserQuestion BashOutput CronCreate CronDelete CronList EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree ' +
  'KillBash KillShell LS LSP ListAgents ListMcpResources ListMcpResourcesTool Monitor MultiEdit NotebookRead ' +
  'PowerShell PushNotification ReadMcpResource ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup ' +
  'SendMessage SlashCommand StructuredOutput Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate ' +
  'TeamCreate TeamDelete TodoRead TodoWrite ToolSearch Workflow'
).split(' ');
