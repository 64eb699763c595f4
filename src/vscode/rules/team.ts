import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../core/base/log';
import { messageOf } from '../../core/base/messageOf';
import type { TeamView } from '../../core/ruleAdmin/team';
import { say, type Sentence } from '../../core/texts/sentence';
import { sentenceOf } from '../../core/texts/told';
import { TeamRules } from '../../rules/teamRules';
import { AcceptedRules } from '../../stores/acceptedRules';
import { writeAtomically } from '../../stores/atomicWrite';
import { nodeFacts } from '../../stores/nodeFacts';
import { readSmallFile } from '../../stores/readSmallFile';
import type { JournalFolder } from '../../stores/journalFolder';
import { openServer, serverOf } from '../../stores/teamServers';
import type { TeamCopy, TeamStore, TeamStoreOptions } from '../../stores/teamStore';
import * as config from '../config';
import { sentence } from '../sentences';
import { Recording } from './recording';

interface TeamOptions {
  readonly extension: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri' | 'secrets'>;
  readonly journals: JournalFolder;
  readonly workspace: string;
  readonly log: Log;
  readonly onChange: () => void;
}

const addressName = 'latch.team.address';
const hourMs = 3_600_000;

/** The team of this person: opens the store that the settings name, and again when they name another one. */
export class Team implements vscode.Disposable {
  readonly rules: TeamRules;
  readonly recording: Recording;
  readonly #options: TeamOptions;
  readonly #parts: readonly vscode.Disposable[];
  #opened = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: TeamOptions) {
    const { globalStorageUri: storage, secrets } = options.extension;
    this.#options = options;
    const accepted = new AcceptedRules(join(storage.fsPath, 'teamAccepted.json'), error =>
      options.log.warn(`What the team may allow is not kept: ${messageOf(error)}`),
    );
    this.rules = new TeamRules({
      accepted: {
        read: place => accepted.read(place),
        change: (place, change) => void accepted.change(place, change),
        watch: changed => accepted.watch(changed),
      },
      allowsForMs: () => config.teamAllowsForHours() * hourMs,
    });
    const { journals, log, onChange } = options;
    this.recording = new Recording({ team: this.rules, journals, log, onChange });
    this.#parts = [
      this.recording,
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('latch.store') || change.affectsConfiguration('latch.user')) void this.#open();
      }),
      secrets.onDidChange(({ key }) => {
        if (key === addressName) void this.#open();
      }),
    ];
    if (isServer(config.store())) void this.#open();
  }

  /** Remembers an address, and takes its rules from now on; what it says is why that cannot be. */
  async connect(address: string): Promise<Sentence | undefined> {
    const { secrets } = this.#options.extension;
    // Only to hear what is wrong with it.
    const tried = this.#openServer({ url: address });
    if ('text' in tried) return tried;
    const why = await tried.ready();
    await tried.close();
    if (why) return why;
    await secrets.store(addressName, address);
    await vscode.workspace
      .getConfiguration('latch')
      .update('store', serverOf(address), vscode.ConfigurationTarget.Global);
    return undefined;
  }

  /** Forgets the address, and the rules with it. */
  async disconnect(): Promise<void> {
    await vscode.workspace.getConfiguration('latch').update('store', undefined, vscode.ConfigurationTarget.Global);
    await this.#options.extension.secrets.delete(addressName);
  }

  async view(): Promise<TeamView | undefined> {
    const { view } = this.rules;
    const { status } = this.recording;
    return view && { ...view, members: await this.members(), ...(status ? { record: status } : {}) };
  }

  /** Who is connected, as far as that can be found out now. */
  async members(): Promise<readonly string[]> {
    const { store } = this.rules;
    return store?.status.state === 'online' ? store.members().catch(() => []) : [];
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
    void this.rules.close();
  }

  /** Until the store is there, every call asks. */
  async #open(): Promise<void> {
    this.#opened += 1;
    const mine = this.#opened;
    const name = config.store();
    if (!isServer(name)) {
      this.rules.use(undefined);
      return;
    }
    if (name !== 'postgres' && name !== 'mongodb') {
      this.rules.use(say('The setting latch.store names {name}, which this version of Latch does not know.', { name }));
      return;
    }
    if (!this.rules.store) this.rules.use(say('The address of the database of the team has not been read yet.'));
    const next = await this.#storeNow(name).catch(sentenceOf);
    // Whoever came later has opened what counts now.
    if (mine === this.#opened) this.rules.use(next);
    else if ('list' in next) await next.close();
  }

  async #storeNow(name: string): Promise<TeamStore | Sentence> {
    const { extension, log } = this.#options;
    const url = await Promise.resolve(extension.secrets.get(addressName)).catch((error: unknown) =>
      log.warn(`The address of the team's rules cannot be read: ${messageOf(error)}`),
    );
    if (url === undefined)
      return say(
        'No address of a database of the team is known here. “Latch: Connect to the Rules of a Team…” asks for it.',
      );
    if (serverOf(url) !== name)
      return say(
        'The setting latch.store names {name}, and the address that is known here is of another database. “Latch: Connect to the Rules of a Team…” asks for it.',
        { name },
      );
    return this.#openServer({ url, copy: this.#copy });
  }

  #openServer(options: Pick<TeamStoreOptions, 'url' | 'copy'>): TeamStore | Sentence {
    const bundles = vscode.Uri.joinPath(this.#options.extension.extensionUri, 'dist').fsPath;
    return openServer(bundles, { ...options, user: this.#user });
  }

  get #user(): string {
    const given = config.user();
    if (given !== '') return given;
    const settings = nodeFacts(process.env).git(this.#options.workspace)?.settings ?? [];
    return settings.findLast(({ key }) => key === 'user.email')?.value ?? 'local';
  }

  /** What was read last, for a window that starts while the server is away. */
  get #copy(): TeamCopy {
    const { extension, log } = this.#options;
    const storage = extension.globalStorageUri;
    const file = join(storage.fsPath, 'team.json');
    return {
      read: () => {
        try {
          return readSmallFile(file);
        } catch {
          return undefined;
        }
      },
      write: text => {
        const write = async (): Promise<unknown> => {
          await vscode.workspace.fs.createDirectory(storage);
          return writeAtomically(file, text, { mode: 0o600, lasting: false, stillOurs: () => true });
        };
        this.#writing = this.#writing
          .then(write)
          .catch((error: unknown) => log.warn(`The rules of the team are not kept: ${messageOf(error)}`));
      },
    };
  }
}

