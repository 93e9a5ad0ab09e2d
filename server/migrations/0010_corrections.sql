-- See docs/decisions/0012-forgotten-check-outs.md.
alter type event_source add value 'estimate';
create type approval_status as enum ('pending', 'approved', 'rejected');
create type correction_kind as enum ('add', 'edit', 'delete', 'estimate');
create type month_answer_kind as enum ('confirmed', 'disputed');

alter table company
  add column longest_shift_hours integer not null default 14 check (longest_shift_hours between 6 and 24),
  add column sends_digest boolean not null default true,
  -- The last record of the ledger of which a digest was mailed, and the company's day on which that was.
  add column digest_seq bigint not null default 0,
  add column digest_on date;

alter table time_entry
  add column approval approval_status,
  add column is_corrected boolean not null default false,
  -- When the person was asked by mail when they had left.
  add column reminded_at timestamptz;

alter table scan
  alter column time_entry_id drop not null,
  drop constraint scan_company_id_time_entry_id_fkey,
  add foreign key (company_id, time_entry_id) references time_entry (company_id, id)
    on delete set null (time_entry_id);
alter table work_report
  drop constraint work_report_company_id_time_entry_id_fkey,
  add foreign key (company_id, time_entry_id) references time_entry (company_id, id)
    on delete set null (time_entry_id);

-- Open for longer than the longest shift: nobody works that long, so the check-out was forgotten.
create function needs_attention(
  check_in timestamptz, check_out timestamptz, now timestamptz, longest_shift_hours integer
) returns boolean language sql stable parallel safe
  return check_out is null and now >= check_in + make_interval(hours => longest_shift_hours);

-- Up to when an entry counts: its end; now while it is open; its own beginning, thus not at all, once it needs attention.
-- In TypeScript: countedEnd.
create function counted_end(
  check_in timestamptz, check_out timestamptz, now timestamptz, longest_shift_hours integer
) returns timestamptz language sql stable parallel safe
  return case when needs_attention(check_in, check_out, now, longest_shift_hours) then check_in
    else coalesce(check_out, now) end;

create table correction_request (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind correction_kind not null,
  -- No foreign key: it outlives the entry, and `add` names the id that the entry gets.
  time_entry_id uuid not null,
  -- What is wanted; null stays as it is.
  location_id uuid,
  check_in timestamptz,
  check_out timestamptz,
  reason text check (reason is not null or kind = 'estimate'),
  status approval_status not null default 'pending',
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  -- How the entry was after the decision; null when it was rejected, or deleted the entry.
  recorded_location_id uuid,
  recorded_check_in timestamptz,
  recorded_check_out timestamptz,
  primary key (company_id, id),
  check ((status = 'pending') = (decided_by is null) and (status = 'pending') = (decided_at is null)),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, decided_by) references users (company_id, id),
  foreign key (company_id, recorded_location_id) references location (company_id, id)
);
create index correction_request_user_idx on correction_request (company_id, user_id, created_at desc);
create index correction_request_open_idx on correction_request (company_id, created_at) where status = 'pending';
create unique index correction_request_pending_key on correction_request (company_id, time_entry_id)
  where status = 'pending' and kind <> 'estimate';

-- A month of a person that an administrator approved: until it is unlocked, no entry with a part in it can change.
create table month_approval (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- The month in the company's time zone as it was at the approval.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  approved_by uuid not null,
  approved_at timestamptz not null,
  unlocked_by uuid,
  unlocked_at timestamptz,
  unlock_reason text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, approved_by) references users (company_id, id),
  foreign key (company_id, unlocked_by) references users (company_id, id)
);
create unique index month_approval_key on month_approval (company_id, user_id, month) where unlocked_at is null;

-- What a person last said of a month of theirs.
create table month_answer (
  company_id uuid not null,
  user_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  answer month_answer_kind not null,
  text text,
  -- Milliseconds that the person saw.
  ms bigint not null,
  answered_at timestamptz not null,
  primary key (company_id, user_id, month),
  foreign key (company_id, user_id) references users (company_id, id)
);

create function refuse_approved_month(p_entry time_entry) returns void language plpgsql volatile as $$
begin
  if exists (
    select from month_approval m
    where m.company_id = p_entry.company_id and m.user_id = p_entry.user_id and m.unlocked_at is null
      and p_entry.check_in < m.ends_at
      and (p_entry.check_in >= m.starts_at or coalesce(p_entry.check_out, 'infinity') > m.starts_at)
  ) then
    raise exception 'the month of this time entry is approved' using constraint = 'time_entry_month_locked';
  end if;
