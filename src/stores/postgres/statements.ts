import { asString } from '../../core/base/json';
import type { StoredRule } from '../../core/ruleAdmin/storedRule';
import { type Content, differenceOf } from '../serverBackend';
import { readRows, rowOf } from '../serverRows';
import type { Query } from './link';
import { migrationFrom, migrationLock, schemaVersion } from './schema';

/** Makes the tables, or brings them up to date; a newer form is left as it is. */
export async function migrate(query: Query): Promise<void> {
  if ((await versionOf(query)) >= schemaVersion) return;
  await query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    const version = await versionOf(query);
    if (version < schemaVersion) await query(migrationFrom(version));
  } catch (error) {
    await query('rollback');
    throw error;
  } finally {
    await query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function versionOf(query: Query): Promise<number> {
  const [{ made } = {}] = await query("select to_regclass('latch.state') is not null as made");
  if (made !== true) return 0;
  const [{ version } = {}] = await query('select version from latch.state');
  return Number(version);
}

/** Whether this role may change rules, not only read them. */
export async function mayWrite(query: Query): Promise<boolean> {
  const [{ may } = {}] = await query(
    `select has_table_privilege('latch.rules', 'insert') and has_table_privilege('latch.rules', 'update')
       and has_table_privilege('latch.rules', 'delete') and has_function_privilege('latch.lock()', 'execute') as may`,
  );
  return may === true;
}

/**
 * What is there at one moment; undefined where it is what is known. Of what is known only the rules are read that have
 * changed since: whoever has fifty clients with a thousand rules would otherwise send all of them fifty times.
 */
export async function read(query: Query, known: Content | undefined): Promise<Content | undefined> {
  const since = known?.unreadable.length === 0 ? known.told : undefined;
  const [row] = await query(
    `select version, revision::text, (select count(*)::int from latch.rules) as count,
       (select coalesce(max(number), 0)::text from latch.audit) as told,
       (select coalesce(jsonb_agg(distinct rule), '[]') from latch.audit where number > $2::bigint) as changed,
       (select coalesce(jsonb_agg(to_jsonb(rules) - 'place' order by place), '[]') from latch.rules
        where $2::bigint is null or id in (select rule from latch.audit where number > $2::bigint)) as rows
     from latch.state where $1::text is null or revision::text <> $1`,
    [known?.revision ?? null, since ?? null],
  );
  if (!row) return undefined;
  const found = {
    revision: asString(row['revision']) ?? '',
    version: Number(row['version']),
    told: asString(row['told']),
    ...readRows(row['rows']),
  };
  if (!known || since === undefined) return found;
  const rules = together(known.rules, found.rules, row['changed']);
  // A table that was emptied at once tells nothing of its single rules.
  return rules.length + found.unreadable.length === row['count'] ? { ...found, rules } : read(query, undefined);
}

/** Rules with those in their place that have changed: each where it stood, new ones at the end. */
function together(known: readonly StoredRule[], found: readonly StoredRule[], changed: unknown): readonly StoredRule[] {
  const names = new Set(Array.isArray(changed) ? changed : []);
  const next = new Map(found.map(rule => [rule.id, rule]));
  const kept = known.flatMap(rule => (names.has(rule.id) ? (next.get(rule.id) ?? []) : rule));
  const there = new Set(known.map(({ id }) => id));
  return [...kept, ...found.filter(({ id }) => !there.has(id))];
}

export async function writeDifference(
  query: Query,
  before: readonly StoredRule[],
  after: readonly StoredRule[],
): Promise<void> {
  const { gone, changed, added } = differenceOf(before, after);
  if (gone.length > 0) await query('delete from latch.rules where id = any($1::text[])', [gone.map(({ id }) => id)]);
  if (changed.length > 0)
    await query(
      `update latch.rules as rule set action = new.action, pattern = new.pattern, body = new.body
       from jsonb_to_recordset($1::jsonb) as new(id text, action text, pattern text, body jsonb) where rule.id = new.id`,
      [JSON.stringify(changed.map(rowOf))],
    );
  if (added.length > 0)
    await query(
      `insert into latch.rules (id, action, pattern, body)
       select new->>'id', new->>'action', new->>'pattern', new->'body'
       from jsonb_array_elements($1::jsonb) with ordinality as list(new, place) order by place`,
      [JSON.stringify(added.map(rowOf))],
    );
}
