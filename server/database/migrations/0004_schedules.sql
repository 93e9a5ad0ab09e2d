-- Shifts that a company plans by name. Times are minutes of the day by the company's clock.
create table shift_kind (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null,
  code text not null,
  starts smallint not null check (starts between 0 and 1439),
  -- Not after the start: on the next day.
  ends smallint not null check (ends between 0 and 1439),
  -- Unpaid.
  break_minutes smallint not null check (break_minutes >= 0),
  location_id uuid,
  is_active boolean not null,
  primary key (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id)
);
create unique index shift_kind_code_key on shift_kind (company_id, lower(code));

-- A date of a person's schedule that was ever planned.
create table schedule_day (
  company_id uuid not null,
  user_id uuid not null,
  date date not null,
  -- Of the last change of the draft; counts up in the company.
  version integer not null,
  -- It lies in a published period: its published shifts are the plan, without any it is a planned day off. A date that was left
  -- free for a whole-day absence when it was published is not covered (work-rules.md §4).
  is_covered boolean not null default false,
  -- When managers were mailed that the person had not come on this date.
  not_here_mailed_at timestamptz,
  primary key (company_id, user_id, date),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index schedule_day_date_idx on schedule_day (company_id, date);
create index schedule_day_version_idx on schedule_day (company_id, version desc);

-- Planned shifts: those of the draft, and those that are published.
create table planned_shift (
  company_id uuid not null,
  user_id uuid not null,
  date date not null,
  is_draft boolean not null,
  starts smallint not null check (starts between 0 and 1439),
  ends smallint not null check (ends between 0 and 1439),
  break_minutes smallint not null check (break_minutes >= 0),
  location_id uuid,
  kind_id uuid,
  note text,
  primary key (company_id, user_id, date, is_draft, starts),
  foreign key (company_id, user_id, date) references schedule_day (company_id, user_id, date),
  foreign key (company_id, location_id) references location (company_id, id),
  foreign key (company_id, kind_id) references shift_kind (company_id, id)
);
create index planned_shift_date_idx on planned_shift (company_id, date, is_draft);
create index planned_shift_kind_idx on planned_shift (company_id, kind_id);

-- What one publication changed for one person: which dates, with their shifts before and after.
create table schedule_announcement (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  announced_at timestamptz not null,
  announced_by uuid,
  -- Why it came later than the notice.
  reason text,
  -- By what the person was told.
  channels text[] not null default '{app}' check (channels <@ array['app', 'mail', 'push']),
  days jsonb not null,
  seen_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, announced_by) references users (company_id, id)
);
create index schedule_announcement_user_idx on schedule_announcement (company_id, user_id, start_date);
create index schedule_announcement_date_idx on schedule_announcement (company_id, start_date);

-- The secret address from which calendars read a person's shifts.
create table schedule_feed (
  company_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index schedule_feed_token_key on schedule_feed (company_id, token_hash);

alter table company
  -- How many days before a shift it has to be made known; null: as the law of the country says.
  add column notice_days smallint check (notice_days between 0 and 62),
  -- After the start of a planned shift, until its person is late.
  add column grace_minutes smallint not null default 5 check (grace_minutes between 0 and 60),
  -- Whether managers are mailed who has not come to a planned shift.
  add column sends_not_here boolean not null default true,
  -- Whether people are mailed a new or changed schedule.
  add column sends_schedules boolean not null default true;

alter type ledger_kind add value 'schedule-announced';
alter type ledger_kind add value 'schedule-seen';
