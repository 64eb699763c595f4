// Sessions that are played as fast as they go: channel, gate, journal and the conversation that the chat shows, without an agent.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Channel } from '../../src/channel/channel';
import type { ChannelOptions } from '../../src/channel/options';
import type { AgentEvent } from '../../src/core/call/events';
import { quoted } from '../../src/core/texts/sentence';
import { Conversation } from '../../src/session/conversation';
import { nodeClock } from '../../src/session/nodeClock';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';

export const root = mkdtempSync(join(tmpdir(), 'latch-load-'));
const quiet = (): void => {};

export interface Loaded {
  readonly channel: Channel;
  readonly conversation: Conversation;
  readonly journal: JournalFile;
  /** Resolves when the answer to this ask was written. */
  readonly answered: (askId: string) => Promise<void>;
}

export async function loadedSession(
  name: string,
  keeps: boolean,
  views: Partial<Pick<ChannelOptions, 'onCard' | 'onNotice'>> = {},
): Promise<Loaded> {
  const { journal } = await JournalFile.open(join(root, `${name}.jsonl`));
  const waiting = new Map<string, () => void>();
  const log = { info: quiet, warn: quiet, error: quiet };
  const conversation = new Conversation({
    sessionId: name,
    cwd: root,
    journal,
    clock: nodeClock,
    log,
    listener: { onTranscript: quiet },
  });
  const channel = new Channel({
    sessionId: name,
    cwd: root,
    gate: 'strict',
    mediation: 'full',
    timeLimit: () => 0,
    journal,
    judge: () => ({
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'low',
      riskSentence: quoted('It runs a program.'),
      because: [],
    }),
    context: () => ({ run: name, mode: 'default' }),
    clock: nodeClock,
    sha256,
    beforeCommand: () => Promise.resolve(false),
    afterCommand: () => {},
    stoppedIn: () => undefined,
    answer: async answer => {
      if (answer.type === 'decision') waiting.get(answer.askId)?.();
    },
    onCard: card => keeps && conversation.show(card),
    onNotice: quiet,
    ...views,
  });
  const answered = (askId: string): Promise<void> =>
    new Promise(resolve => {
      waiting.set(askId, () => {
        waiting.delete(askId);
        resolve();
      });
    });
  return { channel, conversation, journal, answered };
}

export function asks(number: number, batch = `m${number}`): AgentEvent[] {
  const toolCallId = `toolu_${number}`;
  const input = { command: `npm run task${number} -- ${'value '.repeat(10)}`, description: 'Run a task' };
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: toolCallId };
  return [
    { type: 'proposed', toolCallId, batchId: batch, single: false, tool: 'Bash', input },
    { type: 'asked', askId: `ask_${number}`, toolCallId, tool: 'Bash', input, details: { suggestions: [] }, request },
  ];
}

/** From the proposal to the end of the turn; `clicks` gets what the click waited. */
export async function playCall(
  { channel, answered }: Loaded,
  sessionId: string,
  number: number,
  clicks: number[],
): Promise<void> {
  for (const event of asks(number)) channel.handle(event);
  channel.handle({ type: 'batchComplete', batchId: `m${number}` });
  const done = answered(`ask_${number}`);
  const clicked = performance.now();
  channel.confirm({ sessionId, toolCallId: `toolu_${number}`, revision: 1, confirmed: true });
  clicks.push(performance.now() - clicked);
  await done;
  channel.handle({ type: 'ended', toolCallId: `toolu_${number}`, ok: true, text: 'A line of output.\n'.repeat(20) });
  channel.handle({ type: 'turnEnded', ok: true, interrupted: false, errors: [] });
}
