import * as vscode from 'vscode';
import type { Log } from '../../core/base/log';
import { messageOf } from '../../core/base/messageOf';
import type { Sealing } from '../../core/journal/seal';
import type { RecordStatus } from '../../core/ruleAdmin/team';
import type { TeamRules } from '../../rules/teamRules';
import type { JournalFolder } from '../../stores/journalFolder';
import type { RecordSender } from '../../stores/recordSender';
import type { TeamStore } from '../../stores/teamStore';
import * as config from '../config';

interface RecordingOptions {
  readonly team: TeamRules;
  readonly journals: JournalFolder;
  readonly log: Log;
  readonly onChange: () => void;
}

/** Sends what sessions decide to the record of the team, for as long as the settings say so and there is a team. */
export class Recording implements vscode.Disposable {
  readonly #options: RecordingOptions;
  readonly #parts: readonly vscode.Disposable[];
  #now: { readonly store: TeamStore; readonly detail: string; readonly sender: RecordSender } | undefined;

  constructor(options: RecordingOptions) {
    this.#options = options;
    this.#parts = [
      new vscode.Disposable(options.team.watch(() => this.#look())),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('latch.team.record')) this.#look();
      }),
    ];
    this.#look();
  }

  /** Undefined where nothing is recorded. */
  get status(): RecordStatus | undefined {
    return this.#now?.sender.status;
  }

  /** A record that is sealed like this, and sent behind what is written. */
  sealing(sessionId: string, sealing: Sealing): Sealing {
    const written: Sealing['written'] = seal => {
      sealing.written(seal);
      this.#now?.sender.written(sessionId);
    };
    return { ...sealing, written };
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
    void this.#now?.sender.close();
  }

  #look(): void {
    const { team, journals, log, onChange } = this.#options;
    const { store } = team;
    const detail = config.teamRecord();
    if (store && this.#now?.store === store && this.#now.detail === detail) {
      this.#now.sender.again();
      return;
    }
    const before = this.#now;
    void before?.sender.close();
    this.#now = undefined;
    const isOff = detail === 'off' || config.store() === 'files';
    if (store && !isOff) this.#now = { store, detail, sender: store.recorder({ journals, detail, log, onChange }) };
    else if (isOff)
      // What is written from here on stays here, also when it is turned on again.
      journals.recordedSince.forget().catch((error: unknown) => log.warn(messageOf(error)));
    if (before || this.#now) onChange();
  }
}
