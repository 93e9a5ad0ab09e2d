-- Every table carries company_id and refers to others by (company_id, id), so that the database itself refuses
-- a row that mixes companies and the schema can be distributed by company.
create extension if not exists btree_gist;

create type language_code as enum ('en', 'lv', 'pl', 'lt');
create type plan_id as enum ('starter', 'growth', 'business');
create type subscription_status as enum ('trialing', 'active', 'incomplete', 'past_due', 'unknown');
create type user_role as enum ('admin', 'employee');
-- How an event reached us: QR link, typed code, the check-out button, a phone without signal, an administrator.
create type event_source as enum ('qr', 'code', 'button', 'offline', 'admin');
create type scan_action as enum ('check-in', 'check-out', 'location-switch');

create table company (
  id uuid primary key,
  name text not null,
  registration_no text,
  email text not null,
  phone text,
  address text,
  timezone text not null default 'Europe/Riga',
  language language_code not null default 'en',
  subscription_plan plan_id not null default 'starter',
  subscription_status subscription_status not null default 'trialing',
  trial_ends_at timestamptz not null,
  current_period_end timestamptz,
  stripe_customer_id text,
  stripe_subscription_id text,
  created_at timestamptz not null default now()
);

create table users (
  company_id uuid not null references company (id),
  id uuid not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  role user_role not null default 'employee',
  is_active boolean not null default true,
  -- The first administrator; takes no employee seat of the plan.
  is_owner boolean not null default false,
  must_change_password boolean not null default false,
  -- The language the person chose; null follows the company's.
  language language_code,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index users_email_key on users (lower(email)) where deleted_at is null;

create table session (
  token_hash bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index session_user_idx on session (company_id, user_id);

create table password_reset_token (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index password_reset_token_user_idx on password_reset_token (company_id, user_id);

create table location (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null,
  address text,
  description text,
  qr_code text not null unique,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);

create table time_entry (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  check_in timestamptz not null,
  check_out timestamptz check (check_out >= check_in),
  check_in_source event_source not null,
  check_out_source event_source check ((check_out is null) = (check_out_source is null)),
  total_hours numeric generated always as (extract(epoch from (check_out - check_in)) / 3600) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  -- An open entry reaches to infinity, so this forbids overlapping entries and two open ones alike.
  constraint time_entry_no_overlap
    exclude using gist (company_id with =, user_id with =, tstzrange(check_in, check_out) with &&)
);
create index time_entry_user_idx on time_entry (company_id, user_id, check_in desc);
create index time_entry_check_in_idx on time_entry (company_id, check_in desc);
-- Also finds who is working now: check_out is null.
create index time_entry_check_out_idx on time_entry (company_id, check_out desc);

create table scan (
  company_id uuid not null,
  user_id uuid not null,
  -- The phone's clientScanId, or one of our own where it sent none.
  id uuid not null,
  location_id uuid not null,
  time_entry_id uuid not null,
  action scan_action not null,
  source event_source not null,
  effective_at timestamptz not null,
  -- The phone's clock, for a scan made without a signal.
  device_at timestamptz,
  received_at timestamptz not null,
  answer jsonb not null,
  primary key (company_id, user_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, time_entry_id) references time_entry (company_id, id)
);

create table work_report (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  time_entry_id uuid,
  -- The rows of one dialog share it.
  submission_id uuid not null,
  units text not null,
  quantity numeric(12, 2) not null check (quantity >= 0),
  description text not null,
  general_notes text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, time_entry_id) references time_entry (company_id, id)
);
create index work_report_entry_idx on work_report (company_id, time_entry_id);

-- Mails that had nowhere to go because no SMTP server is configured; shown at /dev/mailbox.
create table dev_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null default now()
);

create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create function iso_instant(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Whom a session stands for, if it has not ended: {viewer: …, expiresAt}, else null. Asked on every request, and a
-- function keeps its plan: planning these joins anew took as long as recording a scan.
create function find_viewer(p_token_hash bytea, p_now timestamptz) returns jsonb
  language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('expiresAt', iso_instant(s.expires_at), 'viewer', jsonb_build_object(
      'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'email', u.email,
      'firstName', u.first_name, 'lastName', u.last_name, 'mustChangePassword', u.must_change_password,
      'language', coalesce(u.language, c.language),
      'companyName', c.name, 'companyLanguage', c.language, 'timeZone', c.timezone,
      'subscription', jsonb_build_object(
        'plan', c.subscription_plan, 'status', c.subscription_status,
        'trialEndsAt', iso_instant(c.trial_ends_at), 'currentPeriodEnd', iso_instant(c.current_period_end))))
    from session s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join company c on c.id = s.company_id
    where s.token_hash = p_token_hash and s.expires_at > p_now and u.is_active and u.deleted_at is null);
end $$;

-- Whoever writes a person's time entries holds this until the end of the transaction, so that simultaneous
-- scans, corrections and deletions of one person follow each other.
create function lock_time_entries_of(p_user_id uuid) returns void
  language sql volatile
  return pg_advisory_xact_lock(hashtextextended(p_user_id::text, 0));

create function time_entry_json(e time_entry, u users, l location) returns jsonb
  language sql stable
  return jsonb_build_object(
    'id', e.id, 'userId', e.user_id, 'locationId', e.location_id,
    'checkIn', iso_instant(e.check_in), 'checkOut', iso_instant(e.check_out),
    'status', case when e.check_out is null then 'working' else 'completed' end,
    'totalHours', e.total_hours, 'createdAt', iso_instant(e.created_at),
    'checkInSource', e.check_in_source, 'checkOutSource', e.check_out_source,
    'location', jsonb_build_object('name', l.name),
    'user', jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name));

-- Decides what a scan means and records it, in one round trip (decisions.md §2).
-- p_code null is the check-out button: it ends the open entry wherever that is.
-- Answers {answer: …} or {error: code}. p_now replaces the database's clock in tests.
create function record_scan(
  p_company_id uuid, p_user_id uuid, p_scan_id uuid, p_entry_id uuid, p_code text, p_device_at timestamptz,
  p_source event_source, p_may_check_in boolean, p_now timestamptz default null
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
  if p_device_at is null then
    -- A clock that was set back must not make an entry end before it began.
    v_at := greatest(v_now, v_last_event);
  else
    v_at := date_trunc('milliseconds', p_device_at);
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

  v_action := case
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

  if v_is_open then
    update time_entry e set check_out = v_at, check_out_source = p_source
      where e.company_id = p_company_id and e.id = v_last.id
      returning * into v_closed;
    select * into v_last_location from location l
      where l.company_id = p_company_id and l.id = v_last.location_id;
  end if;
  if v_action = 'check-out' then
    v_entry := v_closed;
    v_location := v_last_location;
  else
    insert into time_entry (company_id, id, user_id, location_id, check_in, check_in_source, created_at)
      values (p_company_id, p_entry_id, p_user_id, v_location.id, v_at, p_source, v_now)
      returning * into v_entry;
  end if;

  v_answer := jsonb_build_object(
    'action', v_action,
    'location', jsonb_build_object('id', v_location.id, 'name', v_location.name),
    'timeEntry', time_entry_json(v_entry, v_user, v_location));
  if v_action = 'location-switch' then
    v_answer := v_answer || jsonb_build_object('closedEntry', time_entry_json(v_closed, v_user, v_last_location));
  end if;

  insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, device_at,
                    received_at, answer)
    values (p_company_id, p_user_id, p_scan_id, v_location.id, v_entry.id, v_action, p_source, v_at, p_device_at,
            v_now, v_answer);
  return jsonb_build_object('answer', v_answer);
end $$;
