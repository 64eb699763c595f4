/** The form in which records are kept. It has a number of its own, so that an older Latch goes on to write rules beside it. */
export const recordVersion = 1;

/** Beside the hash of a session it names the lock of whoever adds to that. */
const appending = 0x1a7c5;

/**
 * Lines are added by `latch.append` alone, which takes nothing but what follows: whoever may call it can neither change a
 * line nor write one of somebody else. Of those who may read the table each sees their own lines, where no policy of the
 * team says more.
 */
export const recordTables = `
begin;
create table latch.record_state (one boolean primary key default true check (one), version integer not null);
insert into latch.record_state (version) values (${recordVersion});
grant select on latch.record_state to public;
create table latch.journal (
  session text not null,
  role text not null,
  number bigint not null,
  prev text not null,
  hash text not null,
  told text not null,
  who text not null,
  at timestamptz not null,
  primary key (session, role, number)
);
create index journal_at on latch.journal (at);
create trigger sign before insert on latch.journal for each row execute function latch.sign();
alter table latch.journal enable row level security;
create policy own on latch.journal for select using (role = session_user);

create function latch.append(person text, of_session text, lines jsonb) returns table (number bigint, hash text)
language plpgsql security definer set search_path = pg_catalog as $$
declare
  line record;
  last_number bigint;
  last_hash text;
begin
  perform pg_advisory_xact_lock(${appending}, hashtext(session_user || ' ' || of_session));
  perform set_config('latch.who', person, true);
  select it.number, it.hash into last_number, last_hash from latch.journal it
    where it.session = of_session and it.role = session_user order by it.number desc limit 1;
  for line in
    select * from jsonb_to_recordset(lines) as it(number bigint, prev text, hash text, told text) order by it.number
  loop
    if last_number is null or (line.number = last_number + 1 and line.prev = last_hash) then
      insert into latch.journal (session, number, prev, hash, told)
        values (of_session, line.number, line.prev, line.hash, line.told);
      last_number := line.number;
      last_hash := line.hash;
    end if;
  end loop;
  if last_number is not null then return query select last_number, last_hash; end if;
end $$;
revoke execute on function latch.append(text, text, jsonb) from public;
commit;
`;
