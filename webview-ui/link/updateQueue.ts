import type { SessionUpdate } from '../../src/core/protocol/updates';

/** How long one frame may spend on applying updates before it has to draw. */
const budgetMs = 8;
/** A hidden or covered page gets no animation frames; the timer then keeps the state fresh. */
const fallbackMs = 100;

interface QueueEdges {
  now(): number;
  /** Calls back once, as soon as the handler that is running is done. */
  soon(run: () => void): void;
  /** Calls back once, in the next frame or after the fallback time. */
  nextFrame(run: () => void): void;
  /** Applies the updates in order, with one render for all of them. */
  apply(updates: readonly SessionUpdate[]): void;
  acknowledge(seq: number): void;
}

type TextUpdate = Extract<SessionUpdate, { type: 'transcript' }>;
/** So many batches of text are applied before the clock is looked at. */
const textStep = 16;

/**
 * No message is rendered inside its handler: a flood would then be drawn one by one. Text waits for the next frame and
 * has a share of it. Cards and sessions go ahead of it, and do not wait: a frame is most of the time that a card needs.
 */
export function createUpdateQueue(edges: QueueEdges): (update: SessionUpdate) => void {
  let urgent: SessionUpdate[] = [];
  let text: TextUpdate[] = [];
  let textPlanned = false;

  function applyUrgent(): void {
    const updates = urgent;
    urgent = [];
    if (updates.length > 0) edges.apply(updates);
  }

  function planText(): void {
    if (textPlanned) return;
    textPlanned = true;
    edges.nextFrame(applyText);
  }

  function applyText(): void {
    textPlanned = false;
    const started = edges.now();
    applyUrgent();
    while (text.length > 0 && edges.now() - started < budgetMs) {
      const batch = text.splice(0, textStep);
      edges.apply(batch);
      for (const { seq } of batch) edges.acknowledge(seq);
    }
    if (text.length > 0) planText();
  }

  return update => {
    if (update.type === 'transcript') {
      text.push(update);
      planText();
      return;
    }
    if (update.type === 'snapshot') {
      // What was waiting is part of the snapshot already.
      for (const { seq } of text) edges.acknowledge(seq);
      text = [];
    }
    urgent.push(update);
    if (urgent.length === 1) edges.soon(applyUrgent);
  };
}

/** The next task of the page. A timer would wait for longer, and longer still in a page that is hidden. */
export function soon(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(undefined);
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
