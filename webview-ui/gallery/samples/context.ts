import type { Context } from '../../../src/core/rules';

export const cwd = '/home/ana/shop';

/** The machine on which the calls of the gallery are judged. */
export const context: Context = {
  workspace: [cwd],
  home: '/home/ana',
  platform: 'linux',
  trusted: true,
  mode: 'default',
  skip: { fileEdits: false, bash: false, skills: false, mcp: false },
  trustAll: false,
  now: Date.now(),
  facts: {
    realPath: path => path,
    git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
    gitAnswer: () => '',
    tracked: () => undefined,
    entries: () => undefined,
    text: () => undefined,
  },
};
