import type { Language } from '../template';
import { riskWords, verdictSentences } from './verdicts';
import { ruleSentences } from './rules';
import { sessionSentences } from './sessions';
import { shellSentences } from './shell';

export const zhCn: Language = {
  sentences: { ...verdictSentences, ...shellSentences, ...ruleSentences, ...sessionSentences },
  actions: { allow: '允许', ask: '询问', deny: '拒绝' },
  places: {
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
  },
  risks: riskWords,
  between: '，',
};
