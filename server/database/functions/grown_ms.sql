-- By how much a row of entry_hours that grows since then has grown, in milliseconds.
create function grown_ms(since timestamptz, now timestamptz) returns bigint
  language sql stable strict parallel safe as $$
  select (extract(epoch from greatest(now - since, interval '0')) * 1000)::bigint
$$;
