import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/claude/decode';
import { initialClaude } from '../../../src/core/claude/state';
import { isObject, type JsonObject } from '../../../src/core/base/json';
import { type Replayed, replay, type Request } from '../support/replay';
import { readTape, type Tape, tapeNames, tapesFolder } from '../support/tape';

const names = tapeNames();

describe('the tapes', () => {
  test('are all there', () => expect(names.length).toBe(481));

  test('with a whole message before each result are played with the gate closed', () => {
    const closed = names.filter(name => endsBeforeItRuns(readTape(name)));
    expectGolden('closed-gate', `${closed.join('\n')}\n`);
  });

  test('lead to an answer for every kind of request', () => {
    const answered = { ask: 0, elicitation: 0, hook: 0, other: 0 };
    for (const name of names)
      for (const { kind, answers } of played(readTape(name)).requests.values()) answered[kind] += answers;
    expect(answered).toEqual({ ask: 669, elicitation: 11, hook: 166, other: 44 });
  });
});

describe('a tape is answered once for each request:', () => {
  test.each(names)('%s', name => {
    const tape = readTape(name);
    const { malformed, requests, sent } = played(tape);
    expect(malformed).toEqual([]);
    for (const [requestId, request] of requests) {
      const wanted = wantedAnswers(tape, requestId, request);
      expect(wanted, `${requestId} (${request.kind}) was answered ${request.answers} times`).toContain(request.answers);
    }
    for (const line of sent) expect(whatIsWrong(line)).toBeUndefined();
  });
});

describe('a tape tells the story', () => {
  test.each([
    'timing/batch-gate',
    'timing/batch-gate.326',
    'timing/mixed_bash_read_fetch',
    'timing/stream-drop-pending',
    'timing/parallel-deny-interrupt',
    'robustness/interrupt-parallel-pending',
    'hooks/race-permreq-command',
    'hooks/ask-updatedInput',
    'subagents/subagents-foreground.326',
    'elicitation/accept',
  ])('%s', name => {
    expectGolden(name, `${stable(played(readTape(name)))}\n`);
  });
});

function played(tape: Tape): Replayed {
  return replay(tape, endsBeforeItRuns(tape) ? 'strict' : 'off');
}

/** `UPDATE=1` writes the texts anew; their difference is to be read like code. */
function expectGolden(name: string, text: string): void {
  const golden = join(tapesFolder, `${name}.txt`);
  if (process.env['UPDATE']) writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, 'utf8'));
}

/** Hooks and what we do not know are answered always; an ask where the host answered, unless it was withdrawn. */
function wantedAnswers(tape: Tape, requestId: string, request: Request): number[] {
  if (request.kind === 'hook' || request.kind === 'other') return [1];
  if (request.cancelled) return [0, 1];
  return tape.choices.has(request.toolCallId) ? [1] : [0];
}

/**
 * Whether every call that the tape asks for ran only after the end of its message, and all were answered. The hosts of the
 * other recordings answered earlier than a closed gate can, or never, or had no end of the message to see.
 */
function endsBeforeItRuns(tape: Tape): boolean {
  let claude = initialClaude;
  const batchOf = new Map<string, string>();
  const complete = new Set<string>();
  if ([...tape.asked].some(toolCallId => !tape.choices.has(toolCallId))) return false;
  for (const { dir, msg } of tape.lines) {
    if (dir !== 'out') continue;
    const [next, events] = decode(claude, msg);
    claude = next;
    for (const event of events) {
      if (event.type === 'proposed' && !event.single) batchOf.set(event.toolCallId, event.batchId);
      else if (event.type === 'batchComplete') complete.add(event.batchId);
      else if (event.type === 'ended' && tape.asked.has(event.toolCallId)) {
        const batchId = batchOf.get(event.toolCallId);
        if (batchId !== undefined && !complete.has(batchId)) return false;
      }
    }
  }
  return true;
}

/** The answers that both versions of the CLI take without a word of complaint. */
function whatIsWrong(line: JsonObject): string | undefined {
  const outer = line['response'];
  if (line['type'] !== 'control_response' || !isObject(outer)) return 'It is no control_response.';
  if (outer['subtype'] === 'error')
    return typeof outer['error'] === 'string' ? undefined : 'It is an error without a text.';
  const body = outer['response'];
  if (!isObject(body)) return 'It has no body.';
  if (body['behavior'] === 'allow') return isObject(body['updatedInput']) ? undefined : 'The allow has no input.';
  if (body['behavior'] === 'deny') return typeof body['message'] === 'string' ? undefined : 'The deny has no message.';
  if (body['action'] !== undefined)
    return ['accept', 'decline', 'cancel'].some(action => action === body['action'])
      ? undefined
      : 'The form has no such answer.';
  const hook = body['hookSpecificOutput'];
  if (hook === undefined) return Object.keys(body).length === 0 ? undefined : 'It is no answer that we know.';
  return isObject(hook) && ['ask', 'deny'].some(decision => decision === hook['permissionDecision'])
    ? undefined
    : 'The hook is not answered.';
}

/** Ids differ from recording to recording; in the story they are counted. */
function stable({ story, requests }: Replayed): string {
  const labels = new Map<string, string>();
  for (const [requestId, { kind, toolCallId }] of requests) {
    labels.set(requestId, `${kind}-${labels.size + 1}`);
    if (kind === 'elicitation') labels.set(toolCallId, `form-${labels.size + 1}`);
  }
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return story
    .map(line => line.replaceAll(/elicitation:\S+/g, id => labels.get(id) ?? id))
    .map(line => line.replaceAll(uuid, id => labels.get(id) ?? 'message'))
    .join('\n');
}
