import type { Sample } from './sample';
import { say } from '../../../src/core/texts/sentence';

const plan = `# Move the shop to the new payment API

The old client is **deprecated** and will stop working in March.

1. Add \`@acme/pay\` and remove \`acme-pay-legacy\`
2. Replace the calls in \`src/checkout.ts\`
   - \`charge()\` becomes \`payments.create()\`
   - errors are now values, not exceptions
3. Run the tests

| file | change |
|---|---|
| src/checkout.ts | 4 calls |
| test/checkout.test.ts | new cases |

> Nothing is deployed by this plan. See [the guide](https://example.org/pay).
`;

export const toolSamples: Readonly<Record<string, Sample>> = {
  fetch: {
    kind: 'web',
    tool: 'WebFetch',
    input: { url: 'https://vitejs.dev/config/server-options', prompt: 'Which option sets the port?' },
    because: [{ verdict: 'ask', reason: say('No rule allows fetching from {host}.', { host: 'vitejs.dev' }) }],
  },
  network: {
    kind: 'web',
    tool: 'SandboxNetworkAccess',
    input: { host: 'registry.npmjs.org' },
    wantedBy: ['npm install --save-dev vitest'],
    risk: 'medium',
    riskSentence: say('It {risks}.', { risks: [say('uses the network')] }),
    because: [{ verdict: 'ask', reason: say('No rule lets commands reach {host}.', { host: 'registry.npmjs.org' }) }],
  },
  lookalike: {
    kind: 'web',
    tool: 'WebFetch',
    input: { url: 'http://pay:secret@p\u0430ypal.com:8443/login?next=%2F', prompt: 'Read the page' },
    risk: 'medium',
    riskSentence: say('It {risks}.', { risks: [say('uses the network')] }),
    because: [{ verdict: 'ask', reason: say('The address has no plain host name.') }],
  },
  search: {
    kind: 'web',
    tool: 'WebSearch',
    input: { query: 'vite strictPort option', allowed_domains: ['vitejs.dev'] },
  },
  mcp: {
    kind: 'mcp',
    tool: 'mcp__github__create_pull_request',
    mcpServer: 'github',
    input: {
      owner: 'ana',
      repo: 'shop',
      title: 'Move to the new payment API',
      body: 'The old client stops working in March.\n\n- new client\n- tests',
      draft: true,
      reviewers: ['ben', 'chloe'],
      labels: { area: 'payments', size: 3 },
    },
    risk: 'medium',
    riskSentence: say('It {risks}.', { risks: [say('runs something that is not known to be harmless')] }),
    because: [{ verdict: 'ask', reason: say('No rule allows {what}.', { what: 'mcp__github__create_pull_request' }) }],
  },
  skill: { kind: 'skill', tool: 'Skill', input: { skill: 'release-notes', args: 'since v1.4' } },
  agent: {
    kind: 'other',
    tool: 'Task',
    input: {
      subagent_type: 'Explore',
      description: 'Find the payment code',
      prompt: 'Find every place that calls the old payment client.\nReport file and line.',
    },
  },
  plan: {
    kind: 'plan',
    tool: 'ExitPlanMode',
    input: { plan, planFilePath: '~/.claude/plans/payment.md' },
  },
};
