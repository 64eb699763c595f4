import { callSentences } from './calls';
import { conversationSentences } from './conversation';
import { agentSentences } from './agents';
import { kernelSentences } from './kernel';
import { ruleFileSentences } from './ruleFiles';
import { messageSentences } from './messages';
import { ruleSentences } from './rules';
import { sessionSentences } from './sessions';
import { shellSentences } from './shell';
import { teamSentences } from './team';
import { riskWords, verdictSentences } from './verdicts';
import { words } from './words';

export const zhCn = {
  ...verdictSentences,
  ...riskWords,
  ...shellSentences,
  ...ruleSentences,
  ...ruleFileSentences,
  ...sessionSentences,
  ...callSentences,
  ...conversationSentences,
  ...kernelSentences,
  ...agentSentences,
  ...messageSentences,
  ...teamSentences,
  ...words,
};
