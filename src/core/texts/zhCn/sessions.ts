import type { Translations } from '../template';

/** What happens to agents, sessions and calls, and why an answer was not taken. */
export const sessionSentences: Translations = {
  // The agent.
  'Claude Code was not found. Install it (npm install -g @anthropic-ai/claude-code), or set the path to it.':
    '未找到 Claude Code。请安装它（npm install -g @anthropic-ai/claude-code），或设置其路径。',
  'The path to Claude Code must be absolute, and "{0}" is not. Change the setting latch.claude.path.':
    'Claude Code 的路径必须是绝对路径，而“{0}”不是。请更改设置 latch.claude.path。',
  'There is no file at {0}. Change the setting latch.claude.path, or clear it to search for Claude Code.':
    '{0} 处没有文件。请更改设置 latch.claude.path，或清除它以自动查找 Claude Code。',
  '{0} is not executable. Make it so (chmod +x), or change the setting latch.claude.path.':
    '{0} 不可执行。请使其可执行（chmod +x），或更改设置 latch.claude.path。',
  'Claude Code could not be started: {0}': '无法启动 Claude Code：{0}',
  'This Claude Code is too old to ask for approvals. Update it (claude update), then restart.':
    '此 Claude Code 版本过旧，无法请求审批。请更新（claude update）后重新启动。',
  'Claude Code ended by {0}.': 'Claude Code 因 {0} 结束。',
  'Claude Code ended with code {0}.': 'Claude Code 以代码 {0} 结束。',
  'Claude Code ended by {0} before it was ready.': 'Claude Code 在就绪之前因 {0} 结束。',
  'Claude Code ended with code {0} before it was ready.': 'Claude Code 在就绪之前以代码 {0} 结束。',
  'Claude Code did not answer in {0} s, so it was ended. It may not be Claude Code, or be too old.':
    'Claude Code 在 {0} 秒内没有应答，已将其结束。它可能不是 Claude Code，或版本过旧。',
  'Claude Code could not begin, so it was ended: {0:text}': 'Claude Code 无法开始，已将其结束：{0}',
  'a line longer than Latch reads': '有一行超过了 Latch 能读取的长度',
  'the agent has ended': '代理已结束',
  'no reason given': '未说明原因',

  // The session.
  'The session ended before this was answered.': '会话在回答之前已结束。',
  'The message could not be sent: {0}': '无法发送消息：{0}',
  'The turn could not be stopped: {0}': '无法停止本轮：{0}',
  'The plan could not be started: {0}': '无法开始执行计划：{0}',
  'Stopped.': '已停止。',
  'New conversation': '新对话',
  'The earlier conversation could not be continued, so Claude starts without it.':
    '无法继续之前的对话，因此 Claude 将在没有它的情况下开始。',
  'The journal of a new session is locked.': '新会话的日志被锁定。',
  'This session cannot be read from its journal.': '无法从日志中读取此会话。',
  'Claude via another server': 'Claude（经由其他服务器）',
  'Claude via {0}': 'Claude（经由 {0}）',
  'The model could not be reached: {0}': '无法连接模型：{0}',
  'The model did not answer ({0}); trying again.': '模型没有应答（{0}）；正在重试。',
  'The agent denied a call by its own rules.': '代理按自己的规则拒绝了一个调用。',
  'The agent sent a request that Latch does not know ({0}); it was refused.':
    '代理发出了 Latch 不认识的请求（{0}），已拒绝。',
  'A hook of the agent could not be read ({0}); its call was denied.': '无法读取代理的钩子（{0}），已拒绝其调用。',

  // Calls.
  'There is no such call in this session.': '此会话中没有这个调用。',
  'The call changed after it was shown. Look at it again.': '此调用在展示后已更改。请重新查看。',
  'This request has already timed out.': '此请求已超时。',
  'This call is already decided.': '此调用已经决定。',
  'The agent has withdrawn this request.': '代理已撤回此请求。',
  'The agent that asked has ended.': '发出请求的代理已结束。',
  'The agent changed this call after it was shown.': '代理在展示后更改了此调用。',
  'The agent asks for something else than what was decided, so nothing has been answered.':
    '代理请求的内容与已决定的不同，因此没有作出回答。',
  'The agent added a warning after this was decided.': '决定之后，代理又添加了警告。',
  'The answer could not be delivered: {0}': '无法送达回答：{0}',
  'You stopped the turn.': '你停止了本轮。',
  'The agent withdrew the request: it was answered elsewhere.': '代理撤回了请求：它已在别处得到回答。',
  'The agent ran this without waiting for an answer.': '代理没有等待回答就运行了它。',
  'The agent gave this call up before it was answered.': '代理在得到回答之前放弃了此调用。',
  'The agent ran this although it was denied.': '尽管已被拒绝，代理仍运行了它。',
  'The turn ended while this ran.': '它运行期间本轮结束了。',
  'The turn ended before this call.': '本轮在此调用之前结束了。',
  'The edited call is denied: {0:text}': '编辑后的调用被拒绝：{0}',
  'Something went wrong in Latch ({0}): {1}': 'Latch 出错（{0}）：{1}',
  'The agent could not be answered: {0}': '无法回答代理：{0}',
  'The journal could not be written: {0:text}': '无法写入日志：{0}',
  'Line {0} is not a journal line.': '第 {0} 行不是日志行。',
  'Line {0} does not follow the line before it: something was removed or moved.':
    '第 {0} 行与前一行不衔接：有内容被删除或移动。',
  'Line {0} was changed after it was written.': '第 {0} 行在写入后被更改。',
  'The journal is closed.': '日志已关闭。',
  '{0}: the request was answered elsewhere, for example by a hook of this repository.':
    '{0}：请求已在别处得到回答，例如由此仓库的钩子回答。',
  '{0} ran without waiting for an answer.': '{0} 没有等待回答就运行了。',
  '{0} was denied: {1:text}': '{0} 被拒绝：{1}',
  '{0}: the answer could not be delivered: {1:text}': '{0}：无法送达回答：{1}',
  'The agent did not suggest what was ticked.': '代理并未建议所勾选的内容。',

  // Edits and the repository.
  'What was in the file before this edit is not known any more.': '此次编辑之前的文件内容已无从得知。',
  '{0} has changed since this edit, so it was left as it is.': '{0} 在此次编辑之后已更改，因此保持原样。',
  '{0} cannot be written ({1}).': '无法写入 {0}（{1}）。',
  'This file cannot be read, so it is not known what it brings.': '无法读取此文件，因此不知道它会带来什么。',
  'runs when it is read': '读取时运行',
  'There are {0} files; the first {1} were read.': '共有 {0} 个文件；已读取前 {1} 个。',

  // What was wrong with an answer in a form.
  'This form cannot be read, so it can only be declined.': '无法读取此表单，因此只能拒绝。',
  'There is no field {0}.': '没有字段 {0}。',
  '{0} is required.': '{0}为必填项。',
  'A form inside a form cannot be answered.': '无法填写表单中的表单。',
  '{0}: choose one of the options.': '{0}：请选择一个选项。',
  '{0}: choose at least {1}.': '{0}：请至少选择 {1} 项。',
  '{0}: choose at most {1}.': '{0}：请最多选择 {1} 项。',
  '{0}: choose one option only.': '{0}：只能选择一个选项。',
  '{0} needs at least {1} characters.': '{0}至少需要 {1} 个字符。',
  '{0} takes at most {1} characters.': '{0}最多 {1} 个字符。',
  '{0} must be a number.': '{0}必须是数字。',
  '{0} must be a whole number.': '{0}必须是整数。',
  '{0} must be at least {1}.': '{0}不能小于 {1}。',
  '{0} must be at most {1}.': '{0}不能大于 {1}。',
  '{0} must be an e-mail address.': '{0}必须是电子邮件地址。',
  '{0} must be an address with a scheme, like https://example.org.':
    '{0}必须是带协议的网址，例如 https://example.org。',
  '{0} must be a date like 2026-11-18.': '{0}必须是日期，例如 2026-11-18。',
  '{0} must be a date and time like 2026-11-18T09:30:00Z.': '{0}必须是日期和时间，例如 2026-11-18T09:30:00Z。',
  'There is no question {0}.': '没有问题 {0}。',
  '{0}: "{1}" is not one of the choices.': '{0}：“{1}”不是可选项之一。',

  // What was typed.
  'The message is empty.': '消息为空。',
  'The message is longer than {0} characters.': '消息超过 {0} 个字符。',
};
