-- The last report made of a place's day, in each language that it was asked for.
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

-- A place is deleted by marking it, so that reports keep its name; what was written about its days goes.
create function delete_ai_reports_of_location() returns trigger
  language plpgsql as $$
begin
  delete from ai_report r where r.company_id = new.company_id and r.location_id = new.id;
  return null;
end $$;

create trigger location_delete_ai_reports after update of deleted_at on location
  for each row when (new.deleted_at is not null) execute function delete_ai_reports_of_location();
