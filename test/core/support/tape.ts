import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../../src/core/claude/decode';
import { initialClaude } from '../../../src/core/claude/state';
import { asString, isObject, type JsonObject } from '../../../src/core/base/json';

/** One line of a recorded session with a real CLI: `out` is its stdout, `in` is what the host of the recording wrote. */
export interface TapeLine {
  readonly dir: 'out' | 'in' | 'exit';
  readonly msg: unknown;
}

export type HostChoice = 'allow' | 'deny' | 'stop';

export interface Tape {
  readonly name: string;
  readonly lines: readonly TapeLine[];
  /** What the host of the recording answered, by request: the first answer counts. */
  readonly answers: ReadonlyMap<string, JsonObject>;
  /** What the host chose for a call, by the call; a call that it left unanswered is missing. */
  readonly choices: ReadonlyMap<string, HostChoice>;
  /** What was asked for, whether or not it was answered. */
  readonly asked: ReadonlySet<string>;
}

export const tapesFolder = join(import.meta.dirname, '../../tapes');

export function tapeNames(): string[] {
  return readdirSync(tapesFolder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => name.slice(0, -'.jsonl'.length).replaceAll('\\', '/'))
    .toSorted();
}

export function readTape(name: string): Tape {
  const text = readFileSync(join(tapesFolder, `${name}.jsonl`), 'utf8');
  const lines = text.split('\n').flatMap(line => (line ? [readLine(line)] : []));
  const answers = new Map<string, JsonObject>();
  for (const { dir, msg } of lines) {
    if (dir !== 'in' || !isObject(msg) || msg['type'] !== 'control_response' || !isObject(msg['response'])) continue;
    const requestId = asString(msg['response']['request_id']);
    if (requestId && !answers.has(requestId)) answers.set(requestId, msg['response']);
  }
  const choices = new Map<string, HostChoice>();
  const asked = new Set<string>();
  for (const line of lines) {
    if (line.dir !== 'out') continue;
    for (const event of decode(initialClaude, line.msg)[1]) {
      if (event.type !== 'asked' && event.type !== 'elicited') continue;
      const toolCallId = event.type === 'asked' ? event.toolCallId : `elicitation:${event.askId}`;
      asked.add(toolCallId);
      const answer = answers.get(event.askId);
      if (answer && !choices.has(toolCallId)) choices.set(toolCallId, choiceOf(answer));
    }
  }
  return { name, lines, answers, choices, asked };
}

function readLine(line: string): TapeLine {
  const parsed: TapeLine = JSON.parse(line);
  return parsed;
}

/** Whatever the host sent that is no allow, by mistake or on purpose, made the CLI not run the call. */
function choiceOf(answer: JsonObject): HostChoice {
  const body = answer['response'];
  if (answer['subtype'] !== 'success' || !isObject(body)) return 'deny';
  if (body['behavior'] === 'allow' || body['action'] === 'accept') return 'allow';
  return body['interrupt'] === true ? 'stop' : 'deny';
}

/** What the host told a hook of the recording to do. */
export function hookChoice(answer: JsonObject | undefined): 'ask' | 'deny' | 'other' {
  const body = answer?.['response'];
  const output = isObject(body) ? body['hookSpecificOutput'] : undefined;
  const decision = isObject(output) ? output['permissionDecision'] : isObject(body) ? body['decision'] : undefined;
  if (decision === 'deny' || decision === 'block') return 'deny';
  return decision === 'ask' ? 'ask' : 'other';
}
