import type { AgentEvent } from '../../core/call/events';
import type { AgentLinkOptions } from '../link';

/** How often it is told how far a call is. */
const frameMs = 100;

type Progress = AgentEvent & { readonly type: 'progress' };

/**
 * Tells how far calls are a frame at a time, the last word of each: a command may print a thousand times a second. All other
 * events pass at once, and after the end of a call there is nothing more to be said of it.
 */
export class Frames {
  readonly #options: Pick<AgentLinkOptions, 'clock' | 'onEvent' | 'log'>;
  readonly #waiting = new Map<string, Progress>();
  #stop: (() => void) | undefined;

  constructor(options: Pick<AgentLinkOptions, 'clock' | 'onEvent' | 'log'>) {
    this.#options = options;
  }

  take(event: AgentEvent): void {
    if (event.type !== 'progress') {
      if (event.type === 'ended') this.#waiting.delete(event.toolCallId);
      this.#options.onEvent(event);
      return;
    }
    this.#waiting.set(event.toolCallId, event);
    this.#stop ??= this.#options.clock.after(frameMs, () => this.#tell());
  }

  end(): void {
    this.#stop?.();
  }

  #tell(): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#stop = undefined;
    for (const event of all)
      try {
        this.#options.onEvent(event);
      } catch (error) {
        this.#options.log.error(`${event.type} failed: ${String(error)}`);
      }
  }
}
