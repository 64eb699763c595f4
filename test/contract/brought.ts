import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Messages by which a person would use what was brought. */
export const uses = ['Go', '/linked', '/here', '/above', '/below', '/sub:below', '/packaged'];

/** A repository that brings one of everything; each thing leaves a mark of its own when it acts. */
export function bringEverything(workspace: string, mark: (name: string) => string): void {
  const put = (file: string, content: string | object): string => {
    const path = join(workspace, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const hook = (name: string): object => ({ hooks: [{ type: 'command', command: mark(name) }] });
  const server = (name: string): object => ({ command: '/bin/sh', args: ['-c', mark(name)] });
  const shell = (name: string): string => `---\ndescription: d\nallowed-tools: Bash\n---\nNow !\`${mark(name)}\`\n`;
  const events = 'SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd'.split(' ');

  put('../.mcp.json', { mcpServers: { above: server('server of the parent') } });
  put('../.claude/commands/above.md', shell('command of the parent'));
  put('.mcp.json', {
    mcpServers: {
      here: server('server'),
      remote: { type: 'http', url: 'http://127.0.0.1:9/', headersHelper: mark('headers of a server') },
    },
  });
  put('.claude/commands/here.md', shell('command'));
  put('elsewhere/SKILL.md', shell('skill behind a link'));
  mkdirSync(join(workspace, '.claude', 'skills'));
  symlinkSync('../../elsewhere', join(workspace, '.claude', 'skills', 'linked'));
  put('sub/.claude/skills/below/SKILL.md', shell('skill of a folder below'));
  put('sub/note.txt', 'Read me.\n');
  put('node_modules/p/.claude/skills/packaged/SKILL.md', shell('skill of a package'));
  put('node_modules/p/note.txt', 'Read me.\n');
  put('.claude/skills/plugged/SKILL.md', '---\ndescription: d\n---\nNothing.\n');
  put('.claude/skills/plugged/.claude-plugin/plugin.json', { name: 'plugged' });
  put('.claude/skills/plugged/hooks/hooks.json', { hooks: { SessionStart: [hook('hook of a skill')] } });
  put('.claude/skills/plugged/.mcp.json', { mcpServers: { s: server('server of a skill') } });
  put(
    '.claude/agents/helper.md',
    `---\nname: helper\ndescription: d\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: ${mark('hook of an agent')}\nmcpServers:\n  - s:\n      command: /bin/sh\n      args: ["-c", ${JSON.stringify(mark('server of an agent'))}]\n---\nHelp.\n`,
  );
  put('market/.claude-plugin/marketplace.json', {
    name: 'market',
    owner: { name: 'o' },
    plugins: [{ name: 'plugin', source: './plugin' }],
  });
  put('market/plugin/.claude-plugin/plugin.json', { name: 'plugin', version: '1.0.0', description: 'd' });
  put('market/plugin/hooks/hooks.json', { hooks: { SessionStart: [hook('hook of a plugin')] } });
  put('market/plugin/.mcp.json', { mcpServers: { p: server('server of a plugin') } });
  put('rc.sh', `${mark('variable')}\n`);
  chmodSync(put('prefix.sh', `#!/bin/sh\n${mark('shell prefix')}\nexec /bin/sh -c "$*"\n`), 0o755);
  put('.claude/settings.json', {
    hooks: Object.fromEntries(events.map(event => [event, [hook(`hook ${event}`)]])),
    enableAllProjectMcpServers: true,
    extraKnownMarketplaces: { market: { source: { source: 'directory', path: join(workspace, 'market') } } },
    enabledPlugins: { 'plugin@market': true },
    env: { BASH_ENV: join(workspace, 'rc.sh') },
    apiKeyHelper: `${mark('key')}; echo key`,
    statusLine: { type: 'command', command: mark('status line') },
  });
  put('.claude/settings.local.json', { env: { CLAUDE_CODE_SHELL_PREFIX: join(workspace, 'prefix.sh') } });
  put('.claude/scheduled_tasks.json', {
    tasks: [{ id: 'task', cron: '* * * * *', prompt: 'Say petunia.', createdAt: 1, recurring: true }],
  });
  put('CLAUDE.md', 'The word of this repository is marigold.\n');
}
