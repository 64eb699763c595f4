import { accountStories } from './account';
import { bigStories, longStory } from './big';
import { composerStories } from './composer';
import { conversationStories } from './conversation';
import { hostileStories, kindStories } from './kinds';
import { kernelStories } from './kernel';
import { originStories } from './origin';
import { queueStories } from './queue';
import { ruleFormStories } from './ruleForms';
import { rulesStories, thousandsOfRules } from './rules';
import type { Story } from './story';
import { viewStories } from './views';

export const stories: readonly Story[] = [
  ...viewStories(),
  ...accountStories(),
  ...conversationStories(),
  ...composerStories(),
  ...queueStories(),
  ...originStories(),
  ...ruleFormStories(),
  ...rulesStories,
  ...kernelStories,
  ...kindStories(),
  ...hostileStories(),
];

/** Also those that are too big to be made unless they are asked for. */
export function storyNamed(name: string): Story | undefined {
  const found = stories.find(story => story.name === name);
  if (found !== undefined) return found;
  if (name === 'rules-thousands') return thousandsOfRules();
  return name === 'long-conversation' ? longStory() : bigStories().find(story => story.name === name);
}
