-- Written by npm run db:types from the migrated database, to show what a migration changes.

create type approval_status as enum ('pending', 'approved', 'rejected');
create type board_names as enum ('names', 'initials');
create type code_form as enum ('poster', 'rotating', 'typed');
create type correction_kind as enum ('add', 'edit', 'delete', 'estimate', 'overlong', 'late', 'absence');
create type directory_kind as enum ('email', 'location-code', 'passkey', 'customer', 'kiosk-pairing', 'company-code');
create type event_source as enum ('qr', 'code', 'button', 'offline', 'admin', 'estimate', 'badge', 'pin', 'crew');
create type flag_kind as enum ('shared-phone', 'too-far', 'clock-wrong', 'clock-set', 'both-late', 'poster', 'full-day');
create type invitation_state as enum ('waiting', 'sent', 'undeliverable', 'accepted');
create type language_code as enum ('en', 'lv', 'pl', 'lt');
create type ledger_kind as enum ('opening', 'scan', 'estimated-end', 'check-out-undone', 'request', 'withdrawal', 'decision', 'entry-added', 'entry-edited', 'entry-deleted', 'entry-closed', 'month-approved', 'month-unlocked', 'month-confirmed', 'month-disputed', 'break', 'absence-added', 'absence-changed', 'absence-deleted', 'settings-changed', 'work-rules-changed', 'employment-changed', 'outside', 'erasure', 'administrator-added', 'administrator-removed', 'role-changed', 'owner-changed', 'digest-changed', 'month-recipients-changed', 'month-sent', 'pin-set', 'pin-removed', 'schedule-announced', 'schedule-seen');
create type month_answer_kind as enum ('confirmed', 'disputed');
create type plan_id as enum ('starter', 'growth', 'business');
create type report_frequency as enum ('weekly', 'monthly');
create type retention_start as enum ('record', 'departure');
create type sandbox_status as enum ('incomplete', 'active', 'past_due', 'ended');
create type scan_action as enum ('check-in', 'check-out', 'location-switch');
create type subscription_status as enum ('trialing', 'active', 'incomplete', 'past_due', 'unknown');
create type user_role as enum ('admin', 'manager', 'accountant', 'employee');

create table absence (
  company_id uuid not null,
  id uuid not null,
  seq bigint not null generated always as identity,
  user_id uuid not null,
  code text not null,
  paid boolean not null,
  lowers_norm boolean not null,
  is_for_holiday_work boolean not null,
  start_date date not null,
  end_date date not null,
  part integer,
  note text,
  created_at timestamp with time zone not null,
  begins integer,
  place text,
  constraint absence_pkey PRIMARY KEY (company_id, id),
  constraint absence_check CHECK ((end_date >= start_date)),
  constraint absence_check1 CHECK (((part IS NULL) OR ((part > 0) AND (start_date = end_date)))),
  constraint absence_check2 CHECK (((begins IS NULL) OR ((part IS NOT NULL) AND ((begins >= 0) AND (begins <= 1439))))),
  constraint absence_check3 CHECK (((place IS NULL) OR (begins IS NOT NULL))),
  constraint absence_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint absence_no_overlap EXCLUDE USING gist (company_id WITH =, user_id WITH =, daterange(start_date, end_date, '[]'::text) WITH &&, int8range(
CASE
    WHEN (part IS NOT NULL) THEN seq
    ELSE NULL::bigint
END,
CASE
    WHEN (part IS NOT NULL) THEN seq
    ELSE NULL::bigint
END, '[]'::text) WITH &&)
);

create table absence_code (
  company_id uuid not null,
  code text not null,
  name text,
  paid boolean not null,
  lowers_norm boolean not null,
  is_active boolean not null,
  constraint absence_code_pkey PRIMARY KEY (company_id, code),
  constraint absence_code_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table account_access (
  company_id uuid not null,
  user_id uuid not null,
  given_by uuid not null,
  given_at timestamp with time zone not null,
  constraint account_access_pkey PRIMARY KEY (company_id, user_id, given_by),
  constraint account_access_company_id_given_by_fkey FOREIGN KEY (company_id, given_by) REFERENCES users(company_id, id),
  constraint account_access_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX account_access_given_by_idx ON public.account_access USING btree (company_id, given_by);

create table ai_endpoint (
  company_id uuid not null,
  is_on boolean not null,
  base_url text not null,
  model text not null,
  api_key bytea,
  constraint ai_endpoint_pkey PRIMARY KEY (company_id),
  constraint ai_endpoint_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE
);

create table ai_report (
  company_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  date date not null,
  language language_code not null,
  fingerprint bytea not null,
  source text not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint ai_report_pkey PRIMARY KEY (company_id, id),
  constraint ai_report_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint ai_report_company_id_location_id_date_language_key UNIQUE (company_id, location_id, date, language),
  constraint ai_report_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id) ON DELETE CASCADE,
  constraint ai_report_source_check CHECK ((source = ANY (ARRAY['builtin'::text, 'model'::text])))
);

create table api_key (
  company_id uuid not null,
  id uuid not null,
  key_hash bytea not null,
  name text not null,
  prefix text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  scopes text[] not null default '{read}'::text[],
  constraint api_key_pkey PRIMARY KEY (company_id, id),
  constraint api_key_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES users(company_id, id),
  constraint api_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint api_key_company_id_key_hash_key UNIQUE (company_id, key_hash),
  constraint api_key_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'people'::text, 'time-entries'::text, 'schedules'::text]) AND (cardinality(scopes) > 0)))
);
CREATE INDEX api_key_created_by_idx ON public.api_key USING btree (company_id, created_by);

create table applied_functions (
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint applied_functions_pkey PRIMARY KEY (hash)
);

create table applied_migration (
  name text not null,
  hash text not null,
  constraint applied_migration_pkey PRIMARY KEY (name)
);

