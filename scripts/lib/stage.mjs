// Everything one run needs, started together and ended together: a workspace, a model, a workbench with Latch in it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startScriptedModel } from '../../test/fakes/scriptedModel.mjs';
import { pinnedCli } from './paths.mjs';
import { scriptedEnv } from './scriptedEnv.mjs';
import { makeClaudeHome, makeScratchWorkspace } from './workspace.mjs';
import { startWorkbench, workbenchEnv } from './workbench.mjs';

/**
 * @typedef {import('../../test/fakes/scenario.mjs').Scenario} Scenario
 * @typedef {import('../../test/fakes/scriptedModel.mjs').ScriptedModel} ScriptedModel
 * @typedef {{ url: string, port: number, workspace: string, logDir: string, dataDir: string,
 *   model: ScriptedModel | undefined, restart(): Promise<void>, stop(): Promise<void> }} Stage
 *   `url` opens the workspace; `dataDir` holds the settings; `model` is undefined where the real one is used; `restart` ends
 *   the workbench and starts it again at the same address.
 */

/**
 * @param {{
 *   workbench: import('../provision.mjs').Workbench,
 *   extensionsDir: string,
 *   runDir: string,
 *   scenario: Scenario | 'live',
 *   folder?: string | undefined,
 *   port?: number | undefined,
 *   settings?: Record<string, unknown> | undefined,
 *   env?: Record<string, string> | undefined,
 *   serverEnv?: Record<string, string>,
 *   trust?: 'all' | 'ask',
 *   paceMs?: number,
 *   keepsSessionsOfLostPages?: boolean | undefined,
 * }} options
 * `folder` is opened instead of a scratch repository, and may be a file that names several; `settings` are user settings over ours; `env` are more variables
 * for the agent, `serverEnv` for the extension host. The caller owns extensionsDir and runDir; stop() removes what was put into the run folder but for its logs.
 * @returns {Promise<Stage>}
 */
export async function openStage(options) {
  const { runDir, scenario } = options;
  const logDir = join(runDir, 'log');
  const scratch = join(runDir, 'corner-shop');
  const claudeHome = join(runDir, 'claude-home');
  const dataDir = join(runDir, 'workbench');
  if (options.folder === undefined) await makeScratchWorkspace(scratch);
  const workspace = options.folder ?? scratch;

  /** @type {ScriptedModel | undefined} */
  let model;
  /** @type {Record<string, string>} */
  let agentEnv = { DISABLE_AUTOUPDATER: '1' };
  if (scenario !== 'live') {
    makeClaudeHome(claudeHome, options.folder === undefined ? scratch : undefined);
    model = await startScriptedModel({
      scenario,
      workspace,
      requestsDir: join(logDir, 'requests'),
      ...(options.paceMs === undefined ? {} : { paceMs: options.paceMs }),
    });
    agentEnv = { ...agentEnv, ...scriptedEnv(model.url, claudeHome) };
  }
  const clear = () => {
    for (const dir of [scratch, claudeHome, dataDir]) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    /** @param {number | undefined} port */
    const start = port =>
      startWorkbench({
        workbench: options.workbench,
        dataDir,
        extensionsDir: options.extensionsDir,
        logFile: join(logDir, 'workbench.log'),
        port,
        userSettings: { ...quietSettings, ...options.settings },
        machineSettings: {
          'latch.claude.path': pinnedCli(),
          'latch.claude.environment': { ...agentEnv, ...options.env },
          ...ownSettings(options.settings ?? {}),
        },
        trust: options.trust ?? 'all',
        keepsSessionsOfLostPages: options.keepsSessionsOfLostPages,
        env: { ...(scenario === 'live' ? workbenchEnv() : withoutAccount(workbenchEnv())), ...options.serverEnv },
      });
    let server = await start(options.port);
    return {
      url: `${server.url}/?${workspace.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURI(workspace)}`,
      port: server.port,
      workspace,
      logDir,
      dataDir,
      model,
      restart: async () => {
        await server.stop();
        server = await start(server.port);
      },
      stop: async () => {
        await server.stop();
        await model?.close();
        clear();
      },
    };
  } catch (error) {
    await model?.close();
    clear();
    throw error;
  }
}

/** A setting of the scope "machine" counts only when the server has it; the others count there as well. @param {Record<string, unknown>} settings */
function ownSettings(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('latch.')));
}

/** The agent of a scripted run must not find the person's account, nor another provider. @param {NodeJS.ProcessEnv} env */
function withoutAccount(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:ANTHROPIC_|CLAUDE)/.test(name)));
}

/**
 * A workbench without tips, news and a second assistant. Names and values are those of the newest workbench: it would
 * rewrite older ones some seconds after its start, and with them whatever was set in the file meanwhile.
 */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  // The sandbox of Claude Code listens on ports of its own, which are nobody's application.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};
