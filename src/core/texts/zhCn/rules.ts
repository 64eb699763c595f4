import { translated } from './translated';

/** What is wrong with a rule, with a file of rules, or with a change of them. */
export const ruleSentences = translated({
  // What a rule is about, inside other sentences.
  'every command': '所有命令',
  'every use of {tool}': '{tool} 的所有使用',
  'commands that begin with {words}': '以 {words} 开头的命令',
  'commands like {pattern}': '形如 {pattern} 的命令',
  'edits of {path}': '编辑 {path}',
  'reading {path}': '读取 {path}',
  'requests to {host}': '对 {host} 的请求',
  '{tool} {name}': '{tool} {name}',
  '{tool} with {parameter} {value}': '{parameter} 为 {value} 的 {tool}',
  // A pattern that is no rule: without a full stop, because they stand inside other sentences.
  'The rule is longer than {most} characters': '规则超过 {most} 个字符',
  'The rule is empty': '规则为空',
  '"{tool}" is not the name of a tool': '“{tool}”不是工具名称',
  'Text follows the closing parenthesis': '右括号之后还有文本',
  '"{tool}(" is not closed': '“{tool}(”没有闭合',
  'The parentheses are empty': '括号中为空',
  'A closing parenthesis without an opening one': '右括号没有对应的左括号',
  'This is not the name of a tool': '这不是工具名称',
  'An allow rule may use * in a tool name only after mcp__server__':
    '允许规则的工具名称只能在 mcp__server__ 之后使用 *',
  '{tool} does not take "{text}"': '{tool} 不接受“{text}”',
  'An allow rule cannot look into the parameters of {tool}': '允许规则不能查看 {tool} 的参数',
  'No command stands before the *': '* 之前没有命令',
  'A path rule cannot leave its folder with ".."': '路径规则不能用“..”离开其文件夹',
  '"{host}" is not a host name': '“{host}”不是主机名',
  '"{name}" is not the name of one {tool}': '“{name}”不是某个 {tool} 的名称',
  'The quote {quote} is not closed': '引号 {quote} 没有闭合',
  'A rule covers one command: "{character}" would join two': '一条规则只涵盖一条命令：“{character}”会连接两条',
  '{problem}.': '{problem}。',
  '{problem}. Until it is corrected, its tool asks.': '{problem}。更正之前，对应的工具都会询问。',
  '{problem}. This allow rule is ignored.': '{problem}。此允许规则被忽略。',
  '{problem}. Did you mean {better}? This allow rule is ignored.': '{problem}。是否想写 {better}？此允许规则被忽略。',
  '{problem}. Did you mean {better}? Until it is corrected, its tool asks.':
    '{problem}。是否想写 {better}？更正之前，对应的工具都会询问。',
  '{what}: {problem}.': '{what}：{problem}。',
  '{what}: {problem}. Did you mean {better}?': '{what}：{problem}。是否想写 {better}？',

  // Changes.
  'The description is longer than {most} characters. Shorten it.': '说明超过 {most} 个字符，请缩短。',
  'The time at which the rule ends is not a time.': '规则的到期时间不是有效时间。',
  'The rule {id} is no longer there. Somebody else has removed it.': '规则 {id} 已不存在，已被他人删除。',
  'The rule is no longer there. Somebody else has removed it.': '规则已不存在，已被他人删除。',
  'The rules have changed in the meantime. Look at them again.': '规则在此期间已更改。请重新查看。',
  'Only a rule of this session can end with the turn.': '只有此会话的规则才能随本轮结束。',
  'This rule is not one of Latch. Change it where it is written.': '这不是 Latch 的规则。请到它所在的文件中修改。',
  'There is nothing to take back.': '没有可撤销的内容。',
  'There is no place for rules of the scope {scope}.': '{scope}范围的规则没有存放之处。',
  'Rules of the scope {scope} have no file.': '{scope}范围的规则没有文件。',
  'No rule for this call would be narrow enough to be safe.': '没有哪条规则既适用于此调用，又窄到足够安全。',
  'What the repository brings has not been accepted, so its allow rules do not count.':
    '仓库带来的内容尚未被接受，因此其允许规则不生效。',
  'This card no longer waits as it was shown. No rule was made.': '此卡片在显示之后有变化，或已不在等待。未创建规则。',
  'Questions and plans are always for a person: there are no rules for them.':
    '问题和计划始终由人决定，不能为它们设置规则。',

  // Rules that are read from elsewhere.
  'The file holds no settings.': '文件中没有设置。',
  'It is not a text.': '不是文本。',
  'The server and the tool must be told apart: mcp__server__tool.': '必须区分服务器和工具：mcp__server__tool。',
  'It neither approves nor refuses.': '既不批准也不拒绝。',
  'Rules have no regular expressions.': '规则不支持正则表达式。',
  'A rule looks at each command, not at the whole line.': '规则逐条判断命令，而不是整行。',
  'The file holds no list of rules.': '文件中没有规则列表。',
  'A rule is an object with "action" and "pattern".': '规则是带有 "action" 和 "pattern" 的对象。',
  'It was to end at some time.': '它原本会在某个时间到期。',
  'Rules of Claude Code do not end.': 'Claude Code 的规则不会到期。',
  'Claude Code has no tools of other agents.': 'Claude Code 没有其他智能体的工具。',
  'A path that begins with / is another one in those settings.': '在那些设置中，以 / 开头的路径含义不同。',

  // Rules that are weak.
  'It has ended and does nothing any more.': '它已结束，不再起作用。',
  'It never decides: {action} {rule} ({where}) comes first.': '它从不生效：{action} {rule}（{where}）优先。',
  'The repository brings it, and what the repository brings has not been accepted. It does not count.':
    '它由仓库带来，而仓库带来的内容尚未被接受，因此不生效。',
  'No call needed it for 90 days.': '90 天内没有调用需要它。',
  '{rule} should match "{example}" but does not.': '{rule} 应当匹配“{example}”，但没有匹配。',
  '{rule} should not match "{example}" but does.': '{rule} 不应匹配“{example}”，却匹配了。',
  '{rule} allows every call of the tool.': '{rule} 允许此工具的所有调用。',
  '{rule} allows almost anything: {program} can start other programs or destroy data.':
    '{rule} 几乎允许一切：{program} 可以启动其他程序或破坏数据。',
  '{rule} allows every program with such arguments.': '{rule} 允许带有此类参数的任何程序。',

  // Rules to begin with.
  'Keys stay out of the conversation.': '密钥不进入对话。',
  'Credentials stay out of the conversation.': '凭据不进入对话。',
  'Secrets of the project stay out of the conversation.': '项目的机密不进入对话。',
  'What others see is looked at first.': '别人会看到的内容，先由你过目。',
  'Tests of the project.': '项目的测试。',
  'Checks of the project.': '项目的检查。',
  'The build of the project.': '项目的构建。',
  'Collecting changes can be taken back.': '暂存更改可以撤销。',
  'A commit stays on this machine.': '提交只留在本机。',
  'Edits inside the folder; protected files still ask.': '文件夹内的编辑；受保护的文件仍会询问。',
  'Every page is asked for.': '访问每个网页都会询问。',

  // Files of rules.
  'The file is too large to be read as rules.': '文件太大，无法作为规则读取。',
  'This is not JSON ({error}).': '这不是 JSON（{error}）。',
  'The file holds no JSON object.': '文件中没有 JSON 对象。',
  'Version {version} of the rules format is not known; 1 is.': '未知的规则格式版本 {version}；已知的是 1。',
  '"rules" is not a list.': '"rules" 不是列表。',
  'Only the first {most} rules are read; the file has {count}.': '只读取前 {most} 条规则；文件中有 {count} 条。',
  'The rule has no "pattern".': '规则没有 "pattern"。',
  'The "pattern" of a rule is a text.': '规则的 "pattern" 必须是文本。',
  'This {action} rule is not a text in a list.': '这条{action}规则不是列表中的文本。',
  'There is no such file.': '没有这个文件。',
  'The action must be "allow", "ask" or "deny". Until then this rule asks.':
    '"action" 必须是 "allow"、"ask" 或 "deny"。在此之前，这条规则会询问。',
  '"expires" is not a date such as 2027-01-01T00:00:00Z.': '"expires" 不是日期，例如 2027-01-01T00:00:00Z。',
  'The key {key} stands here twice: which one is meant?': '键 {key} 在此出现两次：应以哪一个为准？',
  '{file} leads out of {folder}, so it is not written.': '{file} 指向 {folder} 之外，因此未写入。',
  '{file} is locked by another process. Try again.': '{file} 被另一个进程锁定。请重试。',
  '{file} cannot be written ({error}). Nothing was changed.': '无法写入 {file}（{error}）。未作任何更改。',
  'The lock of {file} was lost. Nothing was changed; try again.': '{file} 的锁已丢失。未作任何更改；请重试。',
  '{file}, line {line}': '{file}，第 {line} 行',
  '{place}: {problem} Update Latch to change these rules.': '{place}：{problem}请更新 Latch 后再更改这些规则。',
  '{place}: {problem} Mend it first: it was left as it is.': '{place}：{problem}请先修正：文件保持原样。',
  '{file} cannot be read as settings of Claude Code, so every call asks.':
    '无法将 {file} 作为 Claude Code 的设置读取，因此每次调用都会询问。',
  'The file cannot be read.': '无法读取该文件。',
  '{file} cannot be read ({error}), so every call asks.': '无法读取 {file}（{error}），因此每次调用都会询问。',
});
