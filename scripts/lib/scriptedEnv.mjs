// The variables that make a Claude CLI talk to a scripted model and to nothing else.

/** @param {string} url Of the model. @param {string} claudeHome Instead of ~/.claude. @returns {Record<string, string>} */
export function scriptedEnv(url, claudeHome) {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted-model',
    CLAUDE_CONFIG_DIR: claudeHome,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    LATCH_MODEL_NAME: 'Scripted model',
    // As root the CLI refuses some modes unless it is told that this is a sandbox.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  };
}
