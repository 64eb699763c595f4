import { translated } from './translated';

/** What the kernel holds of the rules, what it cannot, and why. */
export const kernelSentences = translated({
  // How far a rule is held.
  'Held by the kernel.': '由内核强制执行。',
  'Held by the kernel, in part by reading.': '由内核强制执行，其余靠解读命令执行。',
  'Held by reading.': '靠解读命令执行。',
  'Held by reading: commands run without a sandbox here.': '靠解读命令执行：此处的命令不在沙箱中运行。',
  'Held by reading: the line names {command}, which is excluded from the sandbox by the setting latch.excludedCommands.':
    '靠解读命令执行：此行命令含有 {command}，设置 latch.excludedCommands 让它脱离沙箱。',
  'Where {path} leads cannot be told.': '无法判断 {path} 指向何处。',
  'It is a pattern for places outside this folder.': '这是针对此文件夹之外位置的模式。',
  'Elsewhere than in this folder it is held by reading.': '在此文件夹之外，靠解读命令执行。',
  'No command could start without {path}, so the kernel cannot hide it.':
    '没有 {path} 就无法启动任何命令，因此内核不能将其隐藏。',
  'The name of {path} ends with a blank, and the kernel would be told another one.':
    '{path} 的名称以空白结尾，内核得到的会是另一个名称。',
  'There are too many files in this folder to look up the pattern {pattern}.':
    '此文件夹中的文件过多，无法查找模式 {pattern}。',
  'The pattern {pattern} meets {count} files, and each makes every command slower.':
    '模式 {pattern} 匹配 {count} 个文件，而每个文件都会让所有命令变慢。',
  'Files that a command makes anew are held by reading.': '对命令新建的文件，靠解读命令执行。',
  'No command could start without {program}.': '没有 {program} 就无法启动任何命令。',
  '{program} is one file with other programs, {file}.': '{program} 与其他程序共用同一文件 {file}。',
  'A copy of {program} under another name is held by reading.': '对以其他名称存在的 {program} 副本，靠解读命令执行。',
  'The kernel does not see the arguments of a command.': '内核看不到命令的参数。',
  'The kernel cannot ask.': '内核无法询问。',
  'Each connection asks, and is denied then.': '每次连接都会询问，届时会被拒绝。',
  'It is about a tool as a whole, and the kernel holds the shell alone.': '这条规则针对整个工具，而内核只管 shell。',

  'No rule lets commands reach {host}.': '没有规则允许命令访问 {host}。',

  // A command that it keeps in the workspace.
  'The kernel keeps it in the workspace, and the setting latch.askAbout asks about what leaves that.':
    '内核将其限制在工作区内，而设置 latch.askAbout 只询问离开工作区的操作。',

  // A command that meets it.
  'The kernel will stop this: commands can write only in the folder of the session, not {paths}.':
    '内核会阻止此操作：命令只能写入会话的文件夹，不能写入 {paths}。',
  'The kernel stopped this: commands can write only in the folder of the session.':
    '内核阻止了此操作：命令只能写入会话的文件夹。',
  'The kernel stopped this: Latch protects {path}.': '内核阻止了此操作：Latch 保护 {path}。',
  'The kernel stopped this: the rule {rule} keeps {path}.': '内核阻止了此操作：规则 {rule} 保护 {path}。',

  'From now on no command may write in {folder}.': '从现在起，命令不能再写入 {folder}。',

  'Claude Code reaches for the host that it asked about: it cannot be edited.':
    'Claude Code 会访问它所询问的主机，因此不能编辑。',

  // Whether it is held.
  'It is switched off by the setting latch.enforcement.': '已通过设置 latch.enforcement 关闭。',
  'Windows has no sandbox for commands.': 'Windows 上没有可用于命令的沙箱。',
  '{programs} cannot be found.': '找不到 {programs}。',
  'The sandbox does not start: {error}': '沙箱无法启动：{error}',
  'The sandbox does not start, because this system, as most containers do, forbids it: {error}':
    '沙箱无法启动，因为此系统（多数容器也是如此）禁止这样做：{error}',
  'The sandbox does not start any more, so this command did not run. Restart the session.':
    '沙箱已无法启动，因此未运行此命令。请重新启动会话。',
  'The sandbox does not hide what it is told to hide.': '沙箱没有隐藏应当隐藏的内容。',
  'Claude Code has no sandbox here, so it starts without one.': 'Claude Code 在此处没有沙箱，因此不带沙箱启动。',
  'The kernel cannot hold all that the rules deny: {reason}': '规则拒绝的内容，内核无法全部强制执行：{reason}',
  'The limits of the kernel could not be changed, so no command runs: {reason}':
    '无法更改内核的限制，因此不运行任何命令：{reason}',
  'Restart the session.': '请重新启动会话。',
  'With Claude Code {version} a command can move the folder in which a place lies that it must not write, and make another one there. {newer} does not let it.':
    '在 Claude Code {version} 中，命令可以移走不可写入位置所在的文件夹，再在原处新建一个。{newer} 不允许这样做。',
  'With Claude Code {version} a command can write in a place that it must not write where the path of it has one of * ? [ in it. {newer} does not let it.':
    '在 Claude Code {version} 中，如果不可写入位置的路径含有 * ? [ 之一，命令仍可写入。{newer} 不允许这样做。',
  'You are root, and with Claude Code {version} a command of root can undo what is held. {newer} does not let it.':
    '你是 root，而在 Claude Code {version} 中，root 的命令可以绕过这些限制。{newer} 不允许这样做。',
  'This Claude Code has no sandbox, or does not say that it has one.':
    '此 Claude Code 没有沙箱，或没有表明自己有沙箱。',
  'Other settings of Claude Code let commands out of the sandbox (sandbox.excludedCommands), each with the whole line in which it stands: {commands}.':
    'Claude Code 的其他设置让某些命令脱离沙箱（sandbox.excludedCommands），并且连同其所在的整行命令：{commands}。',
  'Another setting of Claude Code changes sandbox.{setting}.': 'Claude Code 的另一项设置更改了 sandbox.{setting}。',
});
