-- See docs/decisions/0040-erasure.md.
alter type ledger_kind add value 'erasure';
create type retention_start as enum ('record', 'departure');

alter table company
  add column retention_years integer not null default 10 check (retention_years between 3 and 75),
  -- Whether the years are counted from each record, or for all of a person's from when the person left.
  add column retention_from retention_start not null default 'record',
  -- What is older than this day in the company's zone has been erased.
  add column erased_before date,
  -- Since the retention was shortened: so long that can be thought over.
  add column erasure_not_before timestamptz;
update company set retention_from = 'departure' where timezone = 'Europe/Warsaw';

alter table users
  add column deactivated_at timestamptz,
  -- Nothing but the id and a number in place of the name is left of the person.
  add column erased_at timestamptz;

-- Nobody signs in as, or writes to, somebody who was removed.
update users set email = id || '@removed.invalid', password_hash = '', language = null where deleted_at is not null;

alter table work_report_correction
  drop constraint work_report_correction_company_id_work_report_id_fkey,
  add foreign key (company_id, work_report_id) references work_report (company_id, id) on delete cascade;

-- Finds what the ledger tells of a person.
create index ledger_record_user_idx on ledger_record (company_id, user_id) where user_id is not null;

-- An erased record keeps its number and the hashes of the chain, and names the record of its erasure.
alter table ledger_record
  add column erased_by bigint,
  alter column at drop not null,
  alter column kind drop not null,
  alter column body drop not null,
  add check (
    case when erased_by is null then num_nulls(at, kind, body) = 0
      else erased_by > seq and num_nonnulls(at, kind, actor_id, user_id, time_entry_id, body) = 0 end) not valid;

-- A record as canonical JSON: with its hash as an export has it, without it as it is hashed.
create or replace function ledger_line(r ledger_record, p_hash text default null) returns text
  language sql stable
  return case when r.erased_by is null then
    '{"actorId":' || coalesce('"' || r.actor_id || '"', 'null')
    || ',"at":"' || iso_instant(r.at)
    || '","body":' || r.body
    || ',"companyId":"' || r.company_id
    || coalesce('","hash":"' || p_hash, '')
    || '","kind":"' || r.kind
    || '","prevHash":"' || encode(r.prev_hash, 'hex')
    || '","seq":' || r.seq
    || ',"timeEntryId":' || coalesce('"' || r.time_entry_id || '"', 'null')
    || ',"userId":' || coalesce('"' || r.user_id || '"', 'null') || '}'
  else
    '{"companyId":"' || r.company_id
    || '","erasedBy":' || r.erased_by
    || ',"hash":"' || encode(r.hash, 'hex')
    || '","prevHash":"' || encode(r.prev_hash, 'hex')
    || '","seq":' || r.seq || '}' end;

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.company_id)
      or (tg_table_name = 'ledger_pending' and current_setting('maina.seals', true) = 'on') then
      return old;
    end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'ledger_record' then
    -- Only within erase_ledger. What must be gone then is said by the table's check.
    if current_setting('maina.redacts', true) = old.company_id::text
      and old.erased_by is null and new.erased_by is not null
      and (new.company_id, new.seq, new.prev_hash, new.hash) = (old.company_id, old.seq, old.prev_hash, old.hash) then
      return new;
    end if;
  end if;
  raise exception 'the ledger is only ever added to';
end $$;

-- Erases what up to p_limit records say: those of these people, and those made before p_before that are of nobody or,
-- with p_of_all, of anybody. Appends one record of it, which holds the SHA-256 of the lines that stand in their place.
-- Answers how many; 0 once there are none.
create function erase_ledger(
  p_company_id uuid, p_before timestamptz, p_of_all boolean, p_user_ids uuid[], p_retention_years integer,
  p_now timestamptz, p_limit integer
) returns integer language plpgsql volatile as $$
declare
  v_seqs bigint[];
  v_by bigint;
  v_digest text;
begin
  -- Also holds every other sealing off, so that the number after the last one is ours.
  perform seal_ledger(p_company_id);
  select array_agg(due.seq) into v_seqs from (
    select r.seq from ledger_record r
    where r.company_id = p_company_id and r.erased_by is null and r.kind <> 'erasure'
      and (r.user_id = any (p_user_ids) or (r.at < p_before and (p_of_all or r.user_id is null)))
    order by r.seq limit p_limit) due;
  if v_seqs is null then
    return 0;
  end if;
  select max(r.seq) + 1 into v_by from ledger_record r where r.company_id = p_company_id;

  perform set_config('maina.redacts', p_company_id::text, true);
  update ledger_record r
    set erased_by = v_by, at = null, kind = null, actor_id = null, user_id = null, time_entry_id = null, body = null
    where r.company_id = p_company_id and r.seq = any (v_seqs);
  perform set_config('maina.redacts', '', true);

  select encode(sha256(convert_to(string_agg(ledger_line(r) || e'\n', '' order by r.seq), 'UTF8')), 'hex')
    into v_digest from ledger_record r where r.company_id = p_company_id and r.seq = any (v_seqs);
  perform chain_ledger(p_company_id, p_now, 'erasure', null, null, null,
    '{"why":{"before":"' || iso_instant(p_before) || '","digest":"' || v_digest
    || '","records":' || cardinality(v_seqs) || ',"retentionYears":' || p_retention_years || '}}');
  return cardinality(v_seqs);
end $$;

-- Somebody who is deactivated is sent nothing.
create or replace function deliver_location_messages() returns trigger
  language plpgsql as $$
declare
  v_known_until timestamptz;
begin
  if not exists (select from message m where m.company_id = new.company_id and m.location_id = new.location_id)
    or not exists (select from users u where u.company_id = new.company_id and u.id = new.user_id
      and u.is_active and u.deleted_at is null) then
    return null;
  end if;
  select coalesce(e.check_out, 'infinity') + interval '30 days' into v_known_until from time_entry e
    where e.company_id = new.company_id and e.user_id = new.user_id and e.location_id = new.location_id
      and e.id <> new.id
    order by e.check_in desc limit 1;
  insert into message_recipient (company_id, user_id, message_id)
    select m.company_id, new.user_id, m.id from message m
      where m.company_id = new.company_id and m.location_id = new.location_id and m.sender_id <> new.user_id
        and m.created_at > coalesce(v_known_until, '-infinity')
        and m.created_at <= coalesce(new.check_out, 'infinity') + interval '30 days'
    on conflict do nothing;
  return null;
end $$;
