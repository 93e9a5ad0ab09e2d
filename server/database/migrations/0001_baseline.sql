-- Every row belongs to one company: keys begin with company_id, foreign keys take it along. So the database itself
-- refuses a row that mixes companies, and the schema can be distributed by company (docs/decisions/0019-bound-to-one-company.md).
-- Functions and their triggers stand in ../functions and are applied after the migrations.
create extension if not exists btree_gist;

create type language_code as enum ('en', 'lv', 'pl', 'lt');
create type plan_id as enum ('starter', 'growth', 'business');
create type subscription_status as enum ('trialing', 'active', 'incomplete', 'past_due', 'unknown');
create type sandbox_status as enum ('incomplete', 'active', 'past_due', 'ended');
create type retention_start as enum ('record', 'departure');
create type board_names as enum ('names', 'initials');
create type report_frequency as enum ('weekly', 'monthly');
create type user_role as enum ('admin', 'manager', 'accountant', 'employee');
-- How an event reached us: QR link, typed code, the check-out button, a phone or kiosk without a signal, an administrator, the
-- person's own estimate of a forgotten check-out, a badge or PIN at a kiosk, or a manager for their crew.
create type event_source as enum ('qr', 'code', 'button', 'offline', 'admin', 'estimate', 'badge', 'pin', 'crew');
-- Where a scanned location code came from: the paper poster, a screen with the rotating code, or the keyboard.
create type code_form as enum ('poster', 'rotating', 'typed');
create type scan_action as enum ('check-in', 'check-out', 'location-switch');
create type approval_status as enum ('pending', 'approved', 'rejected');
create type correction_kind as enum ('add', 'edit', 'delete', 'estimate', 'overlong', 'late', 'absence');
create type month_answer_kind as enum ('confirmed', 'disputed');
create type ledger_kind as enum (
  'opening', 'scan', 'estimated-end', 'check-out-undone', 'request', 'withdrawal', 'decision', 'entry-added', 'entry-edited',
  'entry-deleted', 'entry-closed', 'month-approved', 'month-unlocked', 'month-confirmed', 'month-disputed',
  'break', 'absence-added', 'absence-changed', 'absence-deleted', 'settings-changed', 'work-rules-changed',
  'employment-changed', 'outside', 'erasure', 'administrator-added', 'administrator-removed', 'role-changed', 'owner-changed',
  'digest-changed', 'month-recipients-changed', 'month-sent', 'pin-set', 'pin-removed');
create type flag_kind as enum ('shared-phone', 'too-far', 'clock-wrong', 'clock-set', 'both-late', 'poster', 'full-day');
create type directory_kind as enum ('email', 'location-code', 'passkey', 'customer', 'kiosk-pairing', 'company-code');
create type invitation_state as enum ('waiting', 'sent', 'undeliverable', 'accepted');

-- Companies and people

create table company (
  id uuid primary key,
  -- By it and a personal number people without an e-mail address sign in; found through the directory. The default is
  -- for rows written without one, of an older backup for instance.
  code text not null default upper(left(replace(gen_random_uuid()::text, '-', ''), 8)),
  name text not null,
  registration_no text,
  email text not null,
  phone text,
  address text,
  timezone text not null default 'Europe/Riga',
  language language_code not null default 'en',
  longest_shift_hours integer not null default 14 check (longest_shift_hours between 6 and 24),
  -- A scan that arrives more hours after it was made awaits approval.
  late_scan_hours integer not null default 12 check (late_scan_hours between 1 and 72),
  sends_digest boolean not null default true,
  -- Who gets the digest besides the owner, such as an accountant or a lawyer.
  digest_recipients text[] not null default '{}',
  -- The last ledger record of which a digest was mailed, and the company's day on which that was.
  digest_seq bigint not null default 0,
  digest_on date,
  subscription_plan plan_id not null default 'starter',
  subscription_status subscription_status not null default 'trialing',
  trial_ends_at timestamptz not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  provider_customer_id text,
  provider_subscription_id text,
  -- When the payment provider was last asked; the reconciliation asks again after a day.
  billing_checked_at timestamptz,
  retention_years integer not null default 10 check (retention_years between 3 and 75),
  -- Whether the years are counted from each record, or for all of a person's from when the person left.
  retention_from retention_start not null default 'record',
  -- What the wall view shows of people.
  board_names board_names not null default 'initials',
  -- Everything older than this day in the company's zone has been erased.
  erased_before date,
  -- Set when the retention is shortened, so that people have time to change their minds.
  erasure_not_before timestamptz,
  -- When the owner's e-mail address was first confirmed; until then mails to anybody else wait in held_mail. A company of
  -- an older backup, which does not have this column, counts as confirmed.
  confirmed_at timestamptz default now(),
  -- Set when an administrator deletes the company: from then on everything of it may be erased.
  deletion_due_at timestamptz,
  deletion_token_hash bytea,
  -- The deletion cancelled a running subscription, so undoing it resumes that.
  resume_on_restore boolean not null default false,
  created_at timestamptz not null default now()
);
create index company_deletion_due_idx on company (deletion_due_at) where deletion_due_at is not null;

