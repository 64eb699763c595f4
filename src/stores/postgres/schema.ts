/** The form in which rules are kept. A server with a newer one is read, and not written. */
export const schemaVersion = 1;

/**
 * What each version adds to the one before. Whatever happens to a rule, by Latch or by hand, is written down by the
 * database itself: it knows who is signed in, and nobody needs the right to write the record.
 */
const migrations: readonly string[] = [
  `
create schema if not exists latch;
create table latch.state (
  one boolean primary key default true check (one),
  version integer not null,
  revision bigint not null default 0
);
insert into latch.state (version) values (0);
create table latch.rules (
  id text primary key,
  place bigint generated always as identity,
  action text not null check (action in ('allow', 'ask', 'deny')),
  pattern text not null,
  body jsonb not null default '{}',
  who text not null default '',
  role text not null default '',
  at timestamptz not null default now()
);
create index rules_place on latch.rules (place);
create table latch.audit (
  number bigint generated always as identity primary key,
  rule text not null,
  at timestamptz not null,
  who text not null,
  role text not null,
  call text,
  before jsonb,
  after jsonb
);
create index audit_rule on latch.audit (rule, number);

create function latch.lock() returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare locked bigint;
begin
  select revision into locked from latch.state for update;
  return locked;
end $$;
create function latch.who() returns text language sql stable set search_path = pg_catalog as $$
  select coalesce(nullif(current_setting('latch.who', true), ''), session_user::text)
$$;
create function latch.begin() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update latch.state set revision = revision + 1;
  notify latch_rules;
  return null;
end $$;
create function latch.sign() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.who := latch.who();
  new.role := session_user;
  new.at := now();
  return new;
end $$;
create function latch.record() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into latch.audit (rule, at, who, role, call, before, after) values (
    coalesce(new.id, old.id), now(), latch.who(), session_user,
    nullif(current_setting('latch.call', true), ''),
    case when old.id is null then null else old.body || jsonb_build_object('action', old.action, 'pattern', old.pattern) end,
    case when new.id is null then null else new.body || jsonb_build_object('action', new.action, 'pattern', new.pattern) end
  );
  return null;
end $$;
create trigger begin before insert or update or delete or truncate on latch.rules
  for each statement execute function latch.begin();
create trigger sign before insert or update on latch.rules for each row execute function latch.sign();
create trigger record after insert or update or delete on latch.rules for each row execute function latch.record();
revoke execute on function latch.lock() from public;
`,
];

/** One statement that brings any older version up to date, for whoever comes first; others wait for it and find it done. */
export function migrationFrom(version: number): string {
  return ['begin;', ...migrations.slice(version), `update latch.state set version = ${schemaVersion};`, 'commit;'].join(
    '\n',
  );
}

/** All numbers of locks are shared by what uses a database: this one means nothing else. */
export const migrationLock = 0x1a7c4;
