-- Whoever writes a person's time entries holds this until the end of the transaction, so that simultaneous scans,
-- corrections and deletions of one person follow each other.
create function lock_time_entries_of(p_company_id uuid, p_user_id uuid) returns void
  language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(p_company_id::text || p_user_id::text, 0))
$$;
