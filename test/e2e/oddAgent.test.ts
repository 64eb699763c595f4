// An agent that says all that the protocol knows, says it twice, or says what is not known yet.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, init, message, result, turnEnd, user } from '../fakes/agentSteps';
import { type AgentScript, agentScript } from './harness/agentScript';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const build = { command: 'npm run build', description: 'Build it', timeout: 120_000, run_in_background: true };
const said = {
  title: 'Run a command',
  description: 'Builds the shop and nothing else',
  decision_reason: 'This command requires approval',
  decision_reason_type: 'safetyCheck',
  blocked_path: '/etc/hosts',
  permission_suggestions: [
    {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'npm run build' }],
      behavior: 'allow',
      destination: 'localSettings',
    },
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  ],
  agent_id: 'agent-1',
  a_field_of_tomorrow: { allow: true },
};
const echo = { command: 'echo once > once.txt' };
const longName = `Tool_${'of_five_hundred_letters_'.repeat(25)}`.slice(0, 500);
const kinds: readonly (readonly [tool: string, kind: string, input: object])[] = [
  ['Bash', 'bash', { command: 'ls -l /' }],
  ['KillBash', 'bash', { shell_id: 'shell-1' }],
  ['Write', 'file_write', { file_path: '/tmp/kinds.txt', content: 'x\n' }],
  ['NotebookEdit', 'file_write', { notebook_path: '/tmp/n.ipynb', cell_id: 'c1', new_source: 'print(2)' }],
  ['mcp__fs__write_file', 'mcp', { path: '/tmp/mcp.txt', content: 'x' }],
  ['mcp__fs__delete_file', 'mcp', { path: '/tmp/mcp.txt' }],
  ['WebFetch', 'web', { url: 'https://shop.example/prices', prompt: 'The prices' }],
  ['Skill', 'skill', { skill: 'release-notes' }],
  [longName, 'other', { something: 'new' }],
];
const calls = kinds.map(([tool, , input], place) => ({ id: `kind_${place}`, tool, input }));

const steps = [
  user,
  init,
  ask('whole', 'whole', build, said),
  { awaitAnswers: ['whole'] },
  result('whole'),
  ...message('twice', { id: 'twice', tool: 'Bash', input: echo }),
  ask('twice_1', 'twice', echo),
  ask('twice_2', 'twice', echo),
  ask('twice_2', 'twice', echo),
  ask('twice_2', 'twice', echo),
  { awaitAnswers: ['twice_1', 'twice_2'] },
  result('twice'),
  ...message('kinds', ...calls),
  ...calls.map(({ id, tool, input }) => ask(id, id, input, { tool_name: tool })),
  { awaitAnswers: calls.map(({ id }) => id) },
  ...calls.map(({ id }) => result(id, 'Denied.', false)),
  turnEnd,
];

describe('an agent that speaks in all the ways there are', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  let agent: AgentScript;

  beforeAll(async () => {
    agent = agentScript(steps);
    workbench = await openWorkbench({ width: 320, ...agent.options });
    chat = chatOf(workbench);
    await chat.send('Go');
  });
  afterAll(async () => {
    await workbench.close();
    agent.remove();
  });

  test('its card shows the command, the path, the reason and who asks', async () => {
    const text = await (await chat.open('whole')).innerText();
    for (const part of [
      'npm run build',
      'Build it',
      'Builds the shop and nothing else',
      'This command requires approval',
      '/etc/hosts',
      'Subagent agent-1',
      'time limit 2 min',
      'runs in the background',
      'In corner-shop',
    ])
      expect(text).toContain(part);
    await workbench.screenshot('odd-agent-whole');
  });

  test('what it suggests to allow for ever is not taken with "Allow once"', async () => {
    await chat.press('whole', 'Allow once');
    await expect.poll(() => agent.answersTo('whole')).toHaveLength(1);
    const [answer] = agent.answersTo('whole');
    expect(answer).toMatchObject({ behavior: 'allow', updatedInput: build });
    expect(answer).not.toHaveProperty('updatedPermissions');
    expect(await workbench.page.locator('.statusbar').getByText('Accept edits').count()).toBe(0);
  });

  test('a call that is asked for under two ids, and one of them three times, is one card; each id gets one answer', async () => {
    await chat.open('twice');
    expect(await workbench.latch.locator('[data-testid="card"][data-state="waiting"]').count()).toBe(1);
    await chat.press('twice', 'Allow once');
    await chat.call('twice', 'done').waitFor();
    for (const id of ['twice_1', 'twice_2']) expect(agent.answersTo(id)).toMatchObject([{ behavior: 'allow' }]);
  });

  test('each kind of call has its kind of card, and a name of 500 letters leaves the answers in sight', async () => {
    for (const [place, [tool, kind]] of kinds.entries()) {
      const card = await chat.open(`kind_${place}`);
      expect(await card.getAttribute('data-kind'), tool).toBe(kind);
    }
    const last = await chat.open(`kind_${kinds.length - 1}`);
    expect(await last.innerText()).toContain(longName);
    await workbench.screenshot('odd-agent-long-name');
    const button = await last.getByRole('button', { name: 'More ways to deny' }).boundingBox();
    const view = await workbench.latch.owner().boundingBox();
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((view?.x ?? 0) + (view?.width ?? 0));
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
  });

  test('all that is unticked is denied, each of them', async () => {
    await workbench.latch.getByRole('button', { name: 'Untick all' }).click();
    await workbench.latch.getByRole('button', { name: `Deny ${kinds.length}` }).click();
    for (const { id } of calls) {
      await chat.call(id, 'denied').waitFor();
      await expect.poll(() => agent.answersTo(id)).toMatchObject([{ behavior: 'deny' }]);
    }
  });
});
