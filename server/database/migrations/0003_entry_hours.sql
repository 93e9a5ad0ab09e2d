-- What time entries count (domain/entry-hours.ts): the working time of each entry on each date on which it stands. Computed from
-- entries, breaks and rules before anybody reads a sum, of the people in unsettled_hours. No foreign key: rows of a deleted
-- entry go when its person is settled.
create table entry_hours (
  company_id uuid not null,
  user_id uuid not null,
  time_entry_id uuid not null,
  location_id uuid not null,
  date date not null,
  -- The part of the entry that stands on the date; null: goes on.
  starts timestamptz not null,
  ends timestamptz,
  -- The working time in it, null if that is all of it; and its length in milliseconds.
  worked tstzmultirange,
  ms integer not null,
  -- Not null: it grows as fast as the clock since then, from this edge forwards, or backwards.
  since timestamptz,
  edge timestamptz,
  is_backward boolean,
  -- While the entry is open: for which instants of counting the row holds.
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- With all that sums read, which then need no row.
  primary key (company_id, date, user_id, time_entry_id, valid_from) include (location_id, ms, since, valid_to),
  check ((since is null) = (edge is null) and (since is null) = (is_backward is null))
);
create index entry_hours_user_idx on entry_hours (company_id, user_id, date);
create index entry_hours_entry_idx on entry_hours (company_id, time_entry_id);

-- Whose entry_hours have to be computed anew, from the instant on; without a person everybody's. Written by triggers.
create table unsettled_hours (
  company_id uuid not null,
  id bigint generated always as identity,
  user_id uuid,
  since timestamptz not null,
  primary key (company_id, id)
);
insert into unsettled_hours (company_id, since) select id, '-infinity' from company;

-- What lists of months show of the sealed month: its working time in milliseconds, and how many entries began in it.
alter table month_approval add column ms bigint, add column entries integer;

-- A request to cancel an absence that was approved, or to shorten it: the days that are to stay, null for none. The dates and the
-- code of the request are those of the absence.
alter table correction_request
  add column absence_id uuid,
  add column kept_start date,
  add column kept_end date,
  add check ((kept_start is null) = (kept_end is null)),
  add check (kept_start is null or (absence_id is not null and absence_start <= kept_start and kept_start <= kept_end
    and kept_end <= absence_end)),
  add check (absence_id is null or kind = 'absence');
-- On-call time is an absence that begins at a minute of its day by the company's clock, at some place.
alter table absence
  add column begins integer,
  add column place text,
  add check (begins is null or (part is not null and begins between 0 and 1439)),
  add check (place is null or begins is not null);

-- Work under an agreement on additional work (LT, Labour Code art. 35), which is no overtime.
alter table time_entry add column is_additional boolean not null default false;

create index correction_request_absence_change_idx on correction_request (company_id, absence_id)
  where status = 'pending' and absence_id is not null;