end $$;

create function guard_approved_months() returns trigger language plpgsql as $$
begin
  if is_being_erased(coalesce(new.company_id, old.company_id)) then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    perform refuse_approved_month(old);
  end if;
  if tg_op <> 'DELETE' then
    perform refuse_approved_month(new);
  end if;
  return coalesce(new, old);
end $$;
create trigger time_entry_month_lock
  before insert or delete or update of user_id, location_id, check_in, check_out, check_in_source, check_out_source,
    approval, is_corrected on time_entry
  for each row execute function guard_approved_months();

-- An entry as the ledger keeps it, as canonical JSON.
create function time_entry_state(e time_entry) returns text
  language sql stable
  return case when e.id is null then 'null' else
    '{"approval":' || coalesce('"' || e.approval || '"', 'null')
    || ',"checkIn":"' || iso_instant(e.check_in)
    || '","checkInSource":"' || e.check_in_source
    || '","checkOut":' || coalesce('"' || iso_instant(e.check_out) || '"', 'null')
    || ',"checkOutSource":' || coalesce('"' || e.check_out_source || '"', 'null')
    || ',"isCorrected":' || e.is_corrected::text
    || ',"locationId":"' || e.location_id || '"}' end;

-- Writes every change of an entry into the ledger, whoever makes it. Who, when and why stand in the setting maina.act of
-- the transaction: {at, kind, actorId, why}, the last as canonical JSON.
create function record_time_entry() returns trigger language plpgsql as $$
declare
  v_act jsonb := nullif(current_setting('maina.act', true), '');
  v_entry time_entry := coalesce(new, old);
  v_before text := time_entry_state(old);
  v_after text := time_entry_state(new);
begin
  if v_before <> v_after and not is_being_erased(v_entry.company_id) then
    perform append_ledger(v_entry.company_id, coalesce((v_act ->> 'at')::timestamptz, clock_timestamp()),
      coalesce(v_act ->> 'kind', 'outside')::ledger_kind, (v_act ->> 'actorId')::uuid, v_entry.user_id, v_entry.id,
      '{"after":' || v_after || ',"before":' || v_before || coalesce(',"why":' || (v_act ->> 'why'), '') || '}');
  end if;
  return null;
end $$;
create trigger time_entry_ledger
  after insert or delete or update of user_id, location_id, check_in, check_out, check_in_source, check_out_source,
    approval, is_corrected on time_entry
  for each row execute function record_time_entry();

-- An entry that a correction moves to another place brings the messages of that place.
create trigger time_entry_deliver_messages_moved after update of location_id on time_entry
  for each row when (old.location_id <> new.location_id) execute function deliver_location_messages();

-- The ledger begins with what was there before it.
do $$
declare
  v_entry time_entry;
begin
  for v_entry in select * from time_entry e order by e.company_id, e.check_in, e.id loop
    perform chain_ledger(v_entry.company_id, clock_timestamp(), 'opening', null, v_entry.user_id, v_entry.id,
      '{"after":' || time_entry_state(v_entry) || ',"before":null}');
  end loop;
end $$;

-- A retry gets the answer that was stored, which has to have today's shape.
update scan set answer = answer
  || jsonb_build_object('timeEntry', answer -> 'timeEntry' || v.added)
  || case when answer ? 'closedEntry' then jsonb_build_object('closedEntry', answer -> 'closedEntry' || v.added)
    else '{}' end
  from (select '{"needsAttention": false, "approval": null, "isEstimated": false, "isCorrected": false}'::jsonb) v (added);

create or replace function find_viewer(p_token_hash bytea, p_now timestamptz) returns jsonb
  language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('expiresAt', iso_instant(s.expires_at), 'viewer', jsonb_build_object(
      'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'email', u.email,
      'firstName', u.first_name, 'lastName', u.last_name, 'mustChangePassword', u.must_change_password,
      'language', coalesce(u.language, c.language),
      'companyName', c.name, 'companyLanguage', c.language, 'timeZone', c.timezone,
      'longestShiftHours', c.longest_shift_hours,
      'subscription', jsonb_build_object(
        'plan', c.subscription_plan, 'status', c.subscription_status,
        'trialEndsAt', iso_instant(c.trial_ends_at), 'currentPeriodEnd', iso_instant(c.current_period_end),
        'cancelAtPeriodEnd', c.cancel_at_period_end)))
    from session s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join company c on c.id = s.company_id
    where s.token_hash = p_token_hash and s.expires_at > p_now and u.is_active and u.deleted_at is null
      and c.deletion_due_at is null);
