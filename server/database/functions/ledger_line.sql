-- A ledger record as canonical JSON: with its hash as an export has it, without it (null) as it is hashed.
create function ledger_line(
  p_company_id uuid, p_seq bigint, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid,
  p_time_entry_id uuid, p_body text, p_prev_hash bytea, p_hash bytea
) returns text language sql stable as $$
  select '{"actorId":' || coalesce('"' || p_actor_id || '"', 'null')
    || ',"at":"' || iso_instant(p_at)
    || '","body":' || p_body
    || ',"companyId":"' || p_company_id
    || coalesce('","hash":"' || encode(p_hash, 'hex'), '')
    || '","kind":"' || p_kind
    || '","prevHash":"' || encode(p_prev_hash, 'hex')
    || '","seq":' || p_seq
    || ',"timeEntryId":' || coalesce('"' || p_time_entry_id || '"', 'null')
    || ',"userId":' || coalesce('"' || p_user_id || '"', 'null') || '}'
$$;
