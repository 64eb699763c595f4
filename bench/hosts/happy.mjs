// The host of happy, cut out of its package as it is, told to allow what is asked: the package itself starts a daemon.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = dirname(fileURLToPath(process.env.BENCH_HAPPY ?? ''));
const file = readdirSync(dist).find(name => /^index-.*\.mjs$/.test(name)) ?? '';
const text = readFileSync(join(dist, file), 'utf8');
const cut = text.slice(text.indexOf('\nclass Stream {'), text.indexOf('\nfunction parseCompact('));
const alone = join(process.cwd(), `happy-${process.pid}.mjs`);
writeFileSync(
  alone,
  `import { execSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
const logger = { debug() {} };
${cut}
export { query };`,
);
const { query } = await import(alone);

/** @type {() => void} */
let end = () => {};
/** @type {Promise<void>} */
const ended = new Promise(resolve => {
  end = resolve;
});
async function* prompt() {
  yield { type: 'user', message: { role: 'user', content: 'Go' } };
  await ended;
}
const messages = query({
  prompt: prompt(),
  options: {
    pathToClaudeCodeExecutable: process.argv[2],
    cwd: process.cwd(),
    canCallTool: async (/** @type {string} */ _, /** @type {object} */ input) => ({
      behavior: 'allow',
      updatedInput: input,
    }),
  },
});
for await (const message of messages) if (message.type === 'result') end();
