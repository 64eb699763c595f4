import { check } from './check';
import { explain } from './explain';
import { lsp } from './lsp';
import { rules } from './rules';
import { run } from './run';
import { verify } from './verify';
import { packageVersion } from './version';

type Command = (args: readonly string[]) => Promise<number>;

const commands: ReadonlyMap<string, { readonly run: Command; readonly summary: string }> = new Map([
  ['explain', { run: explain, summary: "explain 'COMMAND'   say what the rules decide, and why" }],
  ['check', { run: check, summary: 'check [FILE…]       try the examples of rules files and report weak rules' }],
  ['lsp', { run: lsp, summary: 'lsp --stdio         the language server for files of rules, for any editor' }],
  ['run', { run, summary: 'run [options] -- PROMPT  run Claude Code without an editor, under the rules' }],
  [
    'rules',
    { run: rules, summary: 'rules copy|list|log  rules of files and of databases: copy, list, who changed what' },
  ],
  [
    'verify',
    {
      run: verify,
      summary: 'verify FILE…         say how far records of sessions are what was written, and what a team has of them',
    },
  ],
]);

function usage(): string {
  const lines = [...commands.values()].map(command => `  latch ${command.summary}`);
  return ['Usage:', ...lines, '', 'Options: --help, --version', ''].join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version') {
    process.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const command = name === undefined ? undefined : commands.get(name);
  if (!command) {
    const isHelp = name === undefined || name === '--help' || name === 'help';
    (isHelp ? process.stdout : process.stderr).write(
      isHelp ? usage() : `latch: there is no command "${name}".\n${usage()}`,
    );
    return isHelp ? 0 : 2;
  }
  return command.run(rest);
}

// A reader that closes early (`latch explain … | head`) is no error.
process.stdout.on('error', () => process.exit(0));
async function start(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2));
}

void start();
