import type { Journal } from '../core/journal/journal';
import { identityOf } from '../stores/processIdentity';

interface RecordedRunOptions {
  readonly journal: Pick<Journal, 'note'>;
  readonly newId: () => string;
}

/** The run of an agent as the record knows it: its name, its process, and the conversation that it is in. */
export class RecordedRun {
  readonly #options: RecordedRunOptions;
  #id = '';
  /** The agent's own id of its conversation; it begins another one when it is told to clear it. */
  #conversation: string | undefined;
  #version: string | undefined;

  constructor(options: RecordedRunOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#id;
  }

  begin(): void {
    this.#id = this.#options.newId();
    this.#conversation = undefined;
  }

  started(
    path: string,
    model: string,
    { pid, mark }: { readonly pid: number | undefined; readonly mark: string },
  ): void {
    const process = pid === undefined ? {} : { process: { ...identityOf(pid), mark } };
    this.#options.journal.note({ type: 'agent_started', path, model, run: this.#id, ...process });
  }

  /** The agent names the conversation that it is in. Says whether it has left another one. */
  speaksIn(cliSessionId: string, version: string): 'new' | 'other' | 'same' {
    if (cliSessionId === this.#conversation && version === this.#version) return 'same';
    const other = this.#conversation !== undefined && this.#conversation !== cliSessionId;
    this.#conversation = cliSessionId;
    this.#version = version;
    this.#options.journal.note({ type: 'agent_session', cliSessionId, version });
    return other ? 'other' : 'new';
  }
}
