-- Notes an event for the ledger; seal_ledger gives it its number and hash. The body is canonical JSON.
create function append_ledger(
  p_company_id uuid, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid,
  p_body text
) returns void language sql volatile as $$
  insert into ledger_pending (company_id, at, kind, actor_id, user_id, time_entry_id, body)
    values (p_company_id, date_trunc('milliseconds', p_at), p_kind, p_actor_id, p_user_id, p_time_entry_id, p_body)
$$;
