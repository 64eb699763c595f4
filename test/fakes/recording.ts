// Sessions that are recorded at a team: journals in a folder of their own, what is written to them, and who sends it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import type { RecordDetail } from '../../src/core/journal/told';
import { compareRecord } from '../../src/stores/compareRecord';
import { JournalFile } from '../../src/stores/journalFile';
import { JournalFolder } from '../../src/stores/journalFolder';
import { RecordSender } from '../../src/stores/recordSender';
import type { TeamRecord } from '../../src/stores/teamRecord';

export const secretCommand = 'deploy --to zanzibar';

/** A command that a person allows, as a session writes it down. */
export function decided(id: string, command: string = secretCommand): readonly JournalRecord[] {
  return [
    {
      type: 'proposed',
      toolCallId: id,
      batchId: 'b',
      tool: 'Bash',
      kind: 'bash',
      input: { value: { command }, sha256: `hash of ${command.length} characters` },
    },
    {
      type: 'interaction_response',
      toolCallId: id,
      number: 1,
      choice: 'deny',
      by: { kind: 'person' },
      message: `not ${command}`,
      mode: 'default',
      user: 'ann',
    },
  ];
}

export class Recording {
  readonly journals: JournalFolder;
  readonly log: string[] = [];
  readonly #record: TeamRecord;

  constructor(record: TeamRecord) {
    const folder = mkdtempSync(join(tmpdir(), 'latch-record-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    this.journals = new JournalFolder(folder);
    this.#record = record;
  }

  /** Begins a session, or goes on with it. */
  async open(session: string): Promise<JournalFile> {
    const { journal, lines } = await JournalFile.open(this.path(session));
    onTestFinished(() => journal.close());
    const begun: JournalRecord = {
      type: 'session_started',
      sessionId: session,
      cliSessionId: 'c',
      cwd: '/w',
      title: 't',
    };
    if (lines === 0) await journal.append([begun]);
    return journal;
  }

  path(session: string): string {
    return this.journals.fileOf(session);
  }

  lines(session: string): string[] {
    return readFileSync(this.path(session), 'utf8').trimEnd().split('\n');
  }

  rewrite(session: string, lines: readonly string[]): void {
    writeFileSync(this.path(session), lines.map(line => `${line}\n`).join(''));
  }

  sender(detail: RecordDetail = 'hashes', record: TeamRecord = this.#record): RecordSender {
    const note = (text: string): void => void this.log.push(text);
    const sender = new RecordSender({
      journals: this.journals,
      record,
      place: 'db/latch',
      detail,
      log: { info: note, warn: note, error: note },
      onChange() {},
    });
    onTestFinished(() => sender.close());
    return sender;
  }

  /** All that is there is sent, by somebody who comes and goes. */
  async send(detail: RecordDetail = 'hashes', record: TeamRecord = this.#record): Promise<void> {
    const sender = this.sender(detail, record);
    await sender.tried();
    await sender.close();
  }

  async compared(session: string): Promise<readonly unknown[]> {
    const { isSame, words } = await compareRecord(this.path(session), this.#record, 'db/latch');
    return [isSame, ...words.map(({ text }) => text)];
  }
}
