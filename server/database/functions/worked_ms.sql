-- Milliseconds that an entry counts for inside a range of instants: what every total of hours adds up.
-- In TypeScript: overlapMs of domain/calendar.ts, up to countedEnd.
create function worked_ms(
  check_in timestamptz, check_out timestamptz, starts timestamptz, ends timestamptz, now timestamptz,
  longest_shift_hours integer
) returns numeric language sql stable parallel safe as $$
  select extract(epoch from greatest(
    least(counted_end(check_in, check_out, now, longest_shift_hours), ends) - greatest(check_in, starts),
    interval '0')) * 1000
$$;
