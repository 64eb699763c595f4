import { isObject, type JsonObject } from '../core/base/json';
import { messageOf } from '../core/base/messageOf';
import { planEdits } from '../core/ruleAdmin/edits';
import type { RuleEdit, StoredRule, StoreProblem } from '../core/ruleAdmin/storedRule';
import type { RuleAudit, TeamStatus } from '../core/ruleAdmin/team';
import { quoted, say, type Sentence } from '../core/texts/sentence';
import { RecordSender } from './recordSender';
import type { Changed, RuleList } from './ruleStore';
import { type Content, outdated, Refused, type ServerBackend, Unsure } from './serverBackend';
import { ServerLink } from './serverLink';
import { readRows, rowOf } from './serverRows';
import type { TeamRecord } from './teamRecord';
import type { TeamStore, TeamStoreOptions } from './teamStore';

const mostAudits = 200;
const noteCopyMs = 60_000;

/** Rules in a database of a team. Calls are judged by what was read last; nothing waits for the server. */
export class ServerStore<Server> implements TeamStore {
  readonly place: string;
  readonly record: TeamRecord;
  readonly #backend: ServerBackend<Server>;
  readonly #options: TeamStoreOptions;
  readonly #link: ServerLink<Server>;
  readonly #watchers = new Set<() => void>();
  readonly #ready: Promise<Sentence | undefined>;
  #settle: (why: Sentence | undefined) => void = () => {};
  #content: Content | undefined;
  #status: TeamStatus = { state: 'connecting' };
  #copiedAt = 0;
  #mayWrite = false;
  #readAt: number | undefined;
  #list: RuleList;