-- Time zones that the company had before its present one, each until it was changed.
create table former_time_zone (
  company_id uuid not null references company (id),
  until timestamptz not null,
  time_zone text not null,
  primary key (company_id, until)
);

create table users (
  company_id uuid not null references company (id),
  id uuid not null,
  -- Optional for employees; deleted people have none.
  email text,
  -- Null: no password was chosen yet, or the person signs in without one.
  password_hash text,
  first_name text not null,
  last_name text not null,
  role user_role not null default 'employee',
  is_active boolean not null default true,
  -- The company's owner, at first the first administrator; takes no employee seat of the plan.
  is_owner boolean not null default false,
  must_change_password boolean not null default false,
  -- The language the person chose; null follows the company's.
  language language_code,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz,
  deleted_at timestamptz,
  -- Nothing but the id and a number in place of the name is left of the person.
  erased_at timestamptz,
  -- As the payroll program writes it, leading zeros included.
  payroll_no text,
  position text,
  -- Both dates are worked; null: not known, or not left.
  employed_from date,
  employed_to date check (employed_to >= employed_from),
  -- The agreed hours from dates on (Terms of domain/work-calendar.ts), by date; none: the company's weekly norm.
  work_terms jsonb not null default '[]',
  -- Encrypted with the key of the installation, which is not in the database.
  personal_code bytea,
  -- The number that the person types at a kiosk, with the PIN.
  personal_number text check (personal_number ~ '^[0-9]{1,10}$'),
  -- Null: no PIN set.
  pin_hash text,
  -- The password was chosen in a session that came from the PIN, and ends with it.
  password_from_pin boolean not null default false,
  -- The last change of how the account is opened, for a person without an e-mail address: their screens tell it.
  notice text check (notice in ('pinSet', 'pinRemoved', 'passkeyAdded', 'passwordSet')),
  noticed_at timestamptz,
  primary key (company_id, id),
  check (email is not null or role = 'employee' or deleted_at is not null)
);
create unique index users_personal_number_key on users (company_id, personal_number) where deleted_at is null;

-- The company's rules for hours by category (domain/work-rules.ts): what it has chosen from which date on, and its own
-- days. One document, since every figure of a month goes by all of it. Without a row: the preset of the time zone's country.
create table work_rules (
  company_id uuid primary key references company (id),
  content jsonb not null,
  -- Null: stored when a month was approved, so that the preset stays.
  changed_by uuid,
  changed_at timestamptz,
  check ((changed_by is null) = (changed_at is null)),
  foreign key (company_id, changed_by) references users (company_id, id)
);

-- What a company has changed of its country's monthly sheet, the masks of its payroll program, and who gets approved months
-- (contract/sheets.ts). Without a row: the presets.
create table sheet_settings (
  company_id uuid primary key references company (id),
  content jsonb not null
);

-- Who created, activated or changed the access to an account, and when they last did. Needed for a day: a decision by an
-- account that the person concerned has given out is marked (actor_is_new).
create table account_access (
  company_id uuid not null,
  user_id uuid not null,
  given_by uuid not null,
  given_at timestamptz not null,
  primary key (company_id, user_id, given_by),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, given_by) references users (company_id, id)
);
create index account_access_given_by_idx on account_access (company_id, given_by);

