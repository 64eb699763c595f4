import { DatabaseError } from 'pg';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import { messageOf } from '../../core/base/messageOf';
import { planEdits } from '../../core/ruleAdmin/edits';
import type { RuleEdit, StoreProblem } from '../../core/ruleAdmin/storedRule';
import type { RuleAudit, TeamStatus } from '../../core/ruleAdmin/team';
import { quoted, say, type Sentence } from '../../core/texts/sentence';
import { RecordSender } from '../recordSender';
import type { Changed, RuleList } from '../ruleStore';
import type { OpenTeamStore, TeamStore, TeamStoreOptions } from '../teamStore';
import { type Address, readAddress } from './address';
import { Link, type Query } from './link';
import { PostgresRecord } from './record';
import { readAudit, readRows, rowOf } from './rows';
import { schemaVersion } from './schema';
import { type Content, mayWrite, migrate, read, writeDifference } from './statements';

export const openPostgres: OpenTeamStore = options => {
  const address = readAddress(options.url);
  return 'template' in address ? address : new PostgresStore(address, options);
};

const mostAudits = 200;
const noteCopyMs = 60_000;

/** Rules in a PostgreSQL database. Calls are judged by what was read last; nothing waits for the server. */
class PostgresStore implements TeamStore {
  readonly place: string;
  readonly record: PostgresRecord;
  readonly #options: TeamStoreOptions;
  readonly #link: Link;
  readonly #watchers = new Set<() => void>();
  readonly #ready: Promise<Sentence | undefined>;
  #settle: (why: Sentence | undefined) => void = () => {};
  #content: Content | undefined;
  #status: TeamStatus = { state: 'connecting' };
  #copiedAt = 0;
  #mayWrite = false;
  #readAt: number | undefined;
  #list: RuleList;

  constructor(address: Address, options: TeamStoreOptions) {
    this.place = address.place;
    this.#options = options;
    this.#ready = new Promise(resolve => {
      this.#settle = resolve;
    });
    this.record = new PostgresRecord(work => this.#link.run(work), options.user);
    this.#takeCopy();
    this.#list = this.#listNow();
    this.#link = new Link({
      address,
      user: options.user,
      ...(options.lookMs === undefined ? {} : { lookMs: options.lookMs }),
      begin: async query => {
        await migrate(query);
        await query('listen latch_rules');
        this.#mayWrite = await mayWrite(query);
        await this.record.begin(query);
        await this.#look(query);
      },
      look: query => this.#look(query),
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

  async change(edits: readonly RuleEdit[], revision?: string): Promise<Changed> {
    try {
      return await this.#link.run(query => this.#write(query, edits, revision));
    } catch (error) {
      return { ok: false, problem: this.#refusal(error) };
    }
  }

  async members(): Promise<readonly string[]> {
    const rows = await this.#link.run(query =>
      query(
        "select distinct substr(application_name, 8) as name from pg_stat_activity where datname = current_database() and application_name like 'Latch: %' order by 1",
      ),
    );
    return rows.flatMap(({ name }) => asString(name) ?? []);
  }

  async audit(id?: string): Promise<readonly RuleAudit[]> {
    const rows = await this.#link.run(query =>
      query(
        `select rule, at, who, role, call, before, after from latch.audit where $1::text is null or rule = $1 order by number desc limit ${mostAudits}`,
        [id ?? null],
      ),
    );
    return rows.map(readAudit);
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  /** All of it or nothing, after everything that others have written. */
  async #write(query: Query, edits: readonly RuleEdit[], revision: string | undefined): Promise<Changed> {
    let mayRollBack = true;
    await query('begin');
    try {
      const [{ locked } = {}] = await query('select latch.lock()::text as locked');
      const before = (await read(query, this.#content)) ?? this.#content;
      if (!before || (revision !== undefined && revision !== locked)) {
        this.#have(before);
        return await back(query, { ok: false, problem: outdated(this.place) });
      }
      const newer = newerProblem(before, this.place);
      if (newer) return await back(query, { ok: false, problem: newer });
      const planned = planEdits(before.rules, edits);
      if (!planned.ok) return await back(query, planned);
      const { ids, inverse, rules } = planned;
      if (planned.steps.length === 0) return await back(query, { ok: true, revision: before.revision, ids, inverse });
      await query("select set_config('latch.who', $1, true), set_config('latch.call', $2, true)", [
        this.#options.user,
        callOf(edits) ?? '',
      ]);
      await writeDifference(query, before.rules, rules);
      const after = await read(query, before);
      mayRollBack = false;
      await query('commit');
      if (after) this.#have(after);
      return { ok: true, revision: after?.revision ?? '', ids, inverse };
    } catch (error) {
      if (mayRollBack && error instanceof DatabaseError) await query('rollback');
      if (mayRollBack || error instanceof DatabaseError) throw error;
      throw new Unsure(messageOf(error));
    }
  }

  async #look(query: Query): Promise<void> {
    const found = await read(query, this.#content);
    this.#have(found ?? this.#content);
  }

  #have(content: Content | undefined): void {
    const before = this.#status.state;
    const isNew = content !== this.#content;
    const now = this.#now();
    this.#content = content;
    this.#readAt = now;
    this.#status = { state: 'online', readAt: now, mayWrite: this.#mayWrite && !isNewer(content) };
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
    const newer = newerProblem(content, place);
    if (newer) problems.push(newer);
    problems.push(...unreadable.map(({ why }): StoreProblem => ({ code: 'unreadable', message: why })));
    return { rules, revision, problems, unreadable, broken: false };
  }

  #refusal(error: unknown): StoreProblem {
    const place = this.place;
    if (error instanceof Unsure)
      return {
        code: 'offline',
        message: say('The connection to {place} was lost while the change was written. Look whether it is there.', {
          place,
        }),
      };
    if (!(error instanceof DatabaseError))
      return {
        code: 'offline',
        message: say('{place} cannot be reached ({why}). Nothing was changed.', { place, why: messageOf(error) }),
      };
    if (error.code === noRight)
      return {
        code: 'unwritable',
        message: say('You may read the rules of the team at {place}, and not change them.', { place }),
      };
    return {
      code: 'unwritable',
      message: say('{place} takes no such change ({why}). Nothing was changed.', { place, why: error.message }),
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

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

const noRight = '42501';

/** The connection ended while a change was about to count. */
class Unsure extends Error {}

async function back<T>(query: Query, result: T): Promise<T> {
  await query('rollback');
  return result;
}

/** What was wanted stays with whoever wanted it, and is shown anew on what is there now. */
function outdated(place: string): StoreProblem {
  return {
    code: 'conflict',
    message: say(
      'Somebody else has changed the rules of the team at {place} in the meantime, so nothing was written. Look at your change again, and write it.',
      { place },
    ),
  };
}

function isNewer(content: Pick<Content, 'version'> | undefined): boolean {
  return content !== undefined && content.version > schemaVersion;
}

function newerProblem({ version }: Content, place: string): StoreProblem | undefined {
  if (!isNewer({ version })) return undefined;
  return {
    code: 'newer',
    message: say('The rules of the team at {place} are kept in a newer form. Update Latch to change them.', { place }),
  };
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
