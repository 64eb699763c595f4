import { translated } from './translated';

/** What is said of the rules in a file while somebody writes it. */
export const ruleFileSentences = translated({
  'This file is too big to be looked at: more than {most} million characters.':
    '此文件太大，无法检查：超过 {most} 百万个字符。',
  'Two underscores part the server from its tool: did you mean {better}?':
    '服务器与其工具之间用两个下划线分隔：你是不是想写 {better}？',
  'No tool that is known here is called {tool}.': '这里没有已知的工具叫 {tool}。',
  'No tool that is known here is called {tool}: did you mean {better}?':
    '这里没有已知的工具叫 {tool}：你是不是想写 {better}？',
  'It reaches outside of the folder that is open here.': '它伸到了此处打开的文件夹之外。',
  'No file here is named so.': '这里没有这样命名的文件。',
  'It never decides: Latch asks all the same.': '它从不生效：Latch 仍然会询问。',
  'What it allows is of high risk. {reason}': '它允许的操作风险很高。{reason}',
  'Latch does not know the key {key}. It stays, and does nothing.': 'Latch 不认识键 {key}。它会保留，但不起作用。',
  'Latch does not know the key {key}: did you mean {better}? It stays, and does nothing.':
    'Latch 不认识键 {key}：你是不是想写 {better}？它会保留，但不起作用。',
  '{host} never matches: no host has so long a name.': '{host} 永远不会匹配：没有主机的名称这么长。',
  '{host} never matches: what ends in a number is an address of four numbers up to 255.':
    '{host} 永远不会匹配：以数字结尾的是由四个不超过 255 的数字组成的地址。',
  '{host} never matches: no part of a host begins or ends with a hyphen.':
    '{host} 永远不会匹配：主机名的任何部分都不以连字符开头或结尾。',
  'line {line}': '第 {line} 行',
  '{action} {rule}': '{action} {rule}',
  '{action}: {what}': '{action}：{what}',

  // What is shown of a rule where the pointer is, and above it.
  'It decided one call, on {date}.': '它决定过 1 次调用，在 {date}。',
  'It decided {count} calls, the last one on {date}.': '它决定过 {count} 次调用，最近一次在 {date}。',
  'It has decided no call yet.': '它还没有决定过任何调用。',
  'Of past calls it would have decided:': '过去的调用中它会决定：',
  'one call, on {date}': '1 次调用，{date}',
  '{count} calls, last on {date}': '{count} 次调用，最近 {date}',
  'no calls yet': '尚无调用',
  'Try it': '试一试',
  'asked once': '询问过一次',
  'asked {count} times': '询问过 {count} 次',

  // What can be done about it.
  'Change it to {better}': '改为 {better}',
  'Remove the rule': '删除此规则',
  'Narrow it to {rule}': '收窄为 {rule}',
  'Add the example {text}': '添加示例 {text}',
  'Move it to {file}': '移到 {file}',
  'your own rules for this folder': '你自己在此文件夹的规则',

  // Settings of other tools.
  'Latch has no tool of this name.': 'Latch 没有这个名称的工具。',
  'With rules that allow beside it, it would forbid them too: here what forbids wins.':
    '旁边有允许规则时，它会把它们也禁止：在这里禁止优先。',
});
