import { translated } from './translated';

/** What is said of messages on their way to the agent. */
export const messageSentences = translated({
  'Your message mentions it, so it would be read with the message, without asking.':
    '你的消息提到了它，因此它会随消息一起被读取，而不再询问。',
  'The message is empty.': '消息为空。',
  'The message is longer than {most} characters.': '消息超过 {most} 个字符。',
  'A message takes at most {most} files.': '一条消息最多可附带 {most} 个文件。',
  'The files of this message are together larger than {most} MB. Send them one by one.':
    '这条消息的文件总共超过 {most} MB。请分开发送。',
});
