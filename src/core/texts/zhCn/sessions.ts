import { translated } from './translated';

/** What happens to agents, sessions and calls, and why an answer was not taken. */
export const sessionSentences = translated({
  'It was called off.': '已取消。',
  // The agent.
  '{path} starts Claude Code through a script, and its program is not beside it. Set the path to claude.exe.':
    '{path} 是用来启动 Claude Code 的脚本，但旁边没有它的程序。请把路径设为 claude.exe。',
  'Claude Code was not found. Install it (npm install -g @anthropic-ai/claude-code), or set the path to it.':
    '未找到 Claude Code。请先安装（npm install -g @anthropic-ai/claude-code），或设置其路径。',
  'The path to Claude Code must be absolute, and "{path}" is not. Change the setting latch.claude.path.':
    'Claude Code 的路径必须是绝对路径，而“{path}”不是。请更改设置 latch.claude.path。',
  'There is no file at {path}. Change the setting latch.claude.path, or clear it to search for Claude Code.':
    '{path} 不存在。请更改设置 latch.claude.path，或将其清空以自动查找 Claude Code。',
  '{path} is not executable. Make it so (chmod +x), or change the setting latch.claude.path.':
    '{path} 没有执行权限。请添加执行权限（chmod +x），或更改设置 latch.claude.path。',
  'The effort “{effort}” was not taken; it stays at “{now}”.': '推理强度“{effort}”未被采用，仍为“{now}”。',
  'The server {server} names no page of the web to sign in on.': '服务器 {server} 没有给出可登录的网页。',
  'Claude Code did not say where to sign in. Sign in in the terminal: claude auth login.':
    'Claude Code 没有说明在哪里登录。请在终端中登录：claude auth login。',
  'Claude Code could not be started: {error}': '无法启动 Claude Code：{error}',
  'This Claude Code is too old to ask for approvals. Update it (claude update), then restart.':
    '此 Claude Code 版本过旧，不会在操作前询问。请更新（claude update）后重新启动。',
  'Claude Code ended by {signal}.': 'Claude Code 因信号 {signal} 结束。',
  'Claude Code ended with code {code}.': 'Claude Code 已结束，退出代码为 {code}。',
  'Claude Code ended by {signal} before it was ready.': 'Claude Code 在就绪之前因信号 {signal} 结束。',
  'Claude Code ended with code {code} before it was ready.': 'Claude Code 在就绪之前结束，退出代码为 {code}。',
  'Claude Code did not answer in {seconds} s, so it was ended. It may not be Claude Code, or be too old.':
    'Claude Code 在 {seconds} 秒内没有应答，已将其结束。它可能不是 Claude Code，或版本过旧。',
  'Claude Code could not begin, so it was ended: {reason}': 'Claude Code 未能就绪，已将其结束：{reason}',
  'a line longer than Latch reads': '有一行超过了 Latch 能读取的长度',
  'the agent has ended': '智能体已结束',
  'no reason given': '未说明原因',

  // The session.
  'The session ended before this was answered.': '会话在你回答之前就结束了。',
  'The message waits for the next agent: {error}': '该消息等待下一个智能体：{error}',
  'The turn could not be stopped: {error}': '无法停止本轮：{error}',
  'The plan could not be started: {error}': '无法开始执行计划：{error}',
  'Stopped.': '已停止。',
  'New conversation': '新对话',
  'The earlier conversation could not be continued, so Claude starts without it.':
    '无法接上之前的对话，因此 Claude 将重新开始。',
  'The journal of a new session is locked.': '新会话的记录被锁定。',
  'This session cannot be read from its journal.': '无法从记录中读取此会话。',
  'Claude via another server': 'Claude（经由其他服务器）',
  'Claude via {host}': 'Claude（经由 {host}）',
  'The model could not be reached: {error}': '无法连接模型：{error}',
  'The agent denied a call by its own rules.': '智能体按自己的规则拒绝了一个调用。',
  'The agent sent a request that Latch does not know ({request}); it was refused.':
    '智能体发出了 Latch 不认识的请求（{request}），已拒绝。',
  'A hook of the agent could not be read ({what}); its call was denied.':
    '无法读取智能体的钩子（{what}），已拒绝其调用。',

  // Calls.
  'There is no such call in this session.': '此会话中没有这个调用。',
  'The call changed after it was shown. Look at it again.': '此调用在显示之后有变化。请重新查看。',
  'This request has already timed out.': '此请求已超时。',
  'This call is already decided.': '此调用已有决定。',
  'The agent has withdrawn this request.': '智能体已撤回此请求。',
  'The agent that asked has ended.': '发出请求的智能体已结束。',
  'The agent changed this call after it was shown.': '智能体在此调用显示之后更改了它。',
  'The agent asks for something else than what was decided, so nothing has been answered.':
    '智能体请求的内容与你决定的不同，因此没有回答它。',
  'The agent added a warning after this was decided.': '在你决定之后，智能体又添加了一条警告。',
  'The answer could not be delivered: {error}': '无法送达回答：{error}',
  'You stopped the turn.': '你停止了本轮。',
  'The agent withdrew the request: it was answered elsewhere.': '智能体撤回了请求：它已在别处得到回答。',
  'The agent ran this without waiting for an answer.': '智能体没有等待回答就运行了它。',
  'The agent gave this call up before it was answered.': '智能体没有等到回答就放弃了此调用。',
  'The agent ran this although it was denied.': '智能体不顾拒绝，仍然运行了它。',
  'The turn ended while this ran.': '它还在运行时，本轮就结束了。',
  'The turn ended before this call.': '还没轮到此调用，本轮就结束了。',
  'The edited call is denied: {reason}': '编辑后的调用被拒绝：{reason}',
  'Something went wrong in Latch ({what}): {error}': 'Latch 出错（{what}）：{error}',
  'The agent could not be answered: {error}': '无法回答智能体：{error}',
  'The messages that waited here could not be read. Their file was put aside: {path}':
    '无法读取在此等待的消息。其文件已移到一旁：{path}',
  'The journal could not be written: {error}': '无法写入记录：{error}',
  'Line {line} is not a journal line.': '第 {line} 行不是有效的记录。',
  'Its files are not numbered one after the other.': '它的文件编号不连续。',
  'Line {line} does not follow the line before it: something was removed or moved.':
    '第 {line} 行与前一行不衔接：有内容被删除或移动。',
  'Line {line} was changed after it was written.': '第 {line} 行在写入后被更改。',
  'Each line is unchanged and in its place: {lines} in all.': '共 {lines} 行，每一行都未被更改且位置正确。',
  'Its end is the one that this machine saw written: nothing was cut off.':
    '它的结尾与这台机器写入时所见一致：没有内容被截掉。',
  'The first {sealed} lines are those that this machine saw written. Whether any are missing behind line {lines} cannot be told.':
    '前 {sealed} 行与这台机器写入时所见一致。第 {lines} 行之后是否缺少内容，无从得知。',
  'Lines were cut off: this machine saw {sealed} written, and {lines} are there.':
    '有内容被截掉：这台机器见到写入了 {sealed} 行，现在只有 {lines} 行。',
  'Line {line} is not the one that this machine saw written: the record was replaced.':
    '第 {line} 行与这台机器写入时所见不同：记录已被替换。',
  'What this machine kept of its end was changed, so whether lines were cut off cannot be told.':
    '这台机器所保存的结尾信息被改动过，因此无从得知是否有内容被截掉。',
  'What this machine kept of its end has no tag of its key, so whether it is the true end cannot be told.':
    '这台机器所保存的结尾信息没有用它的密钥标记，因此无从得知它是否是真正的结尾。',
  'There is no line in it, and each record begins with one.': '其中一行也没有，而每份记录都以一行开头。',
  'Behind the last line stand {bytes} bytes that are no whole line: one that was not written to its end, or something that was added.':
    '最后一行之后还有 {bytes} 个字节，不成一整行：可能是没有写完的一行，也可能是后来添加的内容。',
  'This machine kept nothing of its end, so whether lines were cut off cannot be told.':
    '这台机器没有保存它的结尾信息，因此无从得知是否有内容被截掉。',
  'The tag in line {line} was not made with the key of this machine: the record was written anew.':
    '第 {line} 行的标记不是用这台机器的密钥生成的：记录已被重写。',
  'Tags made with the key of this machine: {count}, the last one in line {line}.':
    '有 {count} 个标记是用这台机器的密钥生成的，最后一个在第 {line} 行。',
  'Tags made with another key, which could not be checked: {count}.': '有 {count} 个标记是用其他密钥生成的，无法校验。',
  'No line was tagged with the key of this machine, so whether the whole record was written anew cannot be told.':
    '没有任何一行带有用这台机器的密钥生成的标记，因此无从得知整份记录是否被重写。',
  'Lines of a newer version of Latch, which are in their place but were not read: {count}.':
    '有 {count} 行由更新版本的 Latch 写入：它们位置正确，但其内容未被读取。',
  'This session was made by a newer version of Latch. This one lists, verifies and exports it.':
    '此会话由更新版本的 Latch 创建。当前版本只能列出、校验和导出它。',
  'The window in which this session runs does not answer.': '运行此会话的窗口没有响应。',
  'The window in which this session runs does not answer. What you did may still count once it goes on.':
    '运行此会话的窗口没有响应。你刚才的操作在它恢复后仍可能生效。',
  'The window in which this session ran has closed before it answered.': '运行此会话的窗口在回答之前已关闭。',
  'The window in which this session ran has closed.': '运行此会话的窗口已关闭。',
  'The journal is closed.': '记录已关闭。',
  'Another window has taken over this session, and writes its journal.': '另一个窗口已接管此会话，正在写入它的记录。',
  'The lease {path} can be neither read nor replaced.': '租约 {path} 既无法读取，也无法替换。',
  'The journal {path} was removed or replaced while it was in use.': '记录 {path} 在使用期间被删除或替换。',
  '{tool}: the request was answered elsewhere, for example by a hook of this repository.':
    '{tool}：请求已在别处得到回答，例如由此仓库的钩子作出。',
  '{tool}: the agent asked under the id of another request, so it was denied.':
    '{tool}：智能体使用了另一个请求的编号来询问，因此已拒绝。',
  'Only a plan can be approved in this way.': '只有计划才能这样批准。',
  'This session has ended. Begin a new one, or open it again from the list.':
    '此会话已结束。请新建会话，或从列表中重新打开它。',
  'Claude Code wrote a line that cannot be read, and was asked again for what it waits for.':
    'Claude Code 写出了一行无法读取的内容，已重新询问它在等待什么。',
  'Claude Code wrote a line that cannot be read, and does not say what it waits for. If nothing goes on, stop the turn or restart the session.':
    'Claude Code 写出了一行无法读取的内容，也没有说明它在等待什么。如果没有进展，请停止本轮或重启会话。',
  'It was still running, and was stopped.': '它仍在运行，已被停止。',
  'Nothing of it runs any more; what came of it is not known.': '它已不再运行；结果未知。',
  'Whether it still runs, and what came of it, is not known.': '无法得知它是否仍在运行，也不知道结果。',
  'it did not take it within {seconds} s': '它在 {seconds} 秒内没有接受',
  'The record of this session is damaged, so the chat may lack something, or show what was changed. {broken}':
    '此会话的记录已损坏，因此聊天内容可能不完整，或显示被更改过的内容。{broken}',
  'Lines at its end are missing or were exchanged: it had {lines}.': '末尾的行缺失或被替换：原有 {lines} 行。',
  'the disk does not answer': '磁盘没有响应',
  'the agent did not take it within {seconds} s': '智能体在 {seconds} 秒内没有接受',
  'The journal can be written again.': '记录又可以写入了。',
  'The last lines of this session could not be written to its journal in time.': '此会话的最后几行未能及时写入记录。',
  'Claude Code takes no answers any more, so it was ended: {reason}': 'Claude Code 不再接受回答，已将其结束：{reason}',
  'it has not reacted for {seconds} s': '它在 {seconds} 秒内没有反应',
  'The agent used one request id for two calls.': '智能体用同一个请求编号询问了两个调用。',
  '{tool} ran without waiting for an answer.': '{tool} 没有等待回答就运行了。',
  '{tool} was denied: {reason}': '{tool} 被拒绝：{reason}',
  '{tool}: the answer could not be delivered: {reason}': '{tool}：无法送达回答：{reason}',
  'The agent did not suggest what was ticked.': '勾选的内容不在智能体的建议之中。',

  // Edits and the repository.
  'What was in the file before this edit is not known any more.': '此次编辑之前的文件内容已无从得知。',
  '{path} has changed since this edit, so it was left as it is.': '{path} 在此次编辑之后又有更改，因此没有动它。',
  '{path} cannot be written ({error}).': '无法写入 {path}（{error}）。',
  'This file cannot be read, so it is not known what it brings.': '无法读取此文件，因此不知道它带来什么。',
  'runs when it is read': '读取时运行',
  'What the repository brings is no longer what you accepted, so the agent was stopped. Your next message goes on without what is new.':
    '仓库带来的内容已与你接受的不同，因此已停止智能体。发送下一条消息会继续，但不使用新增的内容。',
  'There is more in this folder than was looked through.': '此文件夹中还有未检查的内容。',
  'Latch does not know what this file does.': 'Latch 不知道此文件的作用。',

  // What was wrong with an answer in a form.
  'This form cannot be read, so it can only be declined.': '无法读取此表单，因此只能拒绝。',
  'There is no field {field}.': '没有字段 {field}。',
  '{field} is required.': '{field}为必填项。',
  '{field}: give at least {least}.': '{field}：至少填写 {least} 项。',
  '{field}: give at most {most}.': '{field}：最多填写 {most} 项。',
  '{field} must be JSON.': '{field} 必须是 JSON。',
  '{field}: choose one of the options.': '{field}：请选择一个选项。',
  '{field}: choose at least {least}.': '{field}：请至少选择 {least} 项。',
  '{field}: choose at most {most}.': '{field}：请最多选择 {most} 项。',
  '{field}: choose one option only.': '{field}：只能选择一个选项。',
  '{field} needs at least {least} characters.': '{field}至少需要 {least} 个字符。',
  '{field} takes at most {most} characters.': '{field}最多 {most} 个字符。',
  '{field} must be a number.': '{field}必须是数字。',
  '{field} must be a whole number.': '{field}必须是整数。',
  '{field} must be at least {least}.': '{field}不能小于 {least}。',
  '{field} must be at most {most}.': '{field}不能大于 {most}。',
  '{field} must be an e-mail address.': '{field}必须是电子邮件地址。',
  '{field} must be an address with a scheme, like https://example.org.':
    '{field}必须是带协议的网址，例如 https://example.org。',
  '{field} must be a date like 2026-11-18.': '{field}必须是日期，例如 2026-11-18。',
  '{field} must be a date and time like 2026-11-18T09:30:00Z.': '{field}必须是日期和时间，例如 2026-11-18T09:30:00Z。',
  'Claude is at work. Stop it first.': 'Claude 正在工作。请先停止。',
  'Claude Code has kept no files of then.': 'Claude Code 没有保留当时的文件。',
  'Files that were put back to what they were before an earlier message: {count}.':
    '已恢复到较早的一条消息之前的文件：{count} 个。',
  'There is no question {question}.': '没有问题 {question}。',
  '{question}: "{choice}" is not one of the choices.': '{question}：“{choice}”不是可选项之一。',
});
