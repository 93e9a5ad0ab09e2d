-- What happened, company by company: each record holds the SHA-256 of the one before it, so that nothing of it can be
-- changed, left out or moved without the rest showing it (docs/decisions/0011-ledger.md).
create type ledger_kind as enum (
  'opening', 'scan', 'estimated-end', 'request', 'withdrawal', 'decision', 'entry-added', 'entry-edited',
  'entry-deleted', 'entry-closed', 'month-approved', 'month-unlocked', 'month-confirmed', 'month-disputed',
  'settings-changed', 'outside');

-- It refers to nothing, so that it outlives what it tells of. Names are not in it: they can be erased.
create table ledger_record (
  company_id uuid not null,
  -- From 1, without gaps.
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  kind ledger_kind not null,
  -- Null: the product itself.
  actor_id uuid,
  user_id uuid,
  time_entry_id uuid,
  -- Canonical JSON (RFC 8785).
  body text not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (company_id, seq)
);
create index ledger_record_entry_idx on ledger_record (company_id, time_entry_id) where time_entry_id is not null;

-- A record as canonical JSON: with its hash as an export has it, without it as it is hashed.
create function ledger_line(r ledger_record, p_hash text default null) returns text
  language sql stable
  return '{"actorId":' || coalesce('"' || r.actor_id || '"', 'null')
    || ',"at":"' || iso_instant(r.at)
    || '","body":' || r.body
    || ',"companyId":"' || r.company_id
    || coalesce('","hash":"' || p_hash, '')
    || '","kind":"' || r.kind
    || '","prevHash":"' || encode(r.prev_hash, 'hex')
    || '","seq":' || r.seq
    || ',"timeEntryId":' || coalesce('"' || r.time_entry_id || '"', 'null')
    || ',"userId":' || coalesce('"' || r.user_id || '"', 'null') || '}';

-- What has happened and has no number yet: written in the transaction of the thing itself, so that nobody waits for the
-- head of the chain until the disk has it; sealed into ledger_record before the ledger is read, and every quarter of an
-- hour. Of one entry, a later record has a later id: the entry's row was held in between.
create table ledger_pending (
  company_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null,
  kind ledger_kind not null,
  actor_id uuid,
  user_id uuid,
  time_entry_id uuid,
  body text not null,
  primary key (company_id, id)
);

-- Only one at a time for a company. The body is canonical JSON.
create function chain_ledger(
  p_company_id uuid, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid,
  p_body text
-- A plan made while the table was small would sort all of it.
) returns void language plpgsql volatile set enable_sort = off as $$
declare
  v_record ledger_record;
begin
  select r.seq, r.hash into v_record.seq, v_record.prev_hash from ledger_record r
    where r.company_id = p_company_id order by r.seq desc limit 1;
  v_record.company_id := p_company_id;
  v_record.seq := coalesce(v_record.seq, 0) + 1;
  v_record.prev_hash := coalesce(v_record.prev_hash, decode(repeat('00', 32), 'hex'));
  v_record.at := date_trunc('milliseconds', p_at);
  v_record.kind := p_kind;
  v_record.actor_id := p_actor_id;
  v_record.user_id := p_user_id;
  v_record.time_entry_id := p_time_entry_id;
  v_record.body := p_body;
  v_record.hash := sha256(convert_to(ledger_line(v_record), 'UTF8'));
  insert into ledger_record values (v_record.*);
end $$;

create function append_ledger(
  p_company_id uuid, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid,
  p_body text
) returns void language sql volatile
  begin atomic
    insert into ledger_pending (company_id, at, kind, actor_id, user_id, time_entry_id, body)
      values (p_company_id, date_trunc('milliseconds', p_at), p_kind, p_actor_id, p_user_id, p_time_entry_id, p_body);
  end;

-- Gives what is pending its numbers and hashes.
create function seal_ledger(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_pending ledger_pending;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 1));
  perform set_config('maina.seals', 'on', true);
  for v_pending in select * from ledger_pending p where p.company_id = p_company_id order by p.id loop
    perform chain_ledger(v_pending.company_id, v_pending.at, v_pending.kind, v_pending.actor_id, v_pending.user_id,
      v_pending.time_entry_id, v_pending.body);
    delete from ledger_pending p where p.company_id = v_pending.company_id and p.id = v_pending.id;
  end loop;
  perform set_config('maina.seals', '', true);
end $$;

-- Only while erase_company runs, in its transaction.
create function is_being_erased(p_company_id uuid) returns boolean
  language sql stable
  return coalesce(current_setting('maina.erases', true) = p_company_id::text, false);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.company_id)
      or (tg_table_name = 'ledger_pending' and current_setting('maina.seals', true) = 'on') then
      return old;
    end if;
  end if;
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_record_fixed before update or delete on ledger_record
  for each row execute function refuse_ledger_change();
create trigger ledger_record_kept before truncate on ledger_record
  for each statement execute function refuse_ledger_change();
create trigger ledger_pending_fixed before update or delete on ledger_pending
  for each row execute function refuse_ledger_change();
create trigger ledger_pending_kept before truncate on ledger_pending
  for each statement execute function refuse_ledger_change();

-- Erases a company from every table that has a company_id, those to come included, and the company itself.
-- Tables that others still refer to wait for the next round, so that no order has to be kept by hand.
create or replace function erase_company(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_tables text[];
  v_table text;
  v_blocked text[];
begin
  perform set_config('maina.erases', p_company_id::text, true);
  -- The mailbox of developers knows no company.
  delete from dev_mail where recipient in (select email from users where company_id = p_company_id);
  select array_agg(quote_ident(t.table_name)) into v_tables
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'company_id';
  while cardinality(v_tables) > 0 loop
    v_blocked := '{}';
    foreach v_table in array v_tables loop
      begin
        execute format('delete from public.%s where company_id = $1', v_table) using p_company_id;
      exception when foreign_key_violation then
        v_blocked := v_blocked || v_table;
      end;
    end loop;
    if cardinality(v_blocked) = cardinality(v_tables) then
      raise exception 'company % cannot be erased: % hold each other', p_company_id, v_blocked;
    end if;
    v_tables := v_blocked;
  end loop;
  delete from company where id = p_company_id;
  perform set_config('maina.erases', '', true);
end $$;
