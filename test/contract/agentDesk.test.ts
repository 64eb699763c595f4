// What a person asks of the agent beside the conversation: its servers, its files, and who pays for it.
import { describe, expect, test } from 'vitest';
import { filesOf, hooksOf } from '../../src/core/claude/files';
import { Servers } from '../../src/session/servers';
import { SignIn } from '../../src/session/signIn';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

async function begun(cli: string, environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await openStage({ cli, turns: [[{ text: 'Hello.' }]], environment });
  await stage.session.prepare();
  await stage.until('its facts', () => stage.session.about.facts.models.length > 0);
  return stage;
}

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test('lists its servers, switches one off and on, and connects it anew', async () => {
    const stage = await begun(cli);
    const servers = new Servers(stage.session.about);
    const is = async (state: string): Promise<void> => {
      let now = '';
      const look = async (): Promise<void> => {
        now = (await servers.all()).find(({ name }) => name === 'toy')?.state ?? 'missing';
      };
      await stage.until(`the server to be ${state}`, () => {
        void look();
        return now === state;
      });
    };
    await is('connected');
    expect((await servers.all())[0]?.tools).toContain('find_ticket');
    await servers.toggle('toy', false);
    await is('disabled');
    await servers.toggle('toy', true);
    await servers.reconnect('toy');
    await is('connected');
    await expect(servers.reconnect('nobody')).rejects.toThrow('Server not found: nobody');
  });

  test('says where to sign in, in the browser and with a code', async () => {
    const { session } = await begun(cli);
    const { automatic, manual } = await new SignIn(session.about).begin(true);
    expect(new URL(automatic).searchParams.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\//);
    expect(new URL(manual).searchParams.get('redirect_uri')).toMatch(/^https:/);
    await expect(new SignIn(session.about).code('wrong#state')).rejects.toThrow();
  });

  test('says that nobody is signed in', async () => {
    const { session } = await begun(cli, { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '' });
    expect(session.about.facts.account).toEqual({ provider: 'firstParty' });
  });

  test('names the files and hooks that it was given, where it is new enough', async () => {
    const { session } = await begun(cli);
    const hooks = session.about.ask({ subtype: 'get_hooks_listing' });
    if (version === '2.1.197') return expect(hooks).rejects.toThrow();
    expect(hooksOf(await hooks)).toEqual([]);
    const usage = await session.about.ask({ subtype: 'get_context_usage', detail: 'summary' });
    return expect(Array.isArray(filesOf(usage))).toBe(true);
  });
});