  constructor(backend: ServerBackend<Server>, options: TeamStoreOptions) {
    this.place = backend.place;
    this.#backend = backend;
    this.#options = options;
    this.#ready = new Promise(resolve => {
      this.#settle = resolve;
    });
    const record = backend.record(work => this.#link.run(work));
    this.record = record;
    this.#takeCopy();
    this.#list = this.#listNow();
    this.#link = new ServerLink({
      open: noticed => backend.open(noticed),
      isAnswer: error => error instanceof Refused || backend.isAnswer(error),
      lookMs: options.lookMs,
      begin: async server => {
        this.#mayWrite = await backend.begin(server);
        await record.begin(server);
        await this.#look(server);
      },
      look: server => this.#look(server),
      onLost: error => this.#lost(error),
    });
  }

  get status(): TeamStatus {
    return this.#status;
  }

  list(): RuleList {
    return this.#list;
  }

  recorder(options: Parameters<TeamStore['recorder']>[0]): RecordSender {
    return new RecordSender({ ...options, record: this.record, place: this.place });
  }

  ready(): Promise<Sentence | undefined> {
    return this.#ready;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /** All of it or nothing, after everything that others have written. */
  async change(edits: readonly RuleEdit[], revision?: string): Promise<Changed> {
    const signature = { who: this.#options.user, call: callOf(edits) };
    let changed: Changed = { ok: false, problem: outdated(this.place) };
    const decide = (before: Content): readonly StoredRule[] | undefined => {
      const { rules, ...decided } = this.#decide(before, edits, revision);
      changed = decided.changed;
      return rules;
    };
    try {
      return await this.#link.run(async server => {
        const after = await this.#backend.write(server, this.#content, decide, signature);
        this.#have(after);
        return changed.ok ? { ...changed, revision: after.revision } : changed;
      });
    } catch (error) {
      return { ok: false, problem: this.#refusal(error) };
    }
  }

  members(): Promise<readonly string[]> {
    return this.#link.run(server => this.#backend.members(server));
  }

  audit(id?: string): Promise<readonly RuleAudit[]> {
    return this.#link.run(server => this.#backend.audit(server, id, mostAudits));
  }

  async close(): Promise<void> {
    const backend = this.#backend;
    if (this.#status.state === 'online') await this.#link.run(async server => backend.leave?.(server)).catch(() => {});
    await this.#link.close();
  }

  /** What edits make of the rules that are there; without any, nothing is to be written. */
  #decide(
    before: Content,
    edits: readonly RuleEdit[],
    revision: string | undefined,
  ): { readonly changed: Changed; readonly rules?: readonly StoredRule[] } {
    if (revision !== undefined && revision !== before.revision)
      return { changed: { ok: false, problem: outdated(this.place) } };
    const newer = this.#newerProblem(before);
    if (newer) return { changed: { ok: false, problem: newer } };
    const planned = planEdits(before.rules, edits);
    if (!planned.ok) return { changed: planned };
    const { ids, inverse, rules, steps } = planned;
    const changed = { ok: true, revision: before.revision, ids, inverse } as const;
    return steps.length === 0 ? { changed } : { changed, rules };
  }

  async #look(server: Server): Promise<void> {
    const found = await this.#backend.read(server, this.#content);
    this.#have(found ?? this.#content);
  }

  #have(content: Content | undefined): void {
    const before = this.#status.state;
    const isNew = content !== this.#content;
    const now = this.#now();
    this.#content = content;
    this.#readAt = now;
    this.#status = { state: 'online', readAt: now, mayWrite: this.#mayWrite && !this.#newerProblem(content) };
    if (isNew || now - this.#copiedAt > noteCopyMs) this.#noteCopy(now);
    if (isNew || before !== 'online') this.#tell();
    this.#settle(undefined);
  }

  #lost(error: unknown): void {
    const since = this.#status.state === 'offline' ? this.#status.since : this.#now();
    const why = quoted(messageOf(error));
    this.#status = { state: 'offline', why, since, ...(this.#readAt === undefined ? {} : { readAt: this.#readAt }) };
    this.#tell();
    this.#settle(why);
  }

  #tell(): void {
    this.#list = this.#listNow();
    for (const changed of this.#watchers) changed();
  }

  #listNow(): RuleList {
    const [status, content, place] = [this.#status, this.#content, this.place];
    const away =
      status.state === 'offline'
        ? say('The rules of the team at {place} cannot be read ({why}).', { place, why: status.why })
        : undefined;
    const problems: StoreProblem[] = away ? [{ code: content ? 'offline' : 'broken', message: away }] : [];
    if (!content) {
      const why = away ?? say('The rules of the team at {place} have not been read yet.', { place });
      return { rules: [], revision: `unread ${why.text}`, problems, unreadable: [{ why }], broken: true };
    }
    const { rules, unreadable, revision } = content;
    const newer = this.#newerProblem(content);
    if (newer) problems.push(newer);
    problems.push(...unreadable.map(({ why }): StoreProblem => ({ code: 'unreadable', message: why })));
    return { rules, revision, problems, unreadable, broken: false };
  }

  #refusal(error: unknown): StoreProblem {
    const place = this.place;
    if (error instanceof Refused) return error.problem;
    if (error instanceof Unsure)
      return {
        code: 'offline',
        message: say('The connection to {place} was lost while the change was written. Look whether it is there.', {
          place,
        }),
      };
    if (!this.#backend.isAnswer(error))
      return {
        code: 'offline',
        message: say('{place} cannot be reached ({why}). Nothing was changed.', { place, why: messageOf(error) }),
      };
    if (this.#backend.isForbidden(error))
      return {
        code: 'unwritable',
        message: say('You may read the rules of the team at {place}, and not change them.', { place }),
      };
    return {
      code: 'unwritable',
      message: say('{place} takes no such change ({why}). Nothing was changed.', { place, why: messageOf(error) }),
    };
  }

  #takeCopy(): void {
    const value = jsonOf(this.#options.copy?.read());
    if (value['place'] !== this.place || typeof value['readAt'] !== 'number') return;
    const { revision, version } = value;
    if (typeof revision !== 'string' || typeof version !== 'number') return;
    this.#content = { revision: `${revision} copied`, version, ...readRows(value['rows']) };
    this.#readAt = value['readAt'];
  }

  #noteCopy(readAt: number): void {
    const content = this.#content;
    if (!content || !this.#options.copy) return;
    // What could not be read is not there to be kept; without it the copy would say less than the server.
    if (content.unreadable.length > 0) return;
    this.#copiedAt = readAt;
    const { revision, version, rules } = content;
    const rows = rules.map(rule => Object.assign(rowOf(rule), rule.author));
    this.#options.copy.write(JSON.stringify({ place: this.place, readAt, revision, version, rows }));
  }

  /** A newer form is read as far as it is understood, and left as it is. */
  #newerProblem(content: Content | undefined): StoreProblem | undefined {
    if (!content || content.version <= this.#backend.version) return undefined;
    const { place } = this;
    return {
      code: 'newer',
      message: say('The rules of the team at {place} are kept in a newer form. Update Latch to change them.', {
        place,
      }),
    };
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

function callOf(edits: readonly RuleEdit[]): string | undefined {
  for (const edit of edits)
    if (edit.type === 'add' && edit.rule.created?.request) return edit.rule.created.request.toolCallId;
  return undefined;
}

function jsonOf(text: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
