// Claude Agent SDK of the registry, told to allow what is asked.
const { query } = await import(process.env.BENCH_SDK ?? '');

async function* prompt() {
  yield { type: 'user', message: { role: 'user', content: 'Go' }, parent_tool_use_id: null, session_id: '' };
  await ended;
}
/** @type {() => void} */
let end = () => {};
/** @type {Promise<void>} */
const ended = new Promise(resolve => {
  end = resolve;
});
const messages = query({
  prompt: prompt(),
  options: {
    pathToClaudeCodeExecutable: process.argv[2],
    executable: 'node',
    includePartialMessages: true,
    canUseTool: async (/** @type {string} */ _, /** @type {object} */ input) => ({
      behavior: 'allow',
      updatedInput: input,
    }),
  },
});
for await (const message of messages) if (message.type === 'result') end();
