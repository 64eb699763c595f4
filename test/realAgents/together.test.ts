import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStage } from '../contract/stage';
import { next, patience, starting } from '../contract/overAcp';
import { codexCase, newestClaude, opencodeCase } from '../contract/realCases';

test('of two agents that ask under one name, the answer to one lets only that one run', async () => {
  const stage = await openStage({
    ...patience,
    acp: await starting(newestClaude),
    others: [await starting(opencodeCase)],
    turns: [
      [{ ...newestClaude.command('touch claude.txt'), id: 'call_same' }],
      [{ ...opencodeCase.command('touch opencode.txt'), id: 'call_other' }],
      [{ text: 'Done.' }],
    ],
  });
  const made = (): readonly boolean[] =>
    ['claude', 'opencode'].map(name => existsSync(join(stage.workspace, `${name}.txt`)));
  await stage.send();
  const first = await next(stage);
  const other = await stage.sessions.create(opencodeCase.name);
  await stage.send('Go', other);
  const second = await next(stage, first.toolCallId);
  expect([first.tool, second.tool]).toEqual(['Bash', 'Bash']);
  stage.allow(second.toolCallId);
  await stage.idle(other);
  expect(made()).toEqual([false, true]);
  expect(stage.cards.get(first.toolCallId)?.state).toBe('waiting');
});

test('an agent that nobody is logged in to says how that can be done', async () => {
  const acp = await starting(codexCase);
  const stage = await openStage({
    ...patience,
    turns: [],
    // Without its configuration it has no model that it may use.
    acp: (workspace, environment) => ({ ...acp(workspace, {}), env: { ...environment, CODEX_HOME: workspace } }),
  });
  await stage.session.prepare();
  expect(stage.session.view.status).toMatchObject({
    state: 'failed',
    problem: { code: 'agent-login', logins: [{ id: 'api-key' }, { id: 'chat-gpt' }] },
  });
  await stage.session.restart('api-key');
  expect(stage.session.view.status).toMatchObject({ state: 'failed', problem: { code: 'agent-login' } });
});
