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
});
