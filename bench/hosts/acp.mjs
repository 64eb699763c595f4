// Claude Code behind the adapter of the Agent Client Protocol, and a client that allows what is asked once.
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const acp = await import(process.env.BENCH_ACP ?? '');
const adapter = spawn(process.execPath, [fileURLToPath(process.env.BENCH_ACP_ADAPTER ?? '')], {
  stdio: ['pipe', 'pipe', 'ignore'],
  env: { ...process.env, CLAUDE_CODE_EXECUTABLE: process.argv[2], ANTHROPIC_API_KEY: 'none' },
});
const client = acp
  .client({ name: 'bench' })
  .onRequest(acp.methods.client.session.requestPermission, (/** @type {any} */ { params }) => {
    const option = params.options.find((/** @type {{ kind: string }} */ { kind }) => kind === 'allow_once');
    return { outcome: { outcome: 'selected', optionId: option.optionId } };
  })
  .onNotification(acp.methods.client.session.update, () => {});
await client.connectWith(
  acp.ndJsonStream(Writable.toWeb(adapter.stdin), Readable.toWeb(adapter.stdout)),
  async (/** @type {any} */ context) => {
    await context.request(acp.methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await context.request(acp.methods.agent.session.new, { cwd: process.cwd(), mcpServers: [] });
    await context.request(acp.methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: 'Go' }],
    });
  },
);
adapter.kill();
