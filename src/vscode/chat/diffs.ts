import { basename } from 'node:path';
import * as vscode from 'vscode';
import { callKey } from '../../core/call/call';
import type { Card, CardEdit } from '../../core/card/card';
import { agentName } from '../../core/session/agentName';
import { fileChange } from '../../core/change/edits';
import { canonical, type JsonObject } from '../../core/base/json';
import { inputLeaving } from '../../core/change/rewrite';
import { DiffFiles } from './diffFiles';

/** The session whose call it is. */
interface Drafted {
  readonly view: { readonly agent?: string };
  /** The person began or ended writing on the right side. */
  readonly drafting: (toolCallId: string, active: boolean) => void;
}

interface DiffsOptions {
  readonly sessions: { readonly get: (sessionId: string) => Drafted | undefined };
  /** What a card says of its edit has changed. */
  readonly onEdit: (card: Card) => void;
}

/** The change of a card as it was opened. It stands for exactly this card and this text of the file. */
interface Opened {
  readonly card: Card;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  /** Why nothing more can be written on the right side. */
  closed?: string;
}

interface Saved {
  readonly revision: number;
  readonly edit: CardEdit;
}

/**
 * The change that a card proposes, in the editor's own diff view. What a person saves on the right side is what the
 * card then shows and what runs when they allow it.
 */
export class Diffs implements vscode.Disposable {
  static readonly scheme = 'latch-diff';
  readonly #options: DiffsOptions;
  readonly files = new DiffFiles();
  /** By the address of a side. */
  readonly #sides = new Map<string, Opened>();
  /** By call: the comparison that was opened last. */
  readonly #opened = new Map<string, Opened>();
  /** By call. */
  readonly #saved = new Map<string, Saved>();
  readonly #listeners: vscode.Disposable;
  #count = 0;

  constructor(options: DiffsOptions) {
    this.#options = options;
    this.#listeners = vscode.Disposable.from(
      this.files,
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#drafted(document, document.isDirty)),
      vscode.workspace.onDidCloseTextDocument(document => {
        this.#drafted(document, false);
        if (this.#sides.get(document.uri.toString())?.closed !== undefined) this.#forget(document.uri);
      }),
    );
  }

