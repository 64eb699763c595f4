import { translated } from './translated';

/** What stands in the conversation, and what becomes of its links. */
export const conversationSentences = translated({
  'The address is too long to be opened.': '该地址过长，无法打开。',
  'This names no file and no address: {target}': '这既不是文件也不是地址：{target}',
  'Links to {scheme}: are not opened.': '不会打开 {scheme}: 链接。',
  'The address holds characters that hide what it is.': '该地址含有会掩盖其真实内容的字符。',
  'The address holds a name before its host, which is how addresses deceive.':
    '该地址在主机名之前带有用户名，这是伪造地址的常见手法。',
  'The address names no host.': '该地址没有主机名。',
  '{host} is written with letters that may look like others. It may not be the site that it seems to be.':
    '{host} 中含有与其他字母相似的字符，可能并不是它看上去的那个网站。',
});
