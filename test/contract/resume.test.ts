// Conversations of the terminal go on here, and a session branches off before any message of a person.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { ClaudeSessions } from '../../src/stores/claudeSessions';
import { clis } from './clis';
import { openStage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a conversation of the terminal is listed, shown and gone on with', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'The parser is in lex.c.' }], [{ text: 'In line 7.' }]] });
    // The scripted model answers from this process, which must not stand still meanwhile.
    const asked = promisify(execFile)(cli, ['-p', 'Where is the parser?'], {
      cwd: stage.workspace,
      env: { ...process.env, ...scriptedEnv(stage.model.url, stage.home) },
    });
    asked.child.stdin?.end();
    await asked;
    const claude = new ClaudeSessions(() => stage.home);
    const [found] = await claude.list(stage.workspace);
    expect(found).toMatchObject({ title: 'Where is the parser?' });
    if (!found) return;
    await stage.sessions.adopt(found, claude);
    const session = await stage.sessions.open(found.sessionId);
    expect(session?.view.title).toBe('Where is the parser?');
    expect(session?.transcript.map(item => ('text' in item ? item.text : item.kind))).toEqual([
      'Where is the parser?',
      'The parser is in lex.c.',
    ]);
    await session?.send('Which line?');
    await stage.until('the answer', () => stage.lastRequest().includes('Which line?'));
    expect(stage.lastRequest()).toContain('The parser is in lex.c.');
  });

  test('a fork goes on from before a message, and the session that it leaves keeps all', async () => {
    const turns = ['One.', 'Two.', 'Other.'].map(text => [{ text }]);
    const stage = await openStage({ cli, turns });
    for (const message of ['First', 'Second']) {
      await stage.send(message);
      await stage.idle();
    }
    const claude = new ClaudeSessions(() => stage.home);
    const second = stage.transcript.find(item => item.kind === 'user' && item.text === 'Second');
    const cliSessionId = (await stage.journal()).findLast(({ record }) => record.type === 'agent_session')?.record;
    const id = cliSessionId?.type === 'agent_session' ? cliSessionId.cliSessionId : '';
    const before = (): ReturnType<typeof claude.agentBefore> =>
      claude.agentBefore(stage.workspace, id, second?.id ?? '');
    // It writes its conversation down a little after it has told of it.
    await expect.poll(async () => (await before())?.id, { timeout: 20_000 }).toMatch(/^[\da-f-]{36}$/);
    const agentBefore = await before();
    const fork = await stage.sessions.fork(stage.session, {
      messageId: second?.id ?? '',
      agentBefore: agentBefore?.id,
    });
    expect(fork.transcript.map(item => ('text' in item ? item.text : item.kind))).toEqual(['First', 'One.']);
    await fork.send('Third');
    await stage.until('the answer', () => stage.lastRequest().includes('Third'));
    expect(stage.lastRequest()).toContain('First');
    expect(stage.lastRequest()).not.toContain('Second');
    expect(stage.transcript).toHaveLength(4);
  });

  test('a fork shows the calls that were made before it, also when it is opened again', async () => {
    const call = { tool: 'Bash', id: 'toolu_1', input: { command: 'echo hi', description: 'Say hi' } };
    const stage = await openStage({ cli, turns: [[call], [{ text: 'Done.' }]] });
    await stage.send();
    await stage.asked('toolu_1');
    stage.allow('toolu_1');
    await stage.idle();
    const fork = await stage.sessions.fork(stage.session);
    const shown = { toolCallId: 'toolu_1', sessionId: fork.id, state: 'done' };
    expect(fork.cards).toEqual([expect.objectContaining(shown)]);
    await stage.sessions.end(fork.id);
    const again = await stage.sessions.open(fork.id);
    expect(again?.cards).toEqual([expect.objectContaining(shown)]);
  });
});
