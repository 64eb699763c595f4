import * as vscode from 'vscode';
import type { Judge } from '../../core/call/judgement';
import type { Sealing } from '../../core/journal/seal';
import type { Log } from '../../core/base/log';
import { Sessions } from '../../session/sessions';
import type { SessionsListener, SessionsOptions } from '../../session/sessionsOptions';
import type { JournalFolder } from '../../stores/journalFolder';
import * as config from '../config';
import type { Repository } from '../repository';
import { saveBefore } from '../composer/saving';
import { waitFor } from '../waiting';

interface MakeSessionsOptions extends Pick<SessionsOptions, 'address' | 'claude'> {
  readonly journals: JournalFolder;
  readonly sealing: (sessionId: string) => Sealing;
  readonly judge: Judge;
  readonly repository: Repository;
  readonly limits: SessionsOptions['enforcement']['limits'];
  readonly log: Log;
  readonly listener: SessionsListener;
}

/** The sessions of a window, started as its settings say at that moment. */
export function makeSessions({ repository, limits, ...options }: MakeSessionsOptions): Sessions {
  return new Sessions({
    ...options,
    // Seldom has another window the session that is wanted here.
    reach: async (...asked) => (await import('./remoteSession')).RemoteSession.reach(...asked),
    onHeld: (title, again) => void import('./held').then(({ offerAgain }) => offerAgain(title, again)),
    waitFor: work => waitFor(vscode.l10n.t('Reading the session'), work),
    enforcement: {
      enforcement: config.enforcement,
      askAbout: config.askAbout,
      excluded: config.excludedCommands,
      limits,
    },
    workspace: config.folders(),
    cwd: () => config.cwd() ?? process.cwd(),
    gate: config.gate,
    mediation: config.mediation,
    timeLimit: config.timeLimit,
    claudePath: config.claudePath,
    environment: config.environment,
    agents: config.agents,
    beforeRun: saveBefore,
    fromRepository: async () => (await repository.trust?.fromRepository()) ?? { choice: 'none' },
  });
}
