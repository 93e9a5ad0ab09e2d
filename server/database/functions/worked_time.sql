-- The time that an entry counts for inside a range of instants: what every total of hours adds up. An interval, because
-- adding up intervals takes PostgreSQL half as long as adding up numbers, and is as exact.
-- In TypeScript: overlapMs of domain/calendar.ts, up to countedEnd.
create function worked_time(
  check_in timestamptz, check_out timestamptz, starts timestamptz, ends timestamptz, now timestamptz,
  longest_shift_hours integer
) returns interval language sql stable parallel safe as $$
  select greatest(
    least(counted_end(check_in, check_out, now, longest_shift_hours), ends) - greatest(check_in, starts),
    interval '0')
$$;
