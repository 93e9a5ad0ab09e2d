-- Appends a record to the chain. Only one at a time for a company. The body is canonical JSON.
-- Index pages count as nearly free: a plan made while the table was small would otherwise read and sort all of it.
create function chain_ledger(
  p_company_id uuid, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid,
  p_body text
) returns void language plpgsql volatile set jit = off set random_page_cost = 0.01 as $$
declare
  v_seq bigint;
  v_prev_hash bytea;
  v_at timestamptz := date_trunc('milliseconds', p_at);
begin
  select r.seq, r.hash into v_seq, v_prev_hash from ledger_record r
    where r.company_id = p_company_id order by r.seq desc limit 1;
  v_seq := coalesce(v_seq, 0) + 1;
  v_prev_hash := coalesce(v_prev_hash, decode(repeat('00', 32), 'hex'));
  insert into ledger_record (company_id, seq, at, kind, actor_id, user_id, time_entry_id, body, prev_hash, hash)
    values (p_company_id, v_seq, v_at, p_kind, p_actor_id, p_user_id, p_time_entry_id, p_body, v_prev_hash,
      sha256(convert_to(ledger_line(p_company_id, v_seq, v_at, p_kind, p_actor_id, p_user_id, p_time_entry_id, p_body,
        v_prev_hash, null), 'UTF8')));
end $$;
