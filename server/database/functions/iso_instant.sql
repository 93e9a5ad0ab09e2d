-- ISO 8601 in UTC, with milliseconds. Declared stable, as to_char is: so PostgreSQL inlines it.
create function iso_instant(at timestamptz) returns text
  language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
