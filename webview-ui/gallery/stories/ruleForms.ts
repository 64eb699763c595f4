import { effectsIn } from '../samples/sample';
import { cardRules } from './rules';
import { screen, type Story, waiting } from './story';
import { quoted } from '../../../src/core/texts/sentence';

/** Cards on which a rule can be made. */
export function ruleFormStories(): readonly Story[] {
  const commands = {
    'allow-rule': 'npm run test -- cart',
    'allow-rule-compound': 'npm run build && docker compose up -d',
    'allow-rule-none': 'rm -rf node_modules',
  };
  return Object.entries(commands).map(([name, command]) => {
    const own = {
      toolCallId: `toolu_${name}`,
      input: { command },
      risk: 'low',
      riskSentence: quoted(''),
      because: [],
      effects: effectsIn({ tool: 'Bash', input: { command } }),
    } as const;
    const card = { ...waiting('bash'), ...own };
    const call = { tool: 'Bash', input: card.input, cwd: card.cwd };
    return { name, group: 'rules', snapshot: screen([card]), rules: { ...cardRules, card: call } };
  });
}
