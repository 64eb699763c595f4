import type { conversationEn } from './conversation.en';

export const conversationZhCn: Readonly<Record<keyof typeof conversationEn, string>> = {
  'code.label': '代码',
  'code.copy': '复制',
  'code.copied': '已复制',
  'code.insert': '插入到光标处',
  'code.open': '作为文件打开',
  'text.earlier': '前 {0} 个字符未显示。点击显示',
  'text.plain': '文本过长，未作格式化。',
  'link.open': '打开 {0}',
  'note.label': '脚注 {0}',
};