  #sessionOf({ sessionId }: Card): Drafted | undefined {
    return this.#options.sessions.get(sessionId);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Tabs of an earlier window: what they showed is gone, and the editor would only say that it cannot open them. */
  closeOld(): void {
    const old = vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === Diffs.scheme);
    if (old.length > 0) void vscode.window.tabGroups.close(old);
  }

  /** The card with what was written for it. */
  decorate(card: Card): Card {
    const saved = this.#saved.get(keyOf(card));
    return saved?.revision === card.revision && card.state === 'waiting' ? { ...card, edit: saved.edit } : card;
  }

  /** Closes a comparison for writing as soon as its card is another one, or its file has another text. */
  follow(card: Card): void {
    const key = keyOf(card);
    if (card.state !== 'waiting') this.#saved.delete(key);
    const opened = this.#opened.get(key);
    const closed = opened && whyClosed(opened.card, card);
    if (!opened || closed === undefined) return;
    this.#opened.delete(key);
    opened.closed = closed;
    // What is typed there and not saved can still be copied, and is told why it is not taken.
    if (!documentOf(opened.after)?.isDirty) this.files.setReadOnly(opened.after, true);
    for (const uri of [opened.before, opened.after]) if (!documentOf(uri)) this.#forget(uri);
  }

  /** Shows the change; `input` is what the card shows where it is not what was proposed. */
  async open(card: Card, input: JsonObject = card.input): Promise<void> {
    const { file } = card;
    const change = fileChange(card.tool, input, textBefore(card));
    const [first] = change?.changes ?? [];
    if (!change || !first) throw new Error(vscode.l10n.t('This call proposes no change that could be shown.'));
    const before = change.changes.map(each => each.before).join('\n…\n');
    const after = change.changes.map(each => each.after).join('\n…\n');
    const whole = change.whole && change.problem === undefined && card.state === 'waiting';
    const opened = this.#opened.get(keyOf(card)) ?? this.#prepare(card, before, after, whole);
    if (!documentOf(opened.after)?.isDirty) this.files.replace(opened.after, after);
    const agent = agentName(this.#sessionOf(card)?.view.agent);
    const title = vscode.l10n.t('{0}: proposed by {1}', basename(file?.path ?? 'change'), agent);
    await vscode.commands.executeCommand('vscode.diff', opened.before, opened.after, title, { preview: true });
  }

  /** Back to what was proposed. */
  discard(card: Card): void {
    this.#keep(card, undefined);
    const opened = this.#opened.get(keyOf(card));
    const [proposed] = fileChange(card.tool, card.input, textBefore(card))?.changes ?? [];
    if (opened && proposed) this.files.replace(opened.after, proposed.after);
  }

  #prepare(card: Card, before: string, after: string, writable: boolean): Opened {
    this.#count += 1;
    const path = card.file?.path ?? 'change';
    // The editor of notebooks would take a cell for a whole notebook.
    const shownPath = card.tool === 'NotebookEdit' ? `${path}.txt` : path;
    const uriOf = (side: string): vscode.Uri =>
      vscode.Uri.from({ scheme: Diffs.scheme, path: shownPath, query: `${card.toolCallId}:${side}:${this.#count}` });
    const opened: Opened = { card, before: uriOf('before'), after: uriOf('after') };
    this.files.add(opened.before, before, true);
    this.files.add(opened.after, after, !writable, text => this.#write(opened, text));
    for (const uri of [opened.before, opened.after]) this.#sides.set(uri.toString(), opened);
    this.#opened.set(keyOf(card), opened);
    return opened;
  }

  #write(opened: Opened, text: string): void {
    const { card, closed } = opened;
    if (closed !== undefined) throw new vscode.FileSystemError(closed);
    const input = inputLeaving(card.tool, card.input, textBefore(card), text);
    if (!input)
      throw new vscode.FileSystemError(
        vscode.l10n.t('{0} cannot leave this text behind. Change something, or deny the call.', card.tool),
      );
    this.files.replace(opened.after, text);
    this.#keep(card, canonical(input) === canonical(card.input) ? undefined : input);
  }

  #keep(card: Card, input: JsonObject | undefined): void {
    const key = keyOf(card);
    const before = this.#saved.get(key)?.edit;
    const edit = {
      number: (before?.number ?? 0) + 1,
      // The editor says itself when all is saved.
      unsaved: before?.unsaved ?? false,
      ...(input ? { input } : {}),
    };
    this.#saved.set(key, { revision: card.revision, edit });
    this.#options.onEdit(card);
  }

  /** What is typed and not saved is not what would run: the card says so, and its time stands still. */
  #drafted({ uri }: vscode.TextDocument, unsaved: boolean): void {
    const opened = this.#sides.get(uri.toString());
    if (!opened) return;
    const { card } = opened;
    // That something was typed may be told later than what closed the side: it is still told why it is not taken.
    if (opened.closed !== undefined && this.#sides.has(opened.after.toString()))
      this.files.setReadOnly(opened.after, !unsaved);
    const key = keyOf(card);
    const saved = this.#saved.get(key);
    const edit = saved?.revision === card.revision ? saved.edit : { number: 0, unsaved: false };
    if (edit.unsaved === unsaved || (saved && saved.revision > card.revision)) return;
    this.#saved.set(key, { revision: card.revision, edit: { ...edit, unsaved } });
    this.#sessionOf(card)?.drafting(card.toolCallId, unsaved);
    this.#options.onEdit(card);
  }

  #forget(uri: vscode.Uri): void {
    this.#sides.delete(uri.toString());
    this.files.remove(uri);
  }
}

function keyOf(card: Card): string {
  return callKey(card.sessionId, card.toolCallId);
}

function textBefore({ file }: Card): string | null | undefined {
  return file?.tooLarge ? undefined : file?.before;
}

function whyClosed(opened: Card, now: Card): string | undefined {
  if (now.state !== 'waiting') return vscode.l10n.t('This call does not wait for a decision any more.');
  if (now.revision !== opened.revision)
    return vscode.l10n.t('Something else is asked for now. Open the change from its card again.');
  if (now.file?.before !== opened.file?.before)
    return vscode.l10n.t('The file has changed on disk. Open the change from its card again.');
  return undefined;
}

function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(it => it.uri.toString() === uri.toString());
}
