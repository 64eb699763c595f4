// Conversations of the terminal go on here, and a session branches off before any message of a person.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { ClaudeSessions } from '../../src/stores/claudeSessions';
import { clis } from './clis';
import { openStage, type Stage } from './stage';
import { isElsewhere, type OpenSession } from '../../src/session/openSession';
import type { Session } from '../../src/session/session';
import type { TranscriptItem } from '../../src/core/transcript/items';

function opened(session: OpenSession | undefined): Session {
  if (!session || isElsewhere(session)) throw new Error('The session is not open here.');
  return session;
}

function shownText(item: TranscriptItem): string {
  if (item.kind === 'notice' || item.kind === 'divider') return item.text.text;
  return 'text' in item ? item.text : item.kind;
}

/** A person uses the CLI beside Latch. */
async function inTerminal(cli: string, stage: Stage, args: readonly string[]): Promise<void> {
  // The scripted model answers from this process, which must not stand still meanwhile.
  const asked = promisify(execFile)(cli, args, {
    cwd: stage.workspace,
    env: { ...process.env, ...scriptedEnv(stage.model.url, stage.home) },
  });
  asked.child.stdin?.end();
  await asked;
}

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a conversation of the terminal is listed, shown and gone on with', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'The parser is in lex.c.' }], [{ text: 'In line 7.' }]] });
    await inTerminal(cli, stage, ['-p', 'Where is the parser?']);
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

  test('what the terminal adds to a session is shown in it, once, where the person comes back to it', async () => {
    const call = { tool: 'Bash', id: 'toolu_1', input: { command: 'echo hi', description: 'Say hi' } };
    const stage = await openStage({
      cli,
      turns: [
        [{ text: 'The parser is in lex.c.' }],
        [call],
        [{ text: 'Not allowed, then.' }],
        [{ text: 'In line 7.' }],
        [{ text: 'It is short.' }],
        [{ text: 'Ten lines.' }],
      ],
    });
    const said = (): readonly string[] =>
      (stage.sessions.active?.transcript ?? []).flatMap(item => (item.kind === 'call' ? [] : shownText(item)));
    await stage.send('Where is the parser?');
    await stage.idle();
    await stage.send('Say hi');
    await stage.asked('toolu_1');
    stage.deny('toolu_1', { stop: true });
    await stage.idle();
    const before = said();
    await stage.sessions.end(stage.session.id);
    // What only this program wrote is nothing new, whatever the CLI adds in the name of the person.
    await stage.sessions.open(stage.session.id);
    await opened(stage.sessions.active).catchUp();
    expect(said()).toEqual(before);

    await inTerminal(cli, stage, ['-p', '--resume', stage.session.id, 'Which line?']);
    await stage.sessions.end(stage.session.id);
    await stage.sessions.open(stage.session.id);
    const outside = 'Said outside of Latch, which neither asked about calls there nor shows them';
    await expect.poll(said).toEqual([...before, outside, 'Which line?', 'Not allowed, then.']);

    // A session that stays open catches up too, at the latest with the next message.
    await inTerminal(cli, stage, ['-p', '--resume', stage.session.id, 'Is it long?']);
    const again = opened(stage.sessions.active);
    await again.send('How many lines?');
    await stage.until('the answer', () => said().includes('It is short.'));
    expect(said().slice(before.length)).toEqual([
      outside,
      'Which line?',
      'Not allowed, then.',
      outside,
      'Is it long?',
      'In line 7.',
      'How many lines?',
      'It is short.',
    ]);
    const meant = stage.lastRequest();
    for (const text of ['Which line?', 'Is it long?', 'How many lines?']) expect(meant.split(text)).toHaveLength(2);
    await stage.idle(again);
    await stage.sessions.end(again.id);
    await stage.sessions.open(again.id);
    const last = said();
    await opened(stage.sessions.active).catchUp();
    expect(said()).toEqual(last);
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
