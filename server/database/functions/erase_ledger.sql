-- Erases the content of up to p_limit records: those about these people, and those made before p_before that are about
-- nobody or, with p_of_all, about anybody. Appends one record of it, which holds the SHA-256 of the lines that stand in
-- their place. Answers how many; 0 once there are none (docs/decisions/0040-erasure.md).
create function erase_ledger(
  p_company_id uuid, p_before timestamptz, p_of_all boolean, p_user_ids uuid[], p_retention_years integer,
  p_now timestamptz, p_limit integer
) returns integer language plpgsql volatile as $$
declare
  v_seqs bigint[];
  v_by bigint;
  v_digest text;
begin
  -- Also holds every other sealing off, so that the number after the last one is ours.
  perform seal_ledger(p_company_id);
  select array_agg(due.seq) into v_seqs from (
    select r.seq from ledger_record r
    where r.company_id = p_company_id and r.erased_by is null and r.kind <> 'erasure'
      and (r.user_id = any (p_user_ids) or (r.at < p_before and (p_of_all or r.user_id is null)))
    order by r.seq limit p_limit) due;
  if v_seqs is null then
    return 0;
  end if;
  select max(r.seq) + 1 into v_by from ledger_record r where r.company_id = p_company_id;

  perform set_for_transaction('maina.redacts', p_company_id::text);
  update ledger_record r
    set erased_by = v_by, at = null, kind = null, actor_id = null, user_id = null, time_entry_id = null, body = null
    where r.company_id = p_company_id and r.seq = any (v_seqs);
  perform set_for_transaction('maina.redacts', '');

  select encode(sha256(convert_to(string_agg(
      erased_ledger_line(r.company_id, r.seq, r.erased_by, r.prev_hash, r.hash) || e'\n', '' order by r.seq),
      'UTF8')), 'hex')
    into v_digest from ledger_record r where r.company_id = p_company_id and r.seq = any (v_seqs);
  perform chain_ledger(p_company_id, p_now, 'erasure', null, null, null,
    '{"why":{"before":"' || iso_instant(p_before) || '","digest":"' || v_digest
    || '","records":' || cardinality(v_seqs) || ',"retentionYears":' || p_retention_years || '}}');
  return cardinality(v_seqs);
end $$;
