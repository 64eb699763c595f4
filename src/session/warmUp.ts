import type { Judge } from '../core/call/judgement';
import { decode } from '../core/claude/decode';
import { initialClaude } from '../core/claude/state';
import { encodeLine, type JournalRecord, noHash } from '../core/journal/journal';
import { Channel } from '../channel/channel';
import { sha256 } from '../stores/sha256';

const toolCallId = 'warm';
const input = { command: 'cd src && npm test -- --watch | head -5', description: 'tests' };
const stream = (event: object): object => ({ type: 'stream_event', event, parent_tool_use_id: null });

/** One message with one call, as Claude Code says it. */
const frames: readonly object[] = [
  stream({ type: 'message_start', message: { id: toolCallId, role: 'assistant', content: [] } }),
  {
    type: 'assistant',
    message: {
      id: toolCallId,
      role: 'assistant',
      content: [{ type: 'tool_use', id: toolCallId, name: 'Bash', input }],
    },
    parent_tool_use_id: null,
  },
  {
    type: 'control_request',
    request_id: toolCallId,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: toolCallId },
  },
  stream({ type: 'message_stop' }),
];

let isWarm = false;

/**
 * A call that nobody made goes through a channel of its own, while the agent starts: what the first real one needs is
 * loaded and compiled by then. Nothing of it is shown, written or sent.
 */
export function warmUp({ judge, cwd }: { readonly judge: Judge; readonly cwd: string }): void {
  if (isWarm) return;
  isWarm = true;
  const note = (record: JournalRecord): string => encodeLine(record, 1, '', noHash, sha256).hash;
  const channel = new Channel({
    sessionId: toolCallId,
    cwd,
    gate: 'strict',
    mediation: 'full',
    timeLimit: () => 0,
    journal: { path: '', append: async records => records.forEach(note), note, close: async () => {} },
    judge,
    context: () => ({ run: toolCallId, mode: 'default' }),
    clock: { now: () => 0, after: () => () => {} },
    sha256,
    answer: async () => {},
    beforeCommand: async () => false,
    afterCommand() {},
    stoppedIn: () => undefined,
    onCard() {},
    onNotice() {},
  });
  let state = initialClaude;
  for (const frame of frames) {
    const [next, events] = decode(state, frame);
    state = next;
    for (const event of events) channel.handle(event);
  }
  channel.confirm({ sessionId: toolCallId, toolCallId, revision: 1, confirmed: true });
  channel.handle({ type: 'ended', toolCallId, ok: true, text: '' });
}
