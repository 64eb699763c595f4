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
  'The last message has {all} characters. Only the first {most} of them are kept.':
    '上一条消息共 {all} 个字符，只保留了前 {most} 个。',
  'The agent of this task has ended.': '执行此任务的智能体已结束。',
  '{what} · {now}': '{what} · {now}',
  // Errors of the model, and what to do about them.
  'Go on when the limit is reset, or choose another model.': '请在限额重置后继续，或选择其他模型。',
  'Send the message again in a moment.': '请稍后重新发送消息。',
  'Look at the billing of your account, then send the message again.': '请检查帐户的付费情况，然后重新发送消息。',
  'Sign in again, or check the API key, then restart the session.': '请重新登录或检查 API 密钥，然后重启会话。',
  'Choose another model, then send the message again.': '请选择其他模型，然后重新发送消息。',
  'Send it again with a smaller file or without it, or shorten the conversation with /compact.':
    '请用更小的文件重新发送或不附带文件，也可用 /compact 压缩对话。',
  'Shorten the conversation with /compact, or begin a new one.': '请用 /compact 压缩对话，或开始新的对话。',
  'The model did not answer ({reason}). Trying again: {attempt} of {most}.':
    '模型没有应答（{reason}）。正在重试：第 {attempt} 次，最多 {most} 次。',
  'The limit of your plan is reached. It is reset at {time} (UTC); go on then.':
    '已达到套餐限额，将于 {time}（UTC）重置；届时可继续。',
  '{percent} % of the limit of your plan is used. It is reset at {time} (UTC).':
    '套餐限额已使用 {percent}%，将于 {time}（UTC）重置。',
  'The limit of your plan is near. It is reset at {time} (UTC).': '即将达到套餐限额，将于 {time}（UTC）重置。',
  'Said outside of Latch, which neither asked about calls there nor shows them':
    '以下内容来自 Latch 之外；Latch 没有询问也不显示那里的调用',
  'Claude shortens the conversation…': 'Claude 正在压缩对话…',
  'Claude shortened the conversation by itself, from {before} to {after} tokens':
    'Claude 自动压缩了对话：{before} → {after} 个词元',
  'Conversation shortened from {before} to {after} tokens': '对话已压缩：{before} → {after} 个词元',
  'Ended in the background: {task}': '后台任务已结束：{task}',
  'Failed in the background: {task}': '后台任务失败：{task}',
  'Stopped in the background: {task}': '后台任务已停止：{task}',
});
