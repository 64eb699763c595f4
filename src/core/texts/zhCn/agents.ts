import { translated } from './translated';

/** What is said of agents that are spoken to over ACP. */
export const agentSentences = translated({
  '{agent} used the id of another call for it, so no rule allows it.':
    '{agent} 对此调用使用了另一个调用的 ID，因此没有规则会允许它。',
  '{agent} did not announce this call, so no rule allows it.': '{agent} 未预先说明此调用，因此没有规则会允许它。',
  '{agent} does not tell the input of this call, so no rule allows it.':
    '{agent} 未说明此调用的输入，因此没有规则会允许它。',
  '{agent} offers no way to allow this once, so it can only be denied.':
    '{agent} 没有提供“仅此一次允许”的选项，因此只能拒绝。',
  '{agent} takes no edited input: allow what it asked for, or deny it.':
    '{agent} 不接受修改后的输入：请按其请求允许，或拒绝。',
  '{agent} did not offer this answer.': '{agent} 没有提供这个回答。',
  '{agent} did not ask for this.': '{agent} 没有为此请求许可。',
  '{tool} runs although {rule} denies it: the agent did not ask.':
    '{tool} 正在运行，尽管 {rule} 拒绝它：智能体没有请求许可。',
  'It is part of what was allowed.': '它是已允许内容的一部分。',
  '{agent} could not be started: {error}': '无法启动 {agent}：{error}',
  '{agent} was not found: there is no program {command}. Install it, or change the setting latch.agents.':
    '未找到 {agent}：没有程序 {command}。请安装它，或更改设置 latch.agents。',
  '{agent} is not in the setting latch.agents any more. Add it there, or begin a session with another agent.':
    '{agent} 已不在设置 latch.agents 中。请将其添加回去，或使用其他智能体开始会话。',
  '{agent} ended by {signal}.': '{agent} 因 {signal} 结束。',
  '{agent} ended with code {code}.': '{agent} 以代码 {code} 结束。',
  '{agent} did not answer in {seconds} s, so it was ended.': '{agent} 在 {seconds} 秒内没有应答，已将其结束。',
  '{agent} could not begin, so it was ended: {reason}': '{agent} 无法开始，已将其结束：{reason}',
  '{agent} wants you to log in first. Choose how, or log in with its own program and restart.':
    '{agent} 需要你先登录。请选择登录方式，或用它自己的程序登录后重新启动。',
  '{agent} wants you to log in first. Log in with its own program in a terminal, then restart.':
    '{agent} 需要你先登录。请在终端中用它自己的程序登录，然后重新启动。',
  '{agent} did not log in: {reason}': '{agent} 未能登录：{reason}',
  'It speaks version {version} of the protocol, and Latch speaks version 1.':
    '它使用协议版本 {version}，而 Latch 使用版本 1。',
  '{agent} cannot do this.': '{agent} 无法执行此操作。',
  '{agent} cannot go on with the earlier conversation, so it starts without it.':
    '{agent} 无法继续之前的对话，因此将从头开始。',
  '{agent} runs commands by itself, outside of the sandbox of Latch.': '{agent} 自行运行命令，不在 Latch 的沙盒中。',
  'Latch cannot keep {agent} from reading what this repository brings: settings, instructions and servers.':
    'Latch 无法阻止 {agent} 读取此仓库带来的内容：设置、说明和服务器。',
  'The turn could not be finished: {error}': '本轮未能完成：{error}',
});
