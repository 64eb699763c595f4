/** Tests that replace modules, or are about what a module keeps: each file has modules of its own. */
export const alone = [
  'test/agents/acp/warmUp.test.ts',
  'test/core/rules/layers.test.ts',
  'test/languageServer/deaths.test.ts',
  'test/rules/layers.test.ts',
  'test/session/warmUp.test.ts',
  'test/structure/manifest.test.ts',
  'test/vscode/**/*.test.ts',
];