create table badge (
  company_id uuid not null,
  code_hash bytea not null,
  user_id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint badge_pkey PRIMARY KEY (company_id, code_hash),
  constraint badge_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX badge_user_idx ON public.badge USING btree (company_id, user_id);
CREATE UNIQUE INDEX badge_current_key ON public.badge USING btree (company_id, user_id) WHERE (retired_at IS NULL);

create table billing_event (
  company_id uuid not null,
  id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  constraint billing_event_pkey PRIMARY KEY (company_id, id),
  constraint billing_event_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table company (
  id uuid not null,
  code text not null default upper("left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 8)),
  name text not null,
  registration_no text,
  email text not null,
  phone text,
  address text,
  timezone text not null default 'Europe/Riga'::text,
  language language_code not null default 'en'::language_code,
  longest_shift_hours integer not null default 14,
  late_scan_hours integer not null default 12,
  sends_digest boolean not null default true,
  digest_recipients text[] not null default '{}'::text[],
  digest_seq bigint not null default 0,
  digest_on date,
  subscription_plan plan_id not null default 'starter'::plan_id,
  subscription_status subscription_status not null default 'trialing'::subscription_status,
  trial_ends_at timestamp with time zone not null,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  provider_customer_id text,
  provider_subscription_id text,
  billing_checked_at timestamp with time zone,
  retention_years integer not null default 10,
  retention_from retention_start not null default 'record'::retention_start,
  board_names board_names not null default 'initials'::board_names,
  erased_before date,
  erasure_not_before timestamp with time zone,
  confirmed_at timestamp with time zone default now(),
  deletion_due_at timestamp with time zone,
  deletion_token_hash bytea,
  resume_on_restore boolean not null default false,
  created_at timestamp with time zone not null default now(),
  notice_days smallint,
  grace_minutes smallint not null default 5,
  sends_not_here boolean not null default true,
  sends_schedules boolean not null default true,
  quiet_from text not null default '21:00'::text,
  quiet_to text not null default '06:00'::text,
  constraint company_pkey PRIMARY KEY (id),
  constraint company_grace_minutes_check CHECK (((grace_minutes >= 0) AND (grace_minutes <= 60))),
  constraint company_late_scan_hours_check CHECK (((late_scan_hours >= 1) AND (late_scan_hours <= 72))),
  constraint company_longest_shift_hours_check CHECK (((longest_shift_hours >= 6) AND (longest_shift_hours <= 24))),
  constraint company_notice_days_check CHECK (((notice_days >= 0) AND (notice_days <= 62))),
  constraint company_quiet_from_check CHECK ((quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint company_quiet_to_check CHECK ((quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint company_retention_years_check CHECK (((retention_years >= 3) AND (retention_years <= 75)))
);
CREATE INDEX company_deletion_due_idx ON public.company USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE TRIGGER company_hours AFTER UPDATE OF timezone, longest_shift_hours ON public.company FOR EACH ROW WHEN (((old.timezone <> new.timezone) OR (old.longest_shift_hours <> new.longest_shift_hours))) EXECUTE FUNCTION unsettle_hours();

create table correction_request (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind correction_kind not null,
  time_entry_id uuid,
  location_id uuid,
  check_in timestamp with time zone,
  check_out timestamp with time zone,
  breaks jsonb,
  absence_code text,
  absence_start date,
  absence_end date,
  absence_part integer,
  reason text,
  status approval_status not null default 'pending'::approval_status,
  created_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text,
  recorded_location_id uuid,
  recorded_check_in timestamp with time zone,
  recorded_check_out timestamp with time zone,
  actor_is_new boolean not null default false,
  absence_id uuid,
  kept_start date,
  kept_end date,
  constraint correction_request_pkey PRIMARY KEY (company_id, id),
  constraint correction_request_check CHECK ((absence_end >= absence_start)),
  constraint correction_request_check1 CHECK (((reason IS NOT NULL) OR (kind = ANY (ARRAY['estimate'::correction_kind, 'overlong'::correction_kind, 'late'::correction_kind, 'absence'::correction_kind])))),
  constraint correction_request_check2 CHECK ((((status = 'pending'::approval_status) = (decided_by IS NULL)) AND ((status = 'pending'::approval_status) = (decided_at IS NULL)))),
  constraint correction_request_check3 CHECK (
CASE
    WHEN (kind = 'absence'::correction_kind) THEN ((time_entry_id IS NULL) AND (num_nulls(absence_code, absence_start, absence_end) = 0))
    ELSE ((time_entry_id IS NOT NULL) AND (num_nonnulls(absence_code, absence_start, absence_end, absence_part) = 0))
END),
  constraint correction_request_check4 CHECK (((kept_start IS NULL) = (kept_end IS NULL))),
  constraint correction_request_check5 CHECK (((kept_start IS NULL) OR ((absence_id IS NOT NULL) AND (absence_start <= kept_start) AND (kept_start <= kept_end) AND (kept_end <= absence_end)))),
  constraint correction_request_check6 CHECK (((absence_id IS NULL) OR (kind = 'absence'::correction_kind))),
  constraint correction_request_company_id_decided_by_fkey FOREIGN KEY (company_id, decided_by) REFERENCES users(company_id, id),
  constraint correction_request_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint correction_request_company_id_recorded_location_id_fkey FOREIGN KEY (company_id, recorded_location_id) REFERENCES location(company_id, id),
  constraint correction_request_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint correction_request_no_overlap EXCLUDE USING gist (company_id WITH =, user_id WITH =, daterange(absence_start, absence_end, '[]'::text) WITH &&) WHERE (((kind = 'absence'::correction_kind) AND (status = 'pending'::approval_status)))
);
CREATE INDEX correction_request_absence_change_idx ON public.correction_request USING btree (company_id, absence_id) WHERE ((status = 'pending'::approval_status) AND (absence_id IS NOT NULL));
CREATE INDEX correction_request_absence_idx ON public.correction_request USING gist (company_id, user_id, daterange(absence_start, absence_end, '[]'::text)) WHERE ((kind = 'absence'::correction_kind) AND (status <> 'approved'::approval_status));
CREATE INDEX correction_request_created_idx ON public.correction_request USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX correction_request_open_idx ON public.correction_request USING btree (company_id, created_at) WHERE (status = 'pending'::approval_status);
CREATE INDEX correction_request_user_idx ON public.correction_request USING btree (company_id, user_id, created_at DESC);
CREATE UNIQUE INDEX correction_request_pending_add_key ON public.correction_request USING btree (company_id, user_id, check_in, check_out) WHERE ((status = 'pending'::approval_status) AND (kind = 'add'::correction_kind));
CREATE UNIQUE INDEX correction_request_pending_key ON public.correction_request USING btree (company_id, time_entry_id) WHERE ((status = 'pending'::approval_status) AND (kind <> ALL (ARRAY['estimate'::correction_kind, 'overlong'::correction_kind, 'late'::correction_kind])));
CREATE TRIGGER correction_request_webhooks AFTER UPDATE ON public.correction_request FOR EACH ROW WHEN (((old.status = 'pending'::approval_status) AND (new.status <> 'pending'::approval_status))) EXECUTE FUNCTION tell_webhooks_of_decision();

create table dev_mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  constraint dev_mail_pkey PRIMARY KEY (id)
);

create table directory (
  kind directory_kind not null,
  key text not null,
  company_id uuid not null,
  id uuid not null,
  constraint directory_pkey PRIMARY KEY (kind, key)
);
CREATE INDEX directory_company_idx ON public.directory USING btree (company_id, kind, id);

create table email_change (
  company_id uuid not null,
  undo_hash bytea not null,
  confirm_hash bytea not null,
  user_id uuid not null,
  requested_by uuid not null,
  old_email text,
  new_email text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint email_change_pkey PRIMARY KEY (company_id, undo_hash),
  constraint email_change_company_id_confirm_hash_key UNIQUE (company_id, confirm_hash),
  constraint email_change_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX email_change_expires_at_idx ON public.email_change USING btree (expires_at);
CREATE INDEX email_change_user_idx ON public.email_change USING btree (company_id, user_id);

create table entry_hours (
  company_id uuid not null,
  user_id uuid not null,
  time_entry_id uuid not null,
  location_id uuid not null,
  date date not null,
  starts timestamp with time zone not null,
  ends timestamp with time zone,
  worked tstzmultirange,
  ms integer not null,
  since timestamp with time zone,
  edge timestamp with time zone,
  is_backward boolean,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null,
  constraint entry_hours_pkey PRIMARY KEY (company_id, date, user_id, time_entry_id, valid_from) INCLUDE (location_id, ms, since, valid_to),
  constraint entry_hours_check CHECK ((((since IS NULL) = (edge IS NULL)) AND ((since IS NULL) = (is_backward IS NULL))))
);
CREATE INDEX entry_hours_entry_idx ON public.entry_hours USING btree (company_id, time_entry_id);
CREATE INDEX entry_hours_user_idx ON public.entry_hours USING btree (company_id, user_id, date);
CREATE STATISTICS public.entry_hours_person (dependencies) ON company_id, user_id FROM entry_hours;
alter table entry_hours set (autovacuum_analyze_scale_factor=0.01);

create table flag (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  scan_id uuid not null,
  kind flag_kind not null,
  location_id uuid not null,
  at timestamp with time zone not null,
  figures jsonb not null,
  others uuid[] not null,
  created_at timestamp with time zone not null,
  dismissed_by uuid,
  dismissed_at timestamp with time zone,
  note text,
  constraint flag_pkey PRIMARY KEY (company_id, id),
  constraint flag_check CHECK ((num_nulls(dismissed_by, dismissed_at, note) = ANY (ARRAY[0, 3]))),
  constraint flag_company_id_dismissed_by_fkey FOREIGN KEY (company_id, dismissed_by) REFERENCES users(company_id, id),
  constraint flag_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint flag_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint flag_company_id_user_id_scan_id_kind_key UNIQUE (company_id, user_id, scan_id, kind)
);
CREATE INDEX flag_dismissed_by_idx ON public.flag USING btree (company_id, dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX flag_dismissed_idx ON public.flag USING btree (company_id, dismissed_at) WHERE (dismissed_at IS NOT NULL);
CREATE INDEX flag_open_idx ON public.flag USING btree (company_id, at) WHERE (dismissed_at IS NULL);
CREATE INDEX flag_user_idx ON public.flag USING btree (company_id, user_id, at DESC);

create table flag_check (
  company_id uuid not null,
  until timestamp with time zone not null,
  constraint flag_check_pkey PRIMARY KEY (company_id),
  constraint flag_check_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table former_time_zone (
  company_id uuid not null,
  until timestamp with time zone not null,
  time_zone text not null,
  constraint former_time_zone_pkey PRIMARY KEY (company_id, until),
  constraint former_time_zone_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table held_mail (
  company_id uuid not null,
  id uuid not null,
  recipient text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint held_mail_pkey PRIMARY KEY (company_id, id),
  constraint held_mail_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table idempotent_request (
  company_id uuid not null,
  key text not null,
  request text not null,
  answer bytea,
  expires_at timestamp with time zone not null,
  constraint idempotent_request_pkey PRIMARY KEY (company_id, key),
  constraint idempotent_request_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);
CREATE INDEX idempotent_request_expires_idx ON public.idempotent_request USING btree (expires_at);

create table invitation (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  token_hash bytea,
  expires_at timestamp with time zone,
  state invitation_state not null,
  at timestamp with time zone not null,
  constraint invitation_pkey PRIMARY KEY (company_id, user_id),
  constraint invitation_check CHECK (((token_hash IS NULL) = (expires_at IS NULL))),
  constraint invitation_company_id_token_hash_key UNIQUE (company_id, token_hash),
  constraint invitation_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);

create table kiosk (
  company_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  credential_hash bytea not null,
  leave_pin_hash text,
  paired_by uuid not null,
  paired_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  queue_length integer,
  release text,
  revoked_at timestamp with time zone,
  constraint kiosk_pkey PRIMARY KEY (company_id, id),
  constraint kiosk_company_id_credential_hash_key UNIQUE (company_id, credential_hash),
  constraint kiosk_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint kiosk_company_id_paired_by_fkey FOREIGN KEY (company_id, paired_by) REFERENCES users(company_id, id)
);

create table kiosk_pairing (
  company_id uuid not null,
  code_hash bytea not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  leave_pin_hash text,
  created_by uuid not null,
  expires_at timestamp with time zone not null,
  constraint kiosk_pairing_pkey PRIMARY KEY (company_id, code_hash),
  constraint kiosk_pairing_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES users(company_id, id),
  constraint kiosk_pairing_company_id_id_key UNIQUE (company_id, id),
  constraint kiosk_pairing_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id)
);
CREATE INDEX kiosk_pairing_expires_at_idx ON public.kiosk_pairing USING btree (expires_at);

create table ledger_pending (
  company_id uuid not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  kind ledger_kind not null,
  actor_id uuid,
  user_id uuid,
  time_entry_id uuid,
  body text not null,
  constraint ledger_pending_pkey PRIMARY KEY (company_id, id)
);
CREATE TRIGGER ledger_pending_fixed BEFORE DELETE OR UPDATE ON public.ledger_pending FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_pending_kept BEFORE TRUNCATE ON public.ledger_pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_pending_webhooks AFTER INSERT ON public.ledger_pending FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_record();

create table ledger_record (
  company_id uuid not null,
  seq bigint not null,
  at timestamp with time zone,
  kind ledger_kind,
  actor_id uuid,
  user_id uuid,
  time_entry_id uuid,
  body text,
  prev_hash bytea not null,
  hash bytea not null,
  erased_by bigint,
  constraint ledger_record_pkey PRIMARY KEY (company_id, seq),
  constraint ledger_record_check CHECK (
CASE
    WHEN (erased_by IS NULL) THEN (num_nulls(at, kind, body) = 0)
    ELSE ((erased_by > seq) AND (num_nonnulls(at, kind, actor_id, user_id, time_entry_id, body) = 0))
END),
  constraint ledger_record_seq_check CHECK ((seq > 0))
);
CREATE INDEX ledger_record_acts_idx ON public.ledger_record USING btree (company_id, actor_id) WHERE (user_id IS DISTINCT FROM actor_id);
CREATE INDEX ledger_record_approved_month_idx ON public.ledger_record USING btree (company_id, (((body)::jsonb #>> '{why,month}'::text[]))) WHERE (kind = 'month-approved'::ledger_kind);
CREATE INDEX ledger_record_changes_idx ON public.ledger_record USING btree (company_id, user_id, seq) WHERE ((kind <> ALL (ARRAY['opening'::ledger_kind, 'erasure'::ledger_kind])) AND ((kind <> ALL (ARRAY['scan'::ledger_kind, 'break'::ledger_kind])) OR (actor_id <> user_id)));
CREATE INDEX ledger_record_entry_idx ON public.ledger_record USING btree (company_id, time_entry_id) WHERE (time_entry_id IS NOT NULL);
CREATE INDEX ledger_record_user_idx ON public.ledger_record USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE STATISTICS public.ledger_record_person (dependencies) ON company_id, user_id FROM ledger_record;
alter table ledger_record set (autovacuum_analyze_scale_factor=0.01);
CREATE TRIGGER ledger_record_fixed BEFORE DELETE OR UPDATE ON public.ledger_record FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_record_kept BEFORE TRUNCATE ON public.ledger_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table location (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  address text,
  description text,
  qr_code text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  rotating_secret bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  rotating_code_required_at timestamp with time zone,
  asks_work_report boolean not null default false,
  constraint location_pkey PRIMARY KEY (company_id, id),
  constraint location_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint location_company_id_qr_code_key UNIQUE (company_id, qr_code)
);
CREATE TRIGGER location_added_webhooks AFTER INSERT ON public.location FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_change('location.changed');
CREATE TRIGGER location_delete_ai_reports AFTER UPDATE OF deleted_at ON public.location FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION delete_ai_reports_of_location();
CREATE TRIGGER location_webhooks AFTER UPDATE ON public.location FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.address IS DISTINCT FROM new.address)) OR (old.description IS DISTINCT FROM new.description)) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION tell_webhooks_of_change('location.changed');

create table location_distance (
  company_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  minutes integer not null,
  constraint location_distance_pkey PRIMARY KEY (company_id, from_id, to_id),
  constraint location_distance_company_id_from_id_fkey FOREIGN KEY (company_id, from_id) REFERENCES location(company_id, id) ON DELETE CASCADE,
  constraint location_distance_company_id_to_id_fkey FOREIGN KEY (company_id, to_id) REFERENCES location(company_id, id) ON DELETE CASCADE,
  constraint location_distance_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440)))
);

create table message (
  company_id uuid not null,
  id uuid not null,
  sender_id uuid not null,
  recipient_id uuid,
  location_id uuid,
  subject text not null,
  content text not null,
  is_announcement boolean not null default false,
  client_message_id uuid,
  created_at timestamp with time zone not null,
  constraint message_pkey PRIMARY KEY (company_id, id),
  constraint message_check CHECK (((recipient_id IS NULL) OR (location_id IS NULL))),
  constraint message_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint message_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint message_company_id_recipient_id_fkey FOREIGN KEY (company_id, recipient_id) REFERENCES users(company_id, id),
  constraint message_company_id_sender_id_fkey FOREIGN KEY (company_id, sender_id) REFERENCES users(company_id, id)
);
CREATE INDEX message_location_idx ON public.message USING btree (company_id, location_id, created_at) WHERE (location_id IS NOT NULL);
CREATE UNIQUE INDEX message_client_key ON public.message USING btree (company_id, sender_id, client_message_id);

create table message_recipient (
  company_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  is_addressed boolean not null default true,
  read_at timestamp with time zone,
  constraint message_recipient_pkey PRIMARY KEY (company_id, user_id, message_id),
  constraint message_recipient_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES message(company_id, id) ON DELETE CASCADE,
  constraint message_recipient_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX message_recipient_message_idx ON public.message_recipient USING btree (company_id, message_id, user_id);
CREATE INDEX message_recipient_unread_idx ON public.message_recipient USING btree (company_id, user_id) WHERE ((read_at IS NULL) AND is_addressed);

create table month_answer (
  company_id uuid not null,
  user_id uuid not null,
  month text not null,
  answer month_answer_kind not null,
  text text,
  ms bigint not null,
  answered_at timestamp with time zone not null,
  constraint month_answer_pkey PRIMARY KEY (company_id, user_id, month),
  constraint month_answer_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint month_answer_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}$'::text))
);
CREATE INDEX month_answer_month_idx ON public.month_answer USING btree (company_id, month);

create table month_approval (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  approved_by uuid not null,
  approved_at timestamp with time zone not null,
  actor_is_new boolean not null default false,
  unlocked_by uuid,
  unlocked_at timestamp with time zone,
  unlock_reason text,
  mailed_at timestamp with time zone,
  ms bigint,
  entries integer,
  constraint month_approval_pkey PRIMARY KEY (company_id, id),
  constraint month_approval_company_id_approved_by_fkey FOREIGN KEY (company_id, approved_by) REFERENCES users(company_id, id),
  constraint month_approval_company_id_unlocked_by_fkey FOREIGN KEY (company_id, unlocked_by) REFERENCES users(company_id, id),
  constraint month_approval_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint month_approval_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}$'::text))
);
CREATE INDEX month_approval_month_idx ON public.month_approval USING btree (company_id, month) WHERE (unlocked_at IS NULL);
CREATE INDEX month_approval_user_idx ON public.month_approval USING btree (company_id, user_id, approved_at DESC);
CREATE UNIQUE INDEX month_approval_key ON public.month_approval USING btree (company_id, user_id, month) WHERE (unlocked_at IS NULL);
CREATE TRIGGER month_approval_hours AFTER DELETE OR UPDATE OF unlocked_at ON public.month_approval FOR EACH ROW EXECUTE FUNCTION unsettle_hours();

create table month_seal (
  company_id uuid not null,
  id uuid not null,
  content jsonb not null,
  constraint month_seal_pkey PRIMARY KEY (company_id, id),
  constraint month_seal_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES month_approval(company_id, id) ON DELETE CASCADE
);

create table output_target (
  company_id uuid not null,
  location_id uuid not null,
  unit text not null,
  per_hour numeric(12,2) not null,
  constraint output_target_pkey PRIMARY KEY (company_id, location_id, unit),
  constraint output_target_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id) ON DELETE CASCADE,
  constraint output_target_per_hour_check CHECK ((per_hour > (0)::numeric))
);

create table own_origin (
  origin text not null,
  since timestamp with time zone not null default now(),
  constraint own_origin_pkey PRIMARY KEY (origin)
);

create table passkey (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  from_pin boolean not null default false,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (company_id, id),
  constraint passkey_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_user_idx ON public.passkey USING btree (company_id, user_id);

create table password_reset_token (
  company_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  used boolean not null default false,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint password_reset_token_pkey PRIMARY KEY (company_id, token_hash),
  constraint password_reset_token_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX password_reset_token_expires_at_idx ON public.password_reset_token USING btree (expires_at);
CREATE INDEX password_reset_token_user_idx ON public.password_reset_token USING btree (company_id, user_id);

create table planned_shift (
  company_id uuid not null,
  user_id uuid not null,
  date date not null,
  is_draft boolean not null,
  starts smallint not null,
  ends smallint not null,
  break_minutes smallint not null,
  location_id uuid,
  kind_id uuid,
  note text,
  constraint planned_shift_pkey PRIMARY KEY (company_id, user_id, date, is_draft, starts),
  constraint planned_shift_break_minutes_check CHECK ((break_minutes >= 0)),
  constraint planned_shift_company_id_kind_id_fkey FOREIGN KEY (company_id, kind_id) REFERENCES shift_kind(company_id, id),
  constraint planned_shift_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint planned_shift_company_id_user_id_date_fkey FOREIGN KEY (company_id, user_id, date) REFERENCES schedule_day(company_id, user_id, date),
  constraint planned_shift_ends_check CHECK (((ends >= 0) AND (ends <= 1439))),
  constraint planned_shift_starts_check CHECK (((starts >= 0) AND (starts <= 1439)))
);
CREATE INDEX planned_shift_date_idx ON public.planned_shift USING btree (company_id, date, is_draft);
CREATE INDEX planned_shift_kind_idx ON public.planned_shift USING btree (company_id, kind_id);
CREATE STATISTICS public.planned_shift_person (dependencies) ON company_id, user_id FROM planned_shift;
alter table planned_shift set (autovacuum_analyze_scale_factor=0.01);

create table push_choice (
  company_id uuid not null,
  user_id uuid not null,
  off_kinds text[] not null,
  when_off_duty boolean not null,
  shows_details boolean not null,
  constraint push_choice_pkey PRIMARY KEY (company_id, user_id),
  constraint push_choice_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);

create table push_key (
  is_only boolean not null default true,
  public_key text not null,
  private_key bytea not null,
  constraint push_key_pkey PRIMARY KEY (is_only),
  constraint push_key_is_only_check CHECK (is_only)
);

create table push_subscription (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  constraint push_subscription_pkey PRIMARY KEY (company_id, id),
  constraint push_subscription_company_id_session_hash_fkey FOREIGN KEY (company_id, session_hash) REFERENCES session(company_id, token_hash) ON DELETE CASCADE,
  constraint push_subscription_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_user_idx ON public.push_subscription USING btree (company_id, user_id);
CREATE UNIQUE INDEX push_subscription_endpoint_key ON public.push_subscription USING btree (company_id, endpoint);
CREATE UNIQUE INDEX push_subscription_session_key ON public.push_subscription USING btree (company_id, session_hash);

create table push_told (
  company_id uuid not null,
  user_id uuid not null,
  key text not null,
  told_at timestamp with time zone not null,
  constraint push_told_pkey PRIMARY KEY (company_id, user_id, key),
  constraint push_told_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX push_told_at_idx ON public.push_told USING btree (company_id, told_at);

create table rate_limit (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used boolean not null default false,
  constraint recovery_code_pkey PRIMARY KEY (company_id, user_id, code_hash),
  constraint recovery_code_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);

create table refused_scan (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  scan_id uuid not null,
  location_id uuid,
  expected_action scan_action,
  is_button boolean not null,
  scanned_at timestamp with time zone,
  device_at timestamp with time zone,
  received_at timestamp with time zone not null,
  reason text not null,
  settled_at timestamp with time zone,
  constraint refused_scan_pkey PRIMARY KEY (company_id, id),
  constraint refused_scan_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint refused_scan_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint refused_scan_company_id_user_id_scan_id_key UNIQUE (company_id, user_id, scan_id)
);
CREATE INDEX refused_scan_open_idx ON public.refused_scan USING btree (company_id, received_at) WHERE (settled_at IS NULL);
CREATE INDEX refused_scan_user_idx ON public.refused_scan USING btree (company_id, user_id, received_at);

create table report_subscription (
  company_id uuid not null,
  user_id uuid not null,
  frequency report_frequency not null,
  stop_hash bytea not null,
  sent_for date not null,
  constraint report_subscription_pkey PRIMARY KEY (company_id, user_id),
  constraint report_subscription_company_id_stop_hash_key UNIQUE (company_id, stop_hash),
  constraint report_subscription_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);

create table retired_location_code (
  company_id uuid not null,
  qr_code text not null,
  location_id uuid not null,
  retired_at timestamp with time zone not null,
  constraint retired_location_code_pkey PRIMARY KEY (company_id, qr_code),
  constraint retired_location_code_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id) ON DELETE CASCADE
);
CREATE INDEX retired_location_code_location_idx ON public.retired_location_code USING btree (company_id, location_id);

create table sandbox_invoice (
  company_id uuid not null,
  id uuid not null,
  plan plan_id not null,
  amount_cents integer not null,
  paid boolean not null,
  created_at timestamp with time zone not null,
  constraint sandbox_invoice_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_invoice_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table sandbox_subscription (
  company_id uuid not null,
  id text not null,
  plan plan_id not null,
  pending_plan plan_id,
  status sandbox_status not null,
  client_secret text,
  card_pays boolean not null default true,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  cancel_at_period_end boolean not null default false,
  constraint sandbox_subscription_pkey PRIMARY KEY (company_id),
  constraint sandbox_subscription_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table scan (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  time_entry_id uuid,
  action scan_action not null,
  source event_source not null,
  effective_at timestamp with time zone not null,
  scanned_at timestamp with time zone,
  device_at timestamp with time zone,
  device_now timestamp with time zone,
  is_uncertain boolean not null default false,
  received_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  closed_entry_id uuid,
  kiosk_id uuid,
  made_by uuid,
  device_id bytea,
  code_form code_form,
  constraint scan_pkey PRIMARY KEY (company_id, user_id, id),
  constraint scan_company_id_kiosk_id_fkey FOREIGN KEY (company_id, kiosk_id) REFERENCES kiosk(company_id, id),
  constraint scan_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint scan_company_id_made_by_fkey FOREIGN KEY (company_id, made_by) REFERENCES users(company_id, id),
  constraint scan_company_id_time_entry_id_fkey FOREIGN KEY (company_id, time_entry_id) REFERENCES time_entry(company_id, id),
  constraint scan_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX scan_entry_idx ON public.scan USING btree (company_id, time_entry_id);
CREATE INDEX scan_offline_idx ON public.scan USING btree (company_id, user_id, effective_at) WHERE (source = 'offline'::event_source);
CREATE INDEX scan_received_idx ON public.scan USING btree (company_id, received_at);
CREATE STATISTICS public.scan_person (dependencies) ON company_id, user_id FROM scan;
alter table scan set (autovacuum_analyze_scale_factor=0.01);

create table schedule_announcement (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  start_date date not null,
  end_date date not null,
  announced_at timestamp with time zone not null,
  announced_by uuid,
  reason text,
  channels text[] not null default '{app}'::text[],
  days jsonb not null,
  seen_at timestamp with time zone,
  constraint schedule_announcement_pkey PRIMARY KEY (company_id, id),
  constraint schedule_announcement_channels_check CHECK ((channels <@ ARRAY['app'::text, 'mail'::text, 'push'::text])),
  constraint schedule_announcement_check CHECK ((end_date >= start_date)),
  constraint schedule_announcement_company_id_announced_by_fkey FOREIGN KEY (company_id, announced_by) REFERENCES users(company_id, id),
  constraint schedule_announcement_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX schedule_announcement_date_idx ON public.schedule_announcement USING btree (company_id, start_date);
CREATE INDEX schedule_announcement_user_idx ON public.schedule_announcement USING btree (company_id, user_id, start_date);

create table schedule_day (
  company_id uuid not null,
  user_id uuid not null,
  date date not null,
  version integer not null,
  is_covered boolean not null default false,
  not_here_mailed_at timestamp with time zone,
  constraint schedule_day_pkey PRIMARY KEY (company_id, user_id, date),
  constraint schedule_day_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX schedule_day_date_idx ON public.schedule_day USING btree (company_id, date);
CREATE INDEX schedule_day_version_idx ON public.schedule_day USING btree (company_id, version DESC);

create table schedule_feed (
  company_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  constraint schedule_feed_pkey PRIMARY KEY (company_id, user_id),
  constraint schedule_feed_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE UNIQUE INDEX schedule_feed_token_key ON public.schedule_feed USING btree (company_id, token_hash);

create table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint second_factor_pkey PRIMARY KEY (company_id, user_id),
  constraint second_factor_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);

create table session (
  company_id uuid not null,
  token_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  device text,
  from_pin boolean not null default false,
  notice_seen_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  sso_id uuid,
  constraint session_pkey PRIMARY KEY (company_id, token_hash),
  constraint session_company_id_sso_id_fkey FOREIGN KEY (company_id, sso_id) REFERENCES single_sign_on(company_id, id) ON DELETE CASCADE,
  constraint session_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX session_expires_at_idx ON public.session USING btree (expires_at);
CREATE INDEX session_sso_idx ON public.session USING btree (company_id, sso_id) WHERE (sso_id IS NOT NULL);
CREATE INDEX session_user_idx ON public.session USING btree (company_id, user_id);

create table sheet_settings (
  company_id uuid not null,
  content jsonb not null,
  constraint sheet_settings_pkey PRIMARY KEY (company_id),
  constraint sheet_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table shift_kind (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  starts smallint not null,
  ends smallint not null,
  break_minutes smallint not null,
  location_id uuid,
  is_active boolean not null,
  constraint shift_kind_pkey PRIMARY KEY (company_id, id),
  constraint shift_kind_break_minutes_check CHECK ((break_minutes >= 0)),
  constraint shift_kind_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint shift_kind_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint shift_kind_ends_check CHECK (((ends >= 0) AND (ends <= 1439))),
  constraint shift_kind_starts_check CHECK (((starts >= 0) AND (starts <= 1439)))
);
CREATE UNIQUE INDEX shift_kind_code_key ON public.shift_kind USING btree (company_id, lower(code));

create table single_sign_on (
  company_id uuid not null,
  id uuid not null,
  provider text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  set_by uuid not null,
  constraint single_sign_on_pkey PRIMARY KEY (company_id),
  constraint single_sign_on_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint single_sign_on_company_id_id_key UNIQUE (company_id, id),
  constraint single_sign_on_company_id_set_by_fkey FOREIGN KEY (company_id, set_by) REFERENCES users(company_id, id),
  constraint single_sign_on_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text, 'other'::text])))
);

create table time_entry (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  check_in timestamp with time zone not null,
  check_out timestamp with time zone,
  check_in_source event_source not null,
  check_out_source event_source,
  total_hours numeric generated always as ((EXTRACT(epoch FROM (check_out - check_in)) / (3600)::numeric)) stored,
  approval approval_status,
  is_corrected boolean not null default false,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  is_additional boolean not null default false,
  constraint time_entry_pkey PRIMARY KEY (company_id, id),
  constraint time_entry_check CHECK ((check_out >= check_in)),
  constraint time_entry_check1 CHECK (((check_out IS NULL) = (check_out_source IS NULL))),
  constraint time_entry_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint time_entry_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint time_entry_no_overlap EXCLUDE USING gist (company_id WITH =, user_id WITH =, tstzrange(check_in, check_out) WITH &&)
);
CREATE INDEX time_entry_check_in_idx ON public.time_entry USING btree (company_id, check_in DESC);
CREATE INDEX time_entry_check_out_idx ON public.time_entry USING btree (company_id, check_out DESC);
CREATE INDEX time_entry_long_idx ON public.time_entry USING btree (company_id, check_in) WHERE ((check_out IS NULL) OR ((check_out - check_in) > '24:00:00'::interval));
CREATE INDEX time_entry_user_idx ON public.time_entry USING btree (company_id, user_id, check_in DESC);
CREATE STATISTICS public.time_entry_length ON (check_out - check_in) FROM time_entry;
CREATE STATISTICS public.time_entry_person (dependencies) ON company_id, user_id FROM time_entry;
alter table time_entry set (autovacuum_analyze_scale_factor=0.01);
CREATE TRIGGER time_entry_breaks AFTER DELETE OR UPDATE OF check_out ON public.time_entry FOR EACH ROW EXECUTE FUNCTION end_breaks();
CREATE TRIGGER time_entry_deliver_messages AFTER INSERT ON public.time_entry FOR EACH ROW EXECUTE FUNCTION deliver_location_messages();
CREATE TRIGGER time_entry_deliver_messages_moved AFTER UPDATE OF location_id ON public.time_entry FOR EACH ROW WHEN ((old.location_id <> new.location_id)) EXECUTE FUNCTION deliver_location_messages();
CREATE TRIGGER time_entry_hours AFTER INSERT OR DELETE OR UPDATE OF location_id, check_in, check_out ON public.time_entry FOR EACH ROW EXECUTE FUNCTION unsettle_hours();
CREATE TRIGGER time_entry_ledger AFTER INSERT OR DELETE OR UPDATE OF user_id, location_id, check_in, check_out, check_in_source, check_out_source, approval, is_corrected, is_additional ON public.time_entry FOR EACH ROW EXECUTE FUNCTION record_time_entry();
CREATE TRIGGER time_entry_month_lock BEFORE INSERT OR DELETE OR UPDATE OF user_id, location_id, check_in, check_out, check_in_source, check_out_source, approval, is_corrected, is_additional ON public.time_entry FOR EACH ROW EXECUTE FUNCTION guard_approved_months();

create table trial_reminder (
  company_id uuid not null,
  days_before integer not null,
  sent_at timestamp with time zone not null,
  constraint trial_reminder_pkey PRIMARY KEY (company_id, days_before),
  constraint trial_reminder_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table unsettled_hours (
  company_id uuid not null,
  id bigint not null generated always as identity,
  user_id uuid,
  since timestamp with time zone not null,
  constraint unsettled_hours_pkey PRIMARY KEY (company_id, id)
);

create table used_passkey_challenge (
  company_id uuid not null,
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_passkey_challenge_pkey PRIMARY KEY (company_id, challenge_hash),
  constraint used_passkey_challenge_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);

create table user_location (
  company_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  constraint user_location_pkey PRIMARY KEY (company_id, user_id, location_id),
  constraint user_location_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  constraint user_location_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX user_location_location_idx ON public.user_location USING btree (company_id, location_id);

create table users (
  company_id uuid not null,
  id uuid not null,
  email text,
  password_hash text,
  first_name text not null,
  last_name text not null,
  role user_role not null default 'employee'::user_role,
  is_active boolean not null default true,
  is_owner boolean not null default false,
  must_change_password boolean not null default false,
  language language_code,
  created_at timestamp with time zone not null default now(),
  deactivated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  erased_at timestamp with time zone,
  payroll_no text,
  position text,
  employed_from date,
  employed_to date,
  work_terms jsonb not null default '[]'::jsonb,
  personal_code bytea,
  personal_number text,
  pin_hash text,
  password_from_pin boolean not null default false,
  notice text,
  noticed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_check CHECK ((employed_to >= employed_from)),
  constraint users_check1 CHECK (((email IS NOT NULL) OR (role = 'employee'::user_role) OR (deleted_at IS NOT NULL))),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint users_notice_check CHECK ((notice = ANY (ARRAY['pinSet'::text, 'pinRemoved'::text, 'passkeyAdded'::text, 'passwordSet'::text]))),
  constraint users_personal_number_check CHECK ((personal_number ~ '^[0-9]{1,10}$'::text))
);
CREATE UNIQUE INDEX users_personal_number_key ON public.users USING btree (company_id, personal_number) WHERE (deleted_at IS NULL);
CREATE TRIGGER users_added_webhooks AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_change('person.changed');
CREATE TRIGGER users_webhooks AFTER UPDATE ON public.users FOR EACH ROW WHEN ((((((((((((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.role IS DISTINCT FROM new.role)) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.erased_at IS DISTINCT FROM new.erased_at)) OR (old.payroll_no IS DISTINCT FROM new.payroll_no)) OR (old."position" IS DISTINCT FROM new."position")) OR (old.employed_from IS DISTINCT FROM new.employed_from)) OR (old.employed_to IS DISTINCT FROM new.employed_to)) OR (old.work_terms IS DISTINCT FROM new.work_terms)) OR (old.personal_number IS DISTINCT FROM new.personal_number))) EXECUTE FUNCTION tell_webhooks_of_change('person.changed');

create table webhook (
  company_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  off_reason text,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  failures integer not null default 0,
  rests_until timestamp with time zone not null,
  constraint webhook_pkey PRIMARY KEY (company_id, id),
  constraint webhook_check CHECK (((old_secret IS NULL) = (old_secret_until IS NULL))),
  constraint webhook_check1 CHECK (((off_reason IS NULL) OR (NOT is_on))),
  constraint webhook_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint webhook_off_reason_check CHECK ((off_reason = ANY (ARRAY['failing'::text, 'gone'::text])))
);

create table webhook_delivery (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  seq bigint not null generated always as identity,
  type text not null,
  about_id uuid not null,
  at timestamp with time zone not null,
  facts jsonb not null,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone,
  tries smallint not null default 0,
  tried_at timestamp with time zone,
  status smallint,
  fault text,
  answer text,
  constraint webhook_delivery_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX webhook_delivery_seq_idx ON public.webhook_delivery USING btree (company_id, webhook_id, seq DESC);
CREATE INDEX webhook_delivery_tried_idx ON public.webhook_delivery USING btree (company_id, webhook_id, tried_at DESC) WHERE (tried_at IS NOT NULL);
CREATE INDEX webhook_delivery_waiting_idx ON public.webhook_delivery USING btree (company_id, webhook_id, about_id, seq) WHERE (due_at IS NOT NULL);

create table work_break (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  end_id uuid,
  time_entry_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  is_paid boolean not null,
  start_source event_source not null,
  end_source event_source,
  received_at timestamp with time zone not null,
  constraint work_break_pkey PRIMARY KEY (company_id, user_id, id),
  constraint work_break_check CHECK ((ended_at >= started_at)),
  constraint work_break_check1 CHECK (((end_source IS NULL) = (end_id IS NULL))),
  constraint work_break_company_id_user_id_end_id_key UNIQUE (company_id, user_id, end_id),
  constraint work_break_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX work_break_entry_idx ON public.work_break USING btree (company_id, time_entry_id);
CREATE INDEX work_break_time_idx ON public.work_break USING btree (company_id, user_id, started_at);
CREATE STATISTICS public.work_break_person (dependencies) ON company_id, user_id FROM work_break;
alter table work_break set (autovacuum_analyze_scale_factor=0.01);
CREATE TRIGGER work_break_hours AFTER INSERT OR DELETE OR UPDATE ON public.work_break FOR EACH ROW EXECUTE FUNCTION unsettle_hours();
CREATE TRIGGER work_break_ledger AFTER INSERT OR DELETE OR UPDATE ON public.work_break FOR EACH ROW EXECUTE FUNCTION record_break();

create table work_report (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  time_entry_id uuid,
  submission_id uuid not null,
  units text not null,
  quantity numeric(12,2) not null,
  description text not null,
  general_notes text,
  created_at timestamp with time zone not null default now(),
  corrected_at timestamp with time zone,
  constraint work_report_pkey PRIMARY KEY (company_id, id),
  constraint work_report_company_id_time_entry_id_fkey FOREIGN KEY (company_id, time_entry_id) REFERENCES time_entry(company_id, id),
  constraint work_report_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint work_report_quantity_check CHECK ((quantity >= (0)::numeric))
);
CREATE INDEX work_report_day_idx ON public.work_report USING btree (company_id, user_id, created_at);
CREATE INDEX work_report_entry_idx ON public.work_report USING btree (company_id, time_entry_id);
CREATE INDEX work_report_user_idx ON public.work_report USING btree (company_id, user_id, id DESC);
CREATE STATISTICS public.work_report_person (dependencies) ON company_id, user_id FROM work_report;
alter table work_report set (autovacuum_analyze_scale_factor=0.01);

create table work_report_correction (
  company_id uuid not null,
  id uuid not null,
  work_report_id uuid not null,
  author_id uuid not null,
  units text not null,
  quantity numeric(12,2) not null,
  description text not null,
  general_notes text,
  corrected_at timestamp with time zone not null,
  constraint work_report_correction_pkey PRIMARY KEY (company_id, id),
  constraint work_report_correction_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES users(company_id, id),
  constraint work_report_correction_company_id_work_report_id_fkey FOREIGN KEY (company_id, work_report_id) REFERENCES work_report(company_id, id) ON DELETE CASCADE
);
CREATE INDEX work_report_correction_idx ON public.work_report_correction USING btree (company_id, work_report_id);

create table work_rules (
  company_id uuid not null,
  content jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone,
  constraint work_rules_pkey PRIMARY KEY (company_id),
  constraint work_rules_check CHECK (((changed_by IS NULL) = (changed_at IS NULL))),
  constraint work_rules_company_id_changed_by_fkey FOREIGN KEY (company_id, changed_by) REFERENCES users(company_id, id),
  constraint work_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
);
CREATE TRIGGER work_rules_hours AFTER INSERT OR UPDATE OF content ON public.work_rules FOR EACH ROW EXECUTE FUNCTION unsettle_hours();

-- Functions
-- actor_is_new(p_company_id uuid, p_actor_id uuid, p_user_id uuid, p_at timestamp with time zone) returns boolean language plpgsql stable
-- append_ledger(p_company_id uuid, p_at timestamp with time zone, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid, p_body text) returns void language plpgsql
-- chain_ledger(p_company_id uuid, p_at timestamp with time zone, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid, p_body text) returns void language plpgsql set jit=off, random_page_cost=0.01
-- counted_end(check_in timestamp with time zone, check_out timestamp with time zone, now timestamp with time zone, longest_shift_hours integer) returns timestamp with time zone language sql stable
-- delete_ai_reports_of_location() returns trigger language plpgsql
-- deliver_location_messages() returns trigger language plpgsql
-- end_breaks() returns trigger language plpgsql
-- erase_company(p_company_id uuid) returns void language plpgsql
-- erase_ledger(p_company_id uuid, p_before timestamp with time zone, p_of_all boolean, p_user_ids uuid[], p_retention_years integer, p_now timestamp with time zone, p_limit integer) returns integer language plpgsql
-- erased_ledger_line(p_company_id uuid, p_seq bigint, p_erased_by bigint, p_prev_hash bytea, p_hash bytea) returns text language sql stable
-- find_viewer(p_company_id uuid, p_token_hash bytea, p_now timestamp with time zone) returns jsonb language plpgsql stable set jit=off, random_page_cost=0.01
-- grown_ms(since timestamp with time zone, now timestamp with time zone) returns bigint language sql stable
-- guard_approved_months() returns trigger language plpgsql
-- is_being_erased(p_company_id uuid) returns boolean language sql stable
-- is_rotating_code_valid(p_secret bytea, p_code text, p_at timestamp with time zone) returns boolean language sql immutable
-- iso_instant(at timestamp with time zone) returns text language sql stable
-- ledger_line(p_company_id uuid, p_seq bigint, p_at timestamp with time zone, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid, p_body text, p_prev_hash bytea, p_hash bytea) returns text language sql stable
-- ledger_of_entry(p_company_id uuid, p_time_entry_id uuid) returns TABLE(at timestamp with time zone, scan_id text, after jsonb) language plpgsql stable
-- list_months(p_company_id uuid, p_user_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamp with time zone[], p_ends timestamp with time zone[], p_now timestamp with time zone, p_longest_shift_hours integer) returns TABLE("userId" uuid, "firstName" text, "lastName" text, "nameTag" text, "hasLeft" boolean, month text, "startsAt" timestamp with time zone, "endsAt" timestamp with time zone, ms numeric, entries bigint, "openEntries" bigint, estimates bigint, requests bigint, "approvedBy" uuid, "approvedAt" timestamp with time zone, "actorIsNew" boolean, "approverFirstName" text, "approverLastName" text, "approverNameTag" text, answer month_answer_kind, text text, "answeredAt" timestamp with time zone, "answerMs" bigint) language plpgsql stable
-- list_months_of_all(p_company_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamp with time zone[], p_ends timestamp with time zone[], p_now timestamp with time zone, p_longest_shift_hours integer) returns TABLE("userId" uuid, "firstName" text, "lastName" text, "nameTag" text, "hasLeft" boolean, month text, "startsAt" timestamp with time zone, "endsAt" timestamp with time zone, ms numeric, entries bigint, "openEntries" bigint, estimates bigint, requests bigint, "approvedBy" uuid, "approvedAt" timestamp with time zone, "actorIsNew" boolean, "approverFirstName" text, "approverLastName" text, "approverNameTag" text, answer month_answer_kind, text text, "answeredAt" timestamp with time zone, "answerMs" bigint) language plpgsql stable set plan_cache_mode=force_generic_plan, jit=off, random_page_cost=0.01
-- lock_time_entries_of(p_company_id uuid, p_user_id uuid) returns void language plpgsql
-- month_bounds(p_company_id uuid, p_user_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamp with time zone[], p_ends timestamp with time zone[]) returns TABLE(user_id uuid, month text, starts timestamp with time zone, ends timestamp with time zone, approved_by uuid, approved_at timestamp with time zone, actor_is_new boolean) language plpgsql stable
-- namesakes(p_company_id uuid) returns TABLE(id uuid, tag text) language plpgsql stable
-- needs_attention(check_in timestamp with time zone, check_out timestamp with time zone, now timestamp with time zone, longest_shift_hours integer) returns boolean language sql stable
-- people_of_locations(p_company_id uuid, p_location_ids uuid[], p_since timestamp with time zone) returns SETOF uuid language plpgsql stable
-- process_scan(p_company_id uuid, p_scan jsonb) returns jsonb language plpgsql set jit=off, random_page_cost=0.01
-- record_break() returns trigger language plpgsql
-- record_time_entry() returns trigger language plpgsql
-- refuse_approved_month(p_company_id uuid, p_user_id uuid, p_check_in timestamp with time zone, p_check_out timestamp with time zone) returns void language plpgsql
-- refuse_ledger_change() returns trigger language plpgsql
-- rotating_code(p_secret bytea, p_step bigint) returns text language sql immutable
-- scan_answer(p_company_id uuid, p_user_id uuid, p_scan_id uuid) returns jsonb language plpgsql stable
-- scan_instant(p_scanned_at timestamp with time zone, p_device_at timestamp with time zone, p_device_now timestamp with time zone, p_now timestamp with time zone, p_last_event timestamp with time zone, p_is_uncertain boolean, OUT at timestamp with time zone, OUT is_uncertain boolean, OUT error text) returns record language plpgsql stable
-- seal_ledger(p_company_id uuid) returns void language plpgsql
-- set_for_transaction(p_name text, p_value text) returns void language plpgsql
-- tell_person(p_company_id uuid, p_user_id uuid, p_change text, p_at timestamp with time zone) returns void language sql
-- tell_webhooks(p_company_id uuid, p_type text, p_about_id uuid, p_at timestamp with time zone, p_facts jsonb) returns void language sql
-- tell_webhooks_of_change() returns trigger language plpgsql
-- tell_webhooks_of_decision() returns trigger language plpgsql
-- tell_webhooks_of_record() returns trigger language plpgsql
-- time_entry_json(p_id uuid, p_user_id uuid, p_location_id uuid, p_check_in timestamp with time zone, p_check_out timestamp with time zone, p_check_in_source event_source, p_check_out_source event_source, p_total_hours numeric, p_approval approval_status, p_is_corrected boolean, p_created_at timestamp with time zone, p_needs_attention boolean, p_location_name text, p_first_name text, p_last_name text) returns jsonb language sql stable
-- time_entry_state(p_check_in timestamp with time zone, p_check_in_source event_source, p_check_out timestamp with time zone, p_check_out_source event_source, p_location_id uuid, p_approval approval_status, p_is_corrected boolean, p_is_additional boolean DEFAULT false) returns text language sql stable
-- touches(check_in timestamp with time zone, check_out timestamp with time zone, starts timestamp with time zone, ends timestamp with time zone) returns boolean language sql stable
-- unsettle_hours() returns trigger language plpgsql
-- with_work_reports(p_company_id uuid, p_answer jsonb, p_received_at timestamp with time zone) returns jsonb language plpgsql stable
