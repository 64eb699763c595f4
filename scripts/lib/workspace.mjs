// The folders a run works in: a scratch repository, and a home of its own for the Claude CLI.
import { chmodSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const templates = join(root, 'scenarios');

/** A small git repository to try things in. @param {string} folder */
export async function makeScratchWorkspace(folder) {
  cpSync(join(templates, 'shop'), folder, { recursive: true });
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'build', 'shop.js'), '// Made by npm run build.\n');
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts', 'build.js'), buildScript);
  // The repository's own identity, so that a commit works on a machine without one and never carries the person's name.
  const commands = [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'user.name', 'Corner Shop'],
    ['config', 'user.email', 'shop@example.com'],
    ['config', 'commit.gpgsign', 'false'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'Open the shop'],
  ];
  for (const args of commands) {
    const result = await run('git', args, { cwd: folder }).catch(error => ({ code: 1, output: String(error) }));
    if (result.code !== 0) {
      console.log(`The scratch folder has no git history (git ${args[0]}: ${result.output.trim()}).`);
      return;
    }
  }
}

const buildScript = `import { cpSync } from 'node:fs';

cpSync('src', 'build', { recursive: true });
console.log('Built into build/.');
`;

/**
 * What the CLI would keep in the person's home: here a folder of the run, with a skill and an MCP server for the tour.
 * @param {string} folder @param {string | undefined} trusted A workspace that counts as trusted for the CLI.
 */
export function makeClaudeHome(folder, trusted) {
  cpSync(join(templates, 'claude-home'), folder, { recursive: true });
  chmodSync(folder, 0o700);
  const server = { type: 'stdio', command: process.execPath, args: [join(root, 'test', 'fakes', 'mcpServer.mjs')] };
  const projects = trusted === undefined ? {} : { [trusted]: { hasTrustDialogAccepted: true } };
  writeFileSync(
    join(folder, '.claude.json'),
    JSON.stringify({ hasCompletedOnboarding: true, mcpServers: { toy: server }, projects }, null, 2),
  );
}
