import { isObject } from '../../fakes/scenario.mjs';
import type { ModelRequest } from '../../fakes/scriptedModel.mjs';

/** One conversation, as the model was told it last. */
export interface Told {
  /** The models that were asked, in their order; one that is asked again after another one stands there twice. */
  readonly models: readonly string[];
  /**
   * What the user said in it, piece by piece, with the files that were read for it and the calls that came back. What
   * Claude Code tells the model of itself, such as the date or the state of git, is left out.
   */
  readonly said: readonly string[];
}

/** The conversations of these requests, the one that began first before the others. */
export function saidIn(requests: readonly ModelRequest[], workspace: string): readonly Told[] {
  const byConversation = new Map<string, ModelRequest[]>();
  for (const request of requests) {
    const id = JSON.stringify(request.body['metadata']);
    byConversation.set(id, [...(byConversation.get(id) ?? []), request]);
  }
  return [...byConversation.values()].map(all => ({
    models: all.map(({ body }) => String(body['model'])).filter((model, at, models) => model !== models[at - 1]),
    said: messagesOf(all.at(-1))
      .flatMap(saidBy)
      .map(said => said.replaceAll(`${workspace}/`, '')),
  }));
}

function messagesOf(request: ModelRequest | undefined): readonly unknown[] {
  const messages: unknown = request?.body['messages'];
  return Array.isArray(messages) ? messages : [];
}

function saidBy(message: unknown): readonly string[] {
  if (!isObject(message) || message['role'] !== 'user') return [];
  const { content } = message;
  const blocks: readonly Record<string, unknown>[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  return blocks.flatMap(pieceOf);
}

function pieceOf(block: Record<string, unknown>): readonly string[] {
  if (block['type'] === 'tool_result') return [`(result of ${String(block['tool_use_id'])})`];
  const text = block['text'];
  if (typeof text !== 'string') return [`(${String(block['type'])})`];
  const [, read] = /^<system-reminder>\nCalled the Read tool with the following input: (.*)/.exec(text) ?? [];
  if (read !== undefined) return [`(read: ${read})`];
  if (text.startsWith('<system-reminder>\nResult of calling the Read tool:'))
    return [`(${text.match(/^\d+\t/gm)?.length ?? 0} lines)`];
  return /^(?:<(?:system-reminder|local-command-|command-name|task-notification)|\[Image: source: )/.test(text)
    ? []
    : [text.trim()];
}
