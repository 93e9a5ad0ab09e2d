-- Whether an entry is open for longer than the longest shift: the check-out was forgotten,
-- or the shift was an unusually long one.
create function needs_attention(
  check_in timestamptz, check_out timestamptz, now timestamptz, longest_shift_hours integer
) returns boolean language sql stable parallel safe as $$
  select check_out is null and now >= check_in + make_interval(hours => longest_shift_hours)
$$;
