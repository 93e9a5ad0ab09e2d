-- The working time of a row of entry_hours that holds at the instant: what every total of hours adds up.
create function worked_ms(ms integer, since timestamptz, now timestamptz) returns bigint
  language sql stable parallel safe as $$
  select case when since is null then ms else ms + (extract(epoch from greatest(now - since, interval '0')) * 1000)::bigint end
$$;
