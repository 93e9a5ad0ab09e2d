-- The ledger's records of a time entry, sealed or not. A scan's own have its id as scanId.
create function ledger_of_entry(p_company_id uuid, p_time_entry_id uuid)
returns table (at timestamptz, scan_id text, after jsonb) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select l.at, l.body #>> '{why,scanId}', l.body -> 'after' from (
    select r.at, r.body::jsonb from ledger_record r
      where r.company_id = p_company_id and r.time_entry_id = p_time_entry_id
    union all
    select p.at, p.body::jsonb from ledger_pending p
      where p.company_id = p_company_id and p.time_entry_id = p_time_entry_id
  ) l;
end $$;
