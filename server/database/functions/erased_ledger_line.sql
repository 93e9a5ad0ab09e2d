-- An erased ledger record as canonical JSON.
create function erased_ledger_line(
  p_company_id uuid, p_seq bigint, p_erased_by bigint, p_prev_hash bytea, p_hash bytea
) returns text language sql stable as $$
  select '{"companyId":"' || p_company_id
    || '","erasedBy":' || p_erased_by
    || ',"hash":"' || encode(p_hash, 'hex')
    || '","prevHash":"' || encode(p_prev_hash, 'hex')
    || '","seq":' || p_seq || '}'
$$;
