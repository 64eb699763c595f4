import { translated } from './translated';

/** Single words that stand in sentences, and names of what decides. */
export const words = translated({
  '{before} {after}': '{before}{after}',
  allow: '允许',
  ask: '询问',
  deny: '拒绝',
  session: '会话',
  workspace: '文件夹',
  project: '项目',
  user: '用户',
  team: '团队',
  claude: 'Claude',
  builtin: 'Latch',
  mode: '权限模式',
  'read-only': '只读判断',
  'built in': 'Latch',
});
