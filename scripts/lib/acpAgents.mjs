// Real agents over ACP, for tests and benches: each is fetched once, and talks to a scripted model and to nothing else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedPackage } from './cachedPackage.mjs';
import { pinnedCli } from './paths.mjs';

/**
 * @typedef {{ command: string, args: string[], env(url: string, home: string): Record<string, string> }} RealAgent
 *   `env` makes it talk to the model at this address, and keep what it writes in this folder.
 */

/** How an agent is known, and the newest version of it that was tried. */
export const newest = {
  claude: '0.100.0',
  gemini: '0.61.0',
  opencode: '1.18.33',
  codex: '2.6.0',
};

/** Its SDK brings a Claude Code of its own, 313 MB: the pinned one stands in for it. @param {string} [version] */
export async function claudeOverAcp(version = newest.claude) {
  return adapter('@agentclientprotocol/claude-agent-acp', version, { CLAUDE_CODE_EXECUTABLE: pinnedCli() });
}

/** Its first name. The tools that it gives to Claude work with the Claude Code of its time alone, which it brings. */
export async function claudeCodeAcp() {
  return adapter('@zed-industries/claude-code-acp', '0.16.2', {});
}

/** @param {string} name @param {string} version @param {Record<string, string>} env @returns {Promise<RealAgent>} */
async function adapter(name, version, env) {
  const folder = await cachedPackage({ name, version, flags: ['--omit=optional'] });
  return {
    command: programOf(folder, basename(name)),
    args: [],
    env: (url, home) => ({
      ...scriptedAnthropic(url),
      CLAUDE_CONFIG_DIR: home,
      ...env,
    }),
  };
}

/** As npm makes it, by the name under which people have it. @param {string} folder Of a package with a scope. @param {string} name */
function programOf(folder, name) {
  return join(folder, '..', '..', '.bin', name);
}

/** @param {string} url @returns {Record<string, string>} */
function scriptedAnthropic(url) {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted-model',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  };
}

/** @returns {Promise<RealAgent>} */
export async function geminiCli() {
  const folder = await cachedPackage({ name: '@google/gemini-cli', version: newest.gemini });
  return {
    command: programOf(folder, 'gemini'),
    args: ['--acp'],
    env: (url, home) => ({
      HOME: home,
      GEMINI_API_KEY: 'scripted-model',
      GEMINI_MODEL: 'gemini-2.5-pro',
      GOOGLE_GEMINI_BASE_URL: url,
    }),
  };
}

/** @returns {Promise<RealAgent>} */
export async function opencode() {
  const folder = await cachedPackage({ name: 'opencode-ai', version: newest.opencode });
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return {
    command: join(folder, '..', `opencode-${platform}-${process.arch}`, 'bin', 'opencode'),
    args: ['acp'],
    env: (url, home) => ({
      HOME: home,
      ...Object.fromEntries(['CONFIG', 'DATA', 'CACHE', 'STATE'].map(of => [`XDG_${of}_HOME`, join(home, of)])),
      // Otherwise it waits for servers that it cannot reach.
      ...Object.fromEntries(
        ['MODELS_FETCH', 'AUTOUPDATE', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS'].map(of => [`OPENCODE_DISABLE_${of}`, '1']),
      ),
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'scripted/model',
        small_model: 'scripted/model',
        provider: {
          scripted: {
            npm: '@ai-sdk/anthropic',
            name: 'Scripted',
            options: { baseURL: `${url}/v1`, apiKey: 'scripted-model' },
            models: { model: { name: 'Model' } },
          },
        },
      }),
    }),
  };
}

/** @returns {Promise<RealAgent>} */
export async function codex() {
  const folder = await cachedPackage({ name: '@agentclientprotocol/codex-acp', version: newest.codex });
  return {
    command: programOf(folder, 'codex-acp'),
    args: [],
    env: (url, home) => {
      mkdirSync(home, { recursive: true });
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "Scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`,
      );
      return { HOME: home, CODEX_HOME: home, SCRIPTED_KEY: 'scripted-model' };
    },
  };
}
