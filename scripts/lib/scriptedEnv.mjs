// The variables that make a Claude CLI talk to a scripted model and to nothing else.

/** @param {string} url Of the model. @param {string} claudeHome Instead of ~/.claude. @returns {Record<string, string>} */
export function scriptedEnv(url, claudeHome) {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted-model',
    CLAUDE_CONFIG_DIR: claudeHome,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // A server of tools is there before the model is asked, on a busy machine too: five seconds it gets by itself.
    MCP_CONNECTION_NONBLOCKING: 'false',
    MCP_CONNECT_TIMEOUT_MS: '60000',
    LATCH_MODEL_NAME: 'Scripted model',
    // As root the CLI refuses some modes unless it is told that this is a sandbox.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  };
}
