-- Up to when an entry counts: its end; now while it is open; its own beginning, thus not at all, once it needs attention.
-- In TypeScript: countedEnd.
create function counted_end(
  check_in timestamptz, check_out timestamptz, now timestamptz, longest_shift_hours integer
) returns timestamptz language sql stable parallel safe as $$
  select case when needs_attention(check_in, check_out, now, longest_shift_hours) then check_in
    else coalesce(check_out, now) end
$$;
