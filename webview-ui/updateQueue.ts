import type { SessionUpdate } from '../src/core/rpc';

/** How long one frame may spend on applying updates before it has to draw. */
const budgetMs = 8;
/** A hidden or covered page gets no animation frames; the timer then keeps the state fresh. */
const fallbackMs = 100;

export interface QueueEdges {
  now(): number;
  /** Calls back once, in the next frame or after the fallback time. */
  schedule(run: () => void): void;
  /** Applies the updates in order, with one render for all of them. */
  apply(updates: readonly SessionUpdate[]): void;
  acknowledge(seq: number): void;
}

/**
 * Updates wait here for the next frame, so that no message is ever rendered inside its handler. Cards and sessions
 * overtake the transcript: a question must not stand behind a flood of text.
 */
export function createUpdateQueue(edges: QueueEdges): (update: SessionUpdate) => void {
  let urgent: SessionUpdate[] = [];
  let text: Extract<SessionUpdate, { type: 'transcript' }>[] = [];
  let scheduled = false;

  function plan(): void {
    if (scheduled) return;
    scheduled = true;
    edges.schedule(drain);
  }

  function drain(): void {
    scheduled = false;
    const started = edges.now();
    if (urgent.length > 0) {
      const now = urgent;
      urgent = [];
      edges.apply(now);
    }
    while (text.length > 0 && edges.now() - started < budgetMs) {
      const batch = text.splice(0, 16);
      edges.apply(batch);
      for (const update of batch) edges.acknowledge(update.seq);
    }
    if (text.length > 0) plan();
  }

  return update => {
    if (update.type === 'transcript') {
      text.push(update);
    } else {
      if (update.type === 'snapshot') {
        // What was waiting is part of the snapshot already.
        for (const { seq } of text) edges.acknowledge(seq);
        text = [];
      }
      urgent.push(update);
    }
    plan();
  };
}

/** The next animation frame, or a timer where the page is not drawn. */
export function nextFrame(run: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, document.hidden ? 16 : fallbackMs);
}