end $$;

drop function record_scan(uuid, uuid, uuid, uuid, text, timestamptz, event_source, boolean, timestamptz, timestamptz);
drop function time_entry_json(time_entry, users, location);

create function time_entry_json(
  e time_entry, u users, l location, p_now timestamptz, p_longest_shift_hours integer
) returns jsonb language sql stable
  return jsonb_build_object(
    'id', e.id, 'userId', e.user_id, 'locationId', e.location_id,
    'checkIn', iso_instant(e.check_in), 'checkOut', iso_instant(e.check_out),
    'status', case when e.check_out is null then 'working' else 'completed' end,
    'totalHours', e.total_hours, 'createdAt', iso_instant(e.created_at),
    'checkInSource', e.check_in_source, 'checkOutSource', e.check_out_source,
    'needsAttention', needs_attention(e.check_in, e.check_out, p_now, p_longest_shift_hours),
    'approval', e.approval, 'isCorrected', e.is_corrected,
    -- As text: the value is younger than this transaction.
    'isEstimated', coalesce(e.check_out_source::text = 'estimate', false),
    'location', jsonb_build_object('name', l.name),
    'user', jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name));

-- Decides what a scan means and records it, in one round trip (decisions.md §2).
-- p_code null is the check-out button: it ends the open entry wherever that is.
-- An open entry that needs attention is ended by nothing but the person's own word, p_left_at, as an estimate that awaits
-- approval; what was scanned is then a check-in, and the button only ends the entry.
-- Answers {answer: …} or {error: code}. p_now replaces the database's clock in tests.
create function record_scan(
  p_company_id uuid, p_user_id uuid, p_scan_id uuid, p_entry_id uuid, p_code text, p_scanned_at timestamptz,
  p_source event_source, p_may_check_in boolean, p_now timestamptz default null, p_device_at timestamptz default null,
  p_left_entry_id uuid default null, p_left_at timestamptz default null
) returns jsonb language plpgsql volatile as $$
declare
  v_user users;
  v_location location;
  v_last time_entry;
  v_last_location location;
  v_entry time_entry;
  v_closed time_entry;
  v_answer jsonb;
  v_now timestamptz;
  v_at timestamptz;
  v_action scan_action;
  v_last_event timestamptz;
  v_is_open boolean;
  v_is_missing boolean;
  v_left_at timestamptz := date_trunc('milliseconds', p_left_at);
  v_longest_shift_hours integer;
  v_act jsonb;
