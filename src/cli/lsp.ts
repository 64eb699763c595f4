import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readArgs } from './readArgs';

const help = `Usage: latch lsp --stdio

The language server for files of rules, for any editor that speaks the language server protocol: diagnostics,
completion, hovers, fixes and more in .latch/rules.json and in the settings of Claude Code. See docs/editors.md.
`;

/** The server is a bundle of its own, beside this one, so that no other command has to load it. */
export async function lsp(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'lsp', help, options: { stdio: { type: 'boolean', default: false } } }, args);
  if (typeof read === 'number') return read;
  if (!read.values.stdio) {
    process.stderr.write(`latch lsp: it speaks over --stdio alone.\n${help}`);
    return 2;
  }
  createRequire(__filename)(join(__dirname, 'rulesServer.js'));
  // It ends when its client does.
  return new Promise(() => undefined);
}
