// What a repository brings runs outside of every approval, so it is the arguments that keep it out.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import type { RepositoryChoice } from '../../src/core/session/repository';
import { readRepository } from '../../src/stores/repositoryFiles';
import { bringEverything, uses } from './brought';
import { bash } from './calls';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

/** What one start leaves behind: the marks of all that acted. */
function marks(): { readonly mark: (name: string) => string; readonly left: () => readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'latch-marks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { mark: name => `touch '${join(folder, name)}'`, left: () => readdirSync(folder).toSorted() };
}

/** A conversation in which everything that was brought is used, and all that is asked is allowed. */
const turns = [
  [
    { tool: 'Read', input: { file_path: '$WORKSPACE/sub/note.txt' }, id: 'toolu_read' },
    { tool: 'Read', input: { file_path: '$WORKSPACE/node_modules/p/note.txt' }, id: 'toolu_package' },
    bash('toolu_bash', 'echo yes > made.txt'),
    {
      tool: 'Agent',
      input: { description: 'd', prompt: 'Be the helper.', subagent_type: 'helper' },
      id: 'toolu_agent',
    },
  ],
  ...Array.from({ length: 14 }, () => [{ text: 'Done.' }]),
];
const agents = { 'Be the helper.': [[bash('toolu_inner', 'echo yes > inner.txt')], [{ text: 'Helped.' }]] };

async function useAll(stage: Stage, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    await stage.send(message);
    await stage.idle();
  }
  await stage.session.end();
}

const always = [
  'command',
  'command of the parent',
  'headers of a server',
  'hook of an agent',
  'hook PreToolUse',
  'hook SessionStart',
  'hook Stop',
  'hook UserPromptSubmit',
  'hook of a skill',
  'key',
  'server',
  'server of a plugin',
  'server of an agent',
  'shell prefix',
  'variable',
  'server of a skill',
  'server of the parent',
  'skill behind a link',
  'skill of a folder below',
  'skill of a package',
];

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  const starts: readonly { fromRepository: RepositoryChoice; instructions: boolean }[] = [
    { fromRepository: 'none', instructions: false },
    { fromRepository: 'instructions', instructions: true },
    { fromRepository: 'all', instructions: true },
  ];
  test.each(starts)(
    'with $fromRepository',
    async ({ fromRepository, instructions }) => {
      const { mark, left } = marks();
      const stage = await openStage({
        cli,
        fromRepository,
        turns,
        agents,
        prepare: workspace => bringEverything(workspace, mark),
        onCard: card => {
          if (card.state === 'waiting') setTimeout(() => stage.allow(card.toolCallId), 0);
        },
      });
      await useAll(stage, uses);
      if (fromRepository === 'all') expect(left()).toEqual(expect.arrayContaining(always));
      else expect(left()).toEqual([]);
      const requests = JSON.stringify(stage.model.requests.map(request => request.body));
      if (fromRepository !== 'all') expect(requests).not.toContain('petunia');
      const told = requests.includes('marigold');
      expect(told).toBe(instructions);
    },
    120_000,
  );

  test.each(['none', 'instructions'] as const)(
    'with %s nothing that comes later becomes live',
    async choice => {
      const { mark, left } = marks();
      const hooks = { hooks: [{ type: 'command', command: mark('hook') }] };
      const stage = await openStage({
        cli,
        fromRepository: choice,
        turns: [
          [bash('toolu_1', 'mkdir -p .claude && mv brought.json .claude/settings.json')],
          [bash('toolu_2', 'sleep 2; echo on > made.txt')],
          ...Array.from({ length: 6 }, () => [{ text: 'Done.' }]),
        ],
        prepare: workspace => {
          mkdirSync(join(workspace, 'commands'));
          writeFileSync(
            join(workspace, 'brought.json'),
            JSON.stringify({ hooks: { PreToolUse: [hooks], PostToolUse: [hooks], UserPromptSubmit: [hooks] } }),
          );
        },
        onCard: card => {
          if (card.state === 'waiting') setTimeout(() => stage.allow(card.toolCallId), 0);
        },
      });
      await useAll(stage, ['Go', 'Again']);
      expect(left()).toEqual([]);
    },
    60_000,
  );

  test('an agent that has all of it is stopped when something new comes while it works', async () => {
    const { mark, left } = marks();
    const hook = (name: string): object => ({ hooks: [{ type: 'command', command: mark(name) }] });
    let accepted: string | undefined;
    const stage = await openStage({
      cli,
      fromRepository: async workspace => {
        const { hash } = await readRepository(workspace);
        accepted ??= hash;
        return hash === accepted ? 'all' : 'none';
      },
      turns: [
        [bash('toolu_1', 'mkdir -p .claude && mv brought.json .claude/settings.json')],
        [bash('toolu_2', 'sleep 3; touch later')],
        ...Array.from({ length: 6 }, () => [{ text: 'Done.' }]),
      ],
      prepare: workspace =>
        writeFileSync(
          join(workspace, 'brought.json'),
          JSON.stringify({
            hooks: {
              PreToolUse: [hook('before')],
              PostToolUse: [hook('after')],
              UserPromptSubmit: [hook('message')],
            },
          }),
        ),
      onCard: card => {
        if (card.state === 'waiting') setTimeout(() => stage.allow(card.toolCallId), 0);
      },
    });
    await stage.send('Go');
    await stage.until('the agent to be stopped', () => stage.session.view.status.state === 'new');
    const notice = 'What the repository brings is no longer what you accepted, so the agent was stopped.';
    expect(stage.transcript.some(item => item.kind === 'notice' && item.text.text.startsWith(notice))).toBe(true);
    expect(existsSync(join(stage.workspace, 'later'))).toBe(false);
    // The next agent may do what this one did not get to, and has nothing of what is new.
    await stage.send('Again');
    await stage.idle();
    // A hook behind the very call that brought it 2.1.326 takes now and then, before anybody can stop it.
    expect(left().filter(name => name !== 'after')).toEqual([]);
  }, 60_000);
});
