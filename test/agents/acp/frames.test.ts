import { expect, test } from 'vitest';
import { Frames } from '../../../src/agents/acp/frames';
import type { AgentEvent } from '../../../src/core/call/events';

const prints = (toolCallId: string, printed: string): AgentEvent => ({ type: 'progress', toolCallId, printed });
const ends = (toolCallId: string): AgentEvent => ({ type: 'ended', toolCallId, ok: true, text: '' });

/** A clock whose frames are over when the test says so. */
function frames() {
  const told: string[] = [];
  const timers = new Set<() => void>();
  const made = new Frames({
    clock: {
      now: () => 0,
      after(_, then) {
        timers.add(then);
        return () => timers.delete(then);
      },
    },
    log: { info() {}, warn() {}, error: text => told.push(text) },
    onEvent(event) {
      if (event.type === 'progress' && event.printed === 'bad') throw new Error('nobody is there');
      told.push(event.type === 'progress' ? `${event.toolCallId} ${event.printed}` : event.type);
    },
  });
  const frame = (): void => {
    const due = [...timers];
    timers.clear();
    for (const then of due) then();
  };
  return { told, frame, timers, made };
}

test('of a thousand pieces in a frame the last word of each call is told', () => {
  const { told, frame, timers, made } = frames();
  for (let at = 0; at < 1000; at += 1) made.take(prints(at % 2 === 0 ? 'even' : 'odd', String(at)));
  expect([told, timers.size]).toEqual([[], 1]);
  frame();
  expect(told).toEqual(['even 998', 'odd 999']);
  frame();
  expect(told).toHaveLength(2);
  made.take(prints('even', '1000'));
  frame();
  expect(told.at(-1)).toBe('even 1000');
});

test('everything else passes at once, and after its end nothing is told of a call', () => {
  const { told, frame, made } = frames();
  made.take(prints('t', 'half'));
  made.take(ends('t'));
  expect(told).toEqual(['ended']);
  frame();
  expect(told).toEqual(['ended']);
});

test('whoever fails to show one keeps none of the others from it', () => {
  const { told, frame, made } = frames();
  made.take(prints('a', 'bad'));
  made.take(prints('b', 'good'));
  frame();
  expect(told).toEqual(['progress failed: Error: nobody is there', 'b good']);
});

test('after the end of its process nothing is told', () => {
  const { timers, made } = frames();
  made.take(prints('t', 'half'));
  made.end();
  expect(timers.size).toBe(0);
});