/** All else that the setting may name is not shared. */
function isServer(name: string): boolean {
  return name !== 'files' && name !== 'memory';
}

/** Asks for the address of the team's database, tries it, and keeps it among the secrets of the system. */
export async function connectTeam(team: Team): Promise<void> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to the Rules of a Team'),
    prompt: vscode.l10n.t(
      'The address of a PostgreSQL or MongoDB database. It is kept among the secrets of the system.',
    ),
    placeHolder: 'postgres://user:password@host:5432/database, mongodb://user:password@host:27017/database',
    password: true,
    ignoreFocusOut: true,
  });
  if (address === undefined || address === '') return;
  const title = vscode.l10n.t('Connecting to the rules of the team…');
  const why = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    team.connect(address),
  );
  if (why) await vscode.window.showErrorMessage(vscode.l10n.t('Not connected: {0}', sentence(why)));
  else await vscode.window.showInformationMessage(vscode.l10n.t('The rules of the team count here from now on.'));
}

/** After a person has read what that changes. */
export async function disconnectTeam(team: Team): Promise<void> {
  const { store } = team.rules;
  const yes = vscode.l10n.t('Disconnect');
  const detail = vscode.l10n.t('What the team denies or asks about counts here no longer.');
  const question = vscode.l10n.t('Disconnect from the rules of {0}?', store?.place ?? vscode.l10n.t('the team'));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes) await team.disconnect();
}
