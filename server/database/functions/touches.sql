-- Whether an entry began in a range of instants or was open when the range began: has a part in it, or no length and its
-- beginning there. Entries are found by their beginnings, in the range or the 24 hours before it, and those open or longer
-- by time_entry_long_idx, so that no search reads earlier history. PostgreSQL inlines it.
create function touches(check_in timestamptz, check_out timestamptz, starts timestamptz, ends timestamptz)
  returns boolean language sql stable parallel safe as $$
  select (check_in >= starts - interval '24 hours' and check_in < ends
      or (check_out is null or check_out - check_in > interval '24 hours') and check_in < starts)
    and (check_in >= starts or coalesce(check_out, 'infinity') > starts)
$$;