-- Mails of a company whose owner has not confirmed the e-mail address yet. They leave when that is done.
create table held_mail (
  company_id uuid not null references company (id),
  id uuid not null,
  recipient text not null,
  -- The mail, encrypted with the key of the installation, which is not in the database: it may hold a password.
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);

-- What people and others bring with them, and by which they are found before their company is known: an e-mail address
-- in lower case, a location code, the id of a passkey, a customer of the payment provider, a company's code, the hash of a
-- kiosk's pairing code. The only table that is unique over all companies. It refers to nothing;
-- server/platform/database/directory.ts keeps it true.
create table directory (
  kind directory_kind not null,
  key text not null,
  company_id uuid not null,
  -- Of the user, location, passkey or kiosk; of the company for a customer and its code.
  id uuid not null,
  primary key (kind, key)
);
create index directory_company_idx on directory (company_id, kind, id);

-- Signing in. A secret that we make carries its company's id, so that it is looked up by company and hash.

create table session (
  company_id uuid not null,
  token_hash bytea not null,
  -- By it the person ends the session; the token's hash stays with the server.
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- In words: "Firefox, Windows".
  device text,
  -- Began with the PIN, or with a password or passkey that was chosen in such a session: it ends with the PIN.
  from_pin boolean not null default false,
  -- Until then the notice of the account was read here.
  notice_seen_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, token_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index session_user_idx on session (company_id, user_id);
-- For the daily job that removes expired ones.
create index session_expires_at_idx on session (expires_at);

create table password_reset_token (
  company_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  used boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, token_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index password_reset_token_user_idx on password_reset_token (company_id, user_id);
create index password_reset_token_expires_at_idx on password_reset_token (expires_at);

-- How people get into their accounts the first time, or after they forgot their password: by the newest link, or by the
-- password that an administrator has set. Without a row: neither was given, or it was taken back.
create table invitation (
  company_id uuid not null,
  user_id uuid not null,
  -- Of what was given: its mail says by it whether it has arrived.
  id uuid not null,
  -- Of the link; null once it was used or ended, or where a password was given.
  token_hash bytea,
  expires_at timestamptz,
  state invitation_state not null,
  -- Since when it is in this state.
  at timestamptz not null,
  primary key (company_id, user_id),
  unique (company_id, token_hash),
  check ((token_hash is null) = (expires_at is null)),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- Changes of e-mail addresses, until they can no longer be undone. A new address counts once it is confirmed.
create table email_change (
  company_id uuid not null,
  -- Of the link to the old address, which undoes the change.
  undo_hash bytea not null,
  -- Of the link to the new address.
  confirm_hash bytea not null,
  user_id uuid not null,
  -- Whoever asked for the change.
  requested_by uuid not null,
  -- Null: the person had none.
  old_email text,
  new_email text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Afterwards it is neither confirmed nor undone, and the old address is free for others.
  expires_at timestamptz not null,
  primary key (company_id, undo_hash),
  unique (company_id, confirm_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index email_change_user_idx on email_change (company_id, user_id);
create index email_change_expires_at_idx on email_change (expires_at);

create table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  -- Encrypted with the key of the installation, which is not in the database.
  secret bytea not null,
  -- Of the last code that was accepted (RFC 6238 §5.2): none works twice.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

create table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used boolean not null default false,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

create table passkey (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  -- Added in a session that came from the PIN.
  from_pin boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index passkey_user_idx on passkey (company_id, user_id);

-- Challenges that a passkey has signed, until they expire: none works twice. A challenge that nobody has signed is stored
-- nowhere; it is sealed with the key of the installation.
create table used_passkey_challenge (
  company_id uuid not null references company (id),
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, challenge_hash)
);

-- Keys by which programs read the company's data. The key itself is never stored.
create table api_key (
  company_id uuid not null references company (id),
  id uuid not null,
  key_hash bytea not null,
  name text not null,
  -- The first letters of the key, by which people tell their keys apart.
  prefix text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  primary key (company_id, id),
  unique (company_id, key_hash),
  foreign key (company_id, created_by) references users (company_id, id)
);
create index api_key_created_by_idx on api_key (company_id, created_by);

-- Locations and working time

create table location (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null,
  address text,
  description text,
  qr_code text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The key of the rotating code (rotating_code): 244 random bits.
  rotating_secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- Since when a scan needs the rotating code; null: the poster and the typed code do.
  rotating_code_required_at timestamptz,
  -- Whether the kiosk asks for a work report at the check-out.
  asks_work_report boolean not null default false,
  primary key (company_id, id),
  unique (company_id, qr_code)
);

-- The locations of a manager.
create table user_location (
  company_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  primary key (company_id, user_id, location_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id)
);
create index user_location_location_idx on user_location (company_id, location_id);

-- The former codes of locations. A scan of one counts only if it was made before the code was renewed.
create table retired_location_code (
  company_id uuid not null,
  qr_code text not null,
  location_id uuid not null,
  retired_at timestamptz not null,
  primary key (company_id, qr_code),
  foreign key (company_id, location_id) references location (company_id, id) on delete cascade
);
create index retired_location_code_location_idx on retired_location_code (company_id, location_id);

-- How long the way between two locations takes at least, in either direction; entered by an administrator.
create table location_distance (
  company_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  minutes integer not null check (minutes between 1 and 1440),
  primary key (company_id, from_id, to_id),
  foreign key (company_id, from_id) references location (company_id, id) on delete cascade,
  foreign key (company_id, to_id) references location (company_id, id) on delete cascade
);

-- What is wanted of each unit of work reports, per hour.
create table output_target (
  company_id uuid not null,
  location_id uuid not null,
  unit text not null,
  per_hour numeric(12, 2) not null check (per_hour > 0),
  primary key (company_id, location_id, unit),
  foreign key (company_id, location_id) references location (company_id, id) on delete cascade
);

-- Who gets reports by e-mail.
create table report_subscription (
  company_id uuid not null,
  user_id uuid not null,
  frequency report_frequency not null,
  -- Of the secret in the link that ends it.
  stop_hash bytea not null,
  -- The first day of the last period that was mailed; before anything was, of the one running when it was chosen.
  sent_for date not null,
  primary key (company_id, user_id),
  unique (company_id, stop_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- Devices at the door of a location, where people check in with a badge or PIN. A revoked one is kept: scans refer to it.
create table kiosk (
  company_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  credential_hash bytea not null,
  -- Null: only an administrator ends the pairing.
  leave_pin_hash text,
  paired_by uuid not null,
  paired_at timestamptz not null,
  last_seen_at timestamptz,
  -- As the device last reported: scans that wait to be sent, and the app's release.
  queue_length integer,
  release text,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, credential_hash),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, paired_by) references users (company_id, id)
);

-- Codes by which a device becomes a kiosk, until they are used or expire.
create table kiosk_pairing (
  company_id uuid not null,
  -- Keyed hash of the code.
  code_hash bytea not null,
  -- Of the kiosk that it makes.
  id uuid not null,
  location_id uuid not null,
  name text not null,
  leave_pin_hash text,
  created_by uuid not null,
  expires_at timestamptz not null,
  primary key (company_id, code_hash),
  unique (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id)
);
-- For the daily job that removes expired ones.
create index kiosk_pairing_expires_at_idx on kiosk_pairing (expires_at);

-- Codes on the cards by which people check in at a kiosk.
create table badge (
  company_id uuid not null,
  -- SHA-256 of the code, which is random.
  code_hash bytea not null,
  user_id uuid not null,
  -- The code, encrypted with the key of the installation, which is not in the database; so that the card can be printed again.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Renewed, or the account was deleted: refused since then.
  retired_at timestamptz,
  primary key (company_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index badge_user_idx on badge (company_id, user_id);
create unique index badge_current_key on badge (company_id, user_id) where retired_at is null;

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
  approval approval_status,
  is_corrected boolean not null default false,
  -- When the person was asked by mail when they had left.
  reminded_at timestamptz,
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
-- The few open or longer than a day: every other one with a part in a range began in it or less than a day before it
-- (the function touches).
create index time_entry_long_idx on time_entry (company_id, check_in)
  where check_out is null or check_out - check_in > interval '24 hours';
-- Otherwise PostgreSQL takes a third of all entries to be long.
create statistics time_entry_length on (check_out - check_in) from time_entry;

-- Recorded breaks. They count inside their person's time entries only; a check-out ends them (end_breaks).
create table work_break (
  company_id uuid not null,
  user_id uuid not null,
  -- The phone's clientScanId of the start, and that of the end: null while it lasts, and where a check-out ended it.
  id uuid not null,
  end_id uuid,
  -- No foreign key: it outlives the entry.
  time_entry_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  -- By the company's rules when it began.
  is_paid boolean not null,
  start_source event_source not null,
  end_source event_source check ((end_source is null) = (end_id is null)),
  received_at timestamptz not null,
  primary key (company_id, user_id, id),
  unique (company_id, user_id, end_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index work_break_entry_idx on work_break (company_id, time_entry_id);
create index work_break_time_idx on work_break (company_id, user_id, started_at);

create table scan (
  company_id uuid not null,
  user_id uuid not null,
  -- The phone's clientScanId, or one of our own where it sent none.
  id uuid not null,
  location_id uuid not null,
  -- Null once the entry was deleted; whoever deletes one clears it.
  time_entry_id uuid,
  action scan_action not null,
  source event_source not null,
  effective_at timestamptz not null,
  -- Of a scan without a signal: when it was made, by the server's time the phone last knew, and what the phone's own clock
  -- showed, by which an administrator sees that it is wrong.
  scanned_at timestamptz,
  device_at timestamptz,
  -- What the phone's clock showed when it sent the scan; it differs from received_at by how wrong that clock is.
  device_now timestamptz,
  -- The phone's clock was set between the scan and its arrival, or before the scan, so nobody can tell when it was made.
  is_uncertain boolean not null default false,
  received_at timestamptz not null,
  -- When the person took the check-out back.
  undone_at timestamptz,
  -- The entry that it ended before it began another. No foreign key: what is said of a scan outlives the entry.
  closed_entry_id uuid,
  -- The kiosk at which it was made.
  kiosk_id uuid,
  -- The manager who made it for the person; null: the person did.
  made_by uuid,
  -- Keyed hash of the phone's random cookie; null: unknown.
  device_id bytea,
  -- Null where no location code was scanned or typed.
  code_form code_form,
  primary key (company_id, user_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, time_entry_id) references time_entry (company_id, id),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id),
  foreign key (company_id, made_by) references users (company_id, id)
);
create index scan_entry_idx on scan (company_id, time_entry_id);
-- Finds the scans that have arrived since the rules for flags last looked.
create index scan_received_idx on scan (company_id, received_at);
-- Finds the scans behind check-ins and check-outs made without a signal; costs the others nothing.
create index scan_offline_idx on scan (company_id, user_id, effective_at) where source = 'offline';

-- Scans of a known person that were refused, and undoings of check-outs (under the check-out's id), so that an administrator
-- can see to the hours. Bounded for each person and day.
create table refused_scan (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The phone's clientScanId: a scan that is refused again stands here once.
  scan_id uuid not null,
  -- Null where the code leads to no location of the company.
  location_id uuid,
  expected_action scan_action,
  is_button boolean not null,
  scanned_at timestamptz,
  device_at timestamptz,
  received_at timestamptz not null,
  -- The error's code.
  reason text not null,
  -- An administrator has seen to it; who did stands in the audit.
  settled_at timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id, scan_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id)
);
create index refused_scan_user_idx on refused_scan (company_id, user_id, received_at);
create index refused_scan_open_idx on refused_scan (company_id, received_at) where settled_at is null;

-- What was seen in a scan, once for each occurrence (domain/flags.ts). It blocks nothing; bounded for each person and day.
create table flag (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The scan that shows it.
  scan_id uuid not null,
  kind flag_kind not null,
  location_id uuid not null,
  -- When the scan counts.
  at timestamptz not null,
  -- FlagFigures of domain/flags.ts.
  figures jsonb not null,
  -- The other people that it tells of.
  others uuid[] not null,
  created_at timestamptz not null,
  dismissed_by uuid,
  dismissed_at timestamptz,
  -- Why it was dismissed; the person concerned reads it too.
  note text,
  primary key (company_id, id),
  unique (company_id, user_id, scan_id, kind),
  check (num_nulls(dismissed_by, dismissed_at, note) in (0, 3)),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, dismissed_by) references users (company_id, id)
);
create index flag_user_idx on flag (company_id, user_id, at desc);
create index flag_open_idx on flag (company_id, at) where dismissed_at is null;
create index flag_dismissed_idx on flag (company_id, dismissed_at) where dismissed_at is not null;
create index flag_dismissed_by_idx on flag (company_id, dismissed_by) where dismissed_by is not null;

-- Up to when a company's scans have been looked at for flags.
create table flag_check (
  company_id uuid primary key references company (id),
  until timestamptz not null
);

create table work_report (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Null once the entry was deleted; whoever deletes one clears it.
  time_entry_id uuid,
  -- The rows of one dialog share it.
  submission_id uuid not null,
  units text not null,
  quantity numeric(12, 2) not null check (quantity >= 0),
  description text not null,
  general_notes text,
  created_at timestamptz not null default now(),
  corrected_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, time_entry_id) references time_entry (company_id, id)
);
create index work_report_entry_idx on work_report (company_id, time_entry_id);
create index work_report_user_idx on work_report (company_id, user_id, id desc);
create index work_report_day_idx on work_report (company_id, user_id, created_at);

-- What a work report said before a correction, who changed it and when.
create table work_report_correction (
  company_id uuid not null,
  id uuid not null,
  work_report_id uuid not null,
  author_id uuid not null,
  units text not null,
  quantity numeric(12, 2) not null,
  description text not null,
  general_notes text,
  corrected_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, work_report_id) references work_report (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references users (company_id, id)
);
create index work_report_correction_idx on work_report_correction (company_id, work_report_id);

create table correction_request (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind correction_kind not null,
  -- No foreign key: it outlives the entry, and `add` names the id that the entry gets. Null for an absence, which gets the
  -- id of its request.
  time_entry_id uuid,
  -- The wanted change; null means no change. For an absence, when its first day begins and its last one ends.
  location_id uuid,
  check_in timestamptz,
  check_out timestamptz,
  -- Breaks that were taken and the starts of recorded ones that were not (BreakChanges of domain/corrections.ts).
  breaks jsonb,
  -- The wanted absence, as in its table.
  absence_code text,
  absence_start date,
  absence_end date check (absence_end >= absence_start),
  absence_part integer,
  reason text check (reason is not null or kind in ('estimate', 'overlong', 'late', 'absence')),
  status approval_status not null default 'pending',
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  -- The entry after the decision; null when it was rejected or deleted the entry.
  recorded_location_id uuid,
  recorded_check_in timestamptz,
  recorded_check_out timestamptz,
  -- The deciding account was new, and made by the person themselves.
  actor_is_new boolean not null default false,
  primary key (company_id, id),
  check ((status = 'pending') = (decided_by is null) and (status = 'pending') = (decided_at is null)),
  check (
    case when kind = 'absence' then time_entry_id is null and num_nulls(absence_code, absence_start, absence_end) = 0
      else time_entry_id is not null and num_nonnulls(absence_code, absence_start, absence_end, absence_part) = 0 end),
  constraint correction_request_no_overlap exclude using gist
    (company_id with =, user_id with =, daterange(absence_start, absence_end, '[]') with &&)
    where (kind = 'absence' and status = 'pending'),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, decided_by) references users (company_id, id),
  foreign key (company_id, recorded_location_id) references location (company_id, id)
);
create index correction_request_user_idx on correction_request (company_id, user_id, created_at desc);
create index correction_request_created_idx on correction_request (company_id, created_at desc, id desc);
create index correction_request_absence_idx on correction_request
  using gist (company_id, user_id, daterange(absence_start, absence_end, '[]'))
  where kind = 'absence' and status <> 'approved';
create index correction_request_open_idx on correction_request (company_id, created_at) where status = 'pending';
create unique index correction_request_pending_key on correction_request (company_id, time_entry_id)
  where status = 'pending' and kind not in ('estimate', 'overlong', 'late');
create unique index correction_request_pending_add_key on correction_request (company_id, user_id, check_in, check_out)
  where status = 'pending' and kind = 'add';

-- What a company set differently from the absence codes of its country (ABSENCE_CODES of domain/work-rules.ts), and codes
-- of its own.
create table absence_code (
  company_id uuid not null references company (id),
  code text not null,
  -- Null: the name that the country's code has in each language.
  name text,
  paid boolean not null,
  lowers_norm boolean not null,
  is_active boolean not null,
  primary key (company_id, code)
);

-- Absences that count: recorded by an administrator, or asked for and approved.
create table absence (
  company_id uuid not null,
  id uuid not null,
  -- Parts of one day count in this order.
  seq bigint generated always as identity,
  user_id uuid not null,
  code text not null,
  -- As the code said when the absence was recorded, so that editing codes changes no month.
  paid boolean not null,
  lowers_norm boolean not null,
  is_for_holiday_work boolean not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  -- Milliseconds of one day; null: whole days.
  part integer check (part is null or (part > 0 and start_date = end_date)),
  note text,
  created_at timestamptz not null,
  primary key (company_id, id),
  -- Whole days overlap everything on them, parts of a day only whole days.
  constraint absence_no_overlap exclude using gist (company_id with =, user_id with =,
    daterange(start_date, end_date, '[]') with &&,
    int8range(case when part is not null then seq end, case when part is not null then seq end, '[]') with &&),
  foreign key (company_id, user_id) references users (company_id, id)
);

-- A month of a person that an administrator approved: until it is unlocked, no entry with a part in it can change.
create table month_approval (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- The month in the company's time zone at the approval; it meets the months approved before and after it.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  approved_by uuid not null,
  approved_at timestamptz not null,
  -- The approving account was new, and made by the person themselves.
  actor_is_new boolean not null default false,
  unlocked_by uuid,
  unlocked_at timestamptz,
  unlock_reason text,
  -- When it went to the accountants.
  mailed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, approved_by) references users (company_id, id),
  foreign key (company_id, unlocked_by) references users (company_id, id)
);
create unique index month_approval_key on month_approval (company_id, user_id, month) where unlocked_at is null;
create index month_approval_month_idx on month_approval (company_id, month) where unlocked_at is null;
create index month_approval_user_idx on month_approval (company_id, user_id, approved_at desc);

-- A person's latest answer about a month of theirs.
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
create index month_answer_month_idx on month_answer (company_id, month);

-- The ledger (docs/decisions/0011-ledger.md): each record holds the SHA-256 of the one before it. It refers to nothing, so
-- that it outlives what it tells of. Names are not in it: they can be erased.

create table ledger_record (
  company_id uuid not null,
  -- From 1, without gaps.
  seq bigint not null check (seq > 0),
  at timestamptz,
  kind ledger_kind,
  -- Null: the product itself.
  actor_id uuid,
  user_id uuid,
  time_entry_id uuid,
  -- Canonical JSON (RFC 8785).
  body text,
  prev_hash bytea not null,
  hash bytea not null,
  -- An erased record keeps its number and the hashes of the chain, and names the record of its erasure.
  erased_by bigint,
  primary key (company_id, seq),
  check (
    case when erased_by is null then num_nulls(at, kind, body) = 0
      else erased_by > seq and num_nonnulls(at, kind, actor_id, user_id, time_entry_id, body) = 0 end)
);
create index ledger_record_entry_idx on ledger_record (company_id, time_entry_id) where time_entry_id is not null;
create index ledger_record_user_idx on ledger_record (company_id, user_id) where user_id is not null;
-- What people did to others' records: few, since scans and other acts about oneself are not among them.
create index ledger_record_acts_idx on ledger_record (company_id, actor_id) where user_id is distinct from actor_id;
create index ledger_record_changes_idx on ledger_record (company_id, user_id, seq)
  where kind not in ('opening', 'erasure') and (kind not in ('scan', 'break') or actor_id <> user_id);
create index ledger_record_approved_month_idx on ledger_record (company_id, (body::jsonb #>> '{why,month}'))
  where kind = 'month-approved';

-- Events without a number yet: written in the transaction of the event, so that nobody waits for the head of the chain;
-- sealed into ledger_record before the ledger is read, and every quarter of an hour. Of one entry, a later record has a
-- later id: the entry's row was held in between.
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

-- Messages

create table message (
  company_id uuid not null references company (id),
  -- Version 7: the order of ids is the order of sending.
  id uuid not null,
  sender_id uuid not null,
  -- Both null: everyone in the company.
  recipient_id uuid,
  location_id uuid,
  subject text not null,
  content text not null,
  is_announcement boolean not null default false,
  -- The id that the sender's device gave the message: sent again after a lost answer, it is still one message.
  client_message_id uuid,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, sender_id) references users (company_id, id),
  foreign key (company_id, recipient_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  check (recipient_id is null or location_id is null)
);
create index message_location_idx on message (company_id, location_id, created_at) where location_id is not null;
create unique index message_client_key on message (company_id, sender_id, client_message_id);

-- Whom a message reaches, and who has read it. Written when it is sent, so that counting unread ones stays cheap in a
-- company with many messages.
create table message_recipient (
  company_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  -- False for an administrator who opened a message that was sent to others.
  is_addressed boolean not null default true,
  read_at timestamptz,
  primary key (company_id, user_id, message_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references message (company_id, id) on delete cascade
);
-- Finds a reader's row of a message without reading those of all its other readers.
create index message_recipient_message_idx on message_recipient (company_id, message_id, user_id);
create index message_recipient_unread_idx on message_recipient (company_id, user_id)
  where read_at is null and is_addressed;

-- AI

-- The latest report of a location's day, in each language that it was asked for.
create table ai_report (
  company_id uuid not null references company (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  -- A day in the company's time zone.
  date date not null,
  language language_code not null,
  -- SHA-256 of the stored facts it was made from: while they give the same, the report is still right.
  fingerprint bytea not null,
  source text not null check (source in ('builtin', 'model')),
  content text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id) on delete cascade,
  unique (company_id, location_id, date, language)
);

-- A company's own language model, asked in place of the operator's.
create table ai_endpoint (
  company_id uuid primary key references company (id) on delete cascade,
  is_on boolean not null,
  base_url text not null,
  model text not null,
  -- Encrypted with the key of the installation, which is not in the database, and bound to base_url; null: it takes none.
  api_key bytea
);

-- Billing

-- Events of the payment provider, each once. An event is a hint to ask the provider, never the truth itself.
create table billing_event (
  company_id uuid not null references company (id),
  id text not null,
  type text not null,
  received_at timestamptz not null,
  primary key (company_id, id)
);

create table trial_reminder (
  company_id uuid not null references company (id),
  -- Calendar days before the day on which the trial ends.
  days_before integer not null,
  sent_at timestamptz not null,
  primary key (company_id, days_before)
);

-- The memory of the sandbox, which plays the payment provider where no money may move.
create table sandbox_subscription (
  company_id uuid primary key references company (id),
  id text not null,
  plan plan_id not null,
  -- Wanted, but not paid yet.
  pending_plan plan_id,
  status sandbox_status not null,
  client_secret text,
  -- False for a card that pays once and is refused from then on.
  card_pays boolean not null default true,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false
);

create table sandbox_invoice (
  company_id uuid not null references company (id),
  id uuid not null,
  plan plan_id not null,
  amount_cents integer not null,
  paid boolean not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);

-- Of no company

-- Mails that had nowhere to go because no SMTP server is configured; shown at /dev/mailbox.
create table dev_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null default now()
);

-- Every origin that a server on this database has had (server/platform/own-origin.ts): codes printed under one stay valid.
create table own_origin (
  origin text primary key,
  since timestamptz not null default now()
);

create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- Each applied migration's content, by its hash: a database made by others is refused (server/platform/database/migrate.ts).
create table applied_migration (
  name text primary key,
  hash text not null
);

-- Each set of functions that was ever applied, by its hash (server/platform/database/migrate.ts).
create table applied_functions (
  hash text primary key,
  applied_at timestamptz not null default now()
);
