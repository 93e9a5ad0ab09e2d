-- Whoever writes a person's time entries holds this until the end of the transaction, so that simultaneous scans,
-- corrections and deletions of one person follow each other. From the person's row, so that it is held where that row is:
-- on one node for the scan, which runs there, and for a correction, which comes from the coordinator. `for key share`, which
-- the foreign keys of what is written take anyway, keeps Citus from ending the node's transaction after the statement.
create function lock_time_entries_of(p_company_id uuid, p_user_id uuid) returns void
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text || p_user_id::text, 0))
    from users u where u.company_id = p_company_id and u.id = p_user_id for key share;
end $$;