begin
  perform lock_time_entries_of(p_user_id);

  select s.answer into v_answer from scan s
    where s.company_id = p_company_id and s.user_id = p_user_id and s.id = p_scan_id;
  if found then
    return jsonb_build_object('answer', v_answer);
  end if;

  -- Deactivated or deleted between the session check and here.
  select * into v_user from users u
    where u.company_id = p_company_id and u.id = p_user_id and u.is_active and u.deleted_at is null;
  if not found then
    return jsonb_build_object('error', 'unauthenticated');
  end if;

  select c.longest_shift_hours into v_longest_shift_hours from company c where c.id = p_company_id;

  if p_code is not null then
    -- Held against deactivation and deletion, which must not happen between this check and the entry.
    select * into v_location from location l
      where l.company_id = p_company_id and l.qr_code = p_code and l.deleted_at is null for share;
    if not found then
      return jsonb_build_object('error', 'location_code_unknown');
    end if;
    if not v_location.is_active then
      return jsonb_build_object('error', 'location_inactive');
    end if;
  end if;

  -- Entries never overlap, so the one that began last is the open one, if any is.
  select * into v_last from time_entry e
    where e.company_id = p_company_id and e.user_id = p_user_id
    order by e.check_in desc, e.check_out desc nulls first limit 1;
  v_is_open := v_last.id is not null and v_last.check_out is null;
  v_last_event := coalesce(v_last.check_out, v_last.check_in, '-infinity');

  v_now := date_trunc('milliseconds', coalesce(p_now, clock_timestamp()));
  if p_scanned_at is null then
    -- A clock that was set back must not make an entry end before it began.
    v_at := greatest(v_now, v_last_event);
  else
    v_at := date_trunc('milliseconds', p_scanned_at);
    if v_at < v_now - interval '72 hours' then
      return jsonb_build_object('error', 'scan_too_old');
    end if;
    if v_at > v_now + interval '2 minutes' then
      return jsonb_build_object('error', 'scan_in_future');
    end if;
    if v_at < v_last_event then
      return jsonb_build_object('error', 'scan_out_of_order');
    end if;
    v_at := greatest(least(v_at, v_now), v_last_event);
  end if;

  v_is_missing := v_is_open and needs_attention(v_last.check_in, null, v_at, v_longest_shift_hours);
  if v_is_missing then
    if p_left_entry_id is distinct from v_last.id then
      return jsonb_build_object('error', 'check_out_missing');
    end if;
    if v_left_at <= v_last.check_in then
      return jsonb_build_object('error', 'left_before_check_in');
    end if;
    if v_left_at > v_last.check_in + make_interval(hours => v_longest_shift_hours) then
      return jsonb_build_object('error', 'left_beyond_longest_shift');
    end if;
    if v_left_at > v_at then
      return jsonb_build_object('error', 'left_in_future');
    end if;
  elsif p_left_entry_id is not null and (p_code is null or (v_is_open and p_left_entry_id = v_last.id)) then
    return jsonb_build_object('error', 'check_out_not_missing');
  end if;

  v_action := case
    when v_is_missing and p_code is not null then 'check-in'
    when v_is_open and (p_code is null or v_last.location_id = v_location.id) then 'check-out'
    when v_is_open then 'location-switch'
    else 'check-in'
  end;
  if v_action = 'check-in' and p_code is null then
    return jsonb_build_object('error', 'not_checked_in');
  end if;
  if v_action <> 'check-out' and not p_may_check_in then
    return jsonb_build_object('error', 'subscription_required');
  end if;

  v_act := jsonb_build_object('at', v_now, 'actorId', p_user_id, 'kind', 'scan', 'why',
    '{"deviceAt":' || coalesce('"' || iso_instant(p_device_at) || '"', 'null')
    || ',"scanId":"' || p_scan_id
    || '","scannedAt":' || coalesce('"' || iso_instant(p_scanned_at) || '"', 'null') || '}');
  if v_is_open then
    perform set_config('maina.act',
      (case when v_is_missing then v_act || '{"kind": "estimated-end"}' else v_act end)::text, true);
    if v_is_missing then
      update time_entry e set check_out = v_left_at, check_out_source = 'estimate', approval = 'pending'
        where e.company_id = p_company_id and e.id = v_last.id
        returning * into v_closed;
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_out, created_at)
        values (p_company_id, gen_random_uuid(), p_user_id, 'estimate', v_last.id, v_left_at, v_now);
    else
      update time_entry e set check_out = v_at, check_out_source = p_source
        where e.company_id = p_company_id and e.id = v_last.id
        returning * into v_closed;
    end if;
    select * into v_last_location from location l
      where l.company_id = p_company_id and l.id = v_last.location_id;
  end if;
  if v_action = 'check-out' then
    v_entry := v_closed;
    v_location := v_last_location;
  else
    perform set_config('maina.act', v_act::text, true);
    insert into time_entry (company_id, id, user_id, location_id, check_in, check_in_source, created_at)
      values (p_company_id, p_entry_id, p_user_id, v_location.id, v_at, p_source, v_now)
      returning * into v_entry;
  end if;

  v_answer := jsonb_build_object(
    'action', v_action,
    'location', jsonb_build_object('id', v_location.id, 'name', v_location.name),
    'timeEntry', time_entry_json(v_entry, v_user, v_location, v_now, v_longest_shift_hours));
  if v_is_open and v_action <> 'check-out' then
    v_answer := v_answer || jsonb_build_object('closedEntry',
      time_entry_json(v_closed, v_user, v_last_location, v_now, v_longest_shift_hours));
  end if;

  insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, scanned_at,
                    device_at, received_at, answer)
    values (p_company_id, p_user_id, p_scan_id, v_location.id, v_entry.id, v_action, p_source, v_at, p_scanned_at,
            p_device_at, v_now, v_answer);
  return jsonb_build_object('answer', v_answer);
end $$;
