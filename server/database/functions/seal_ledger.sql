-- Gives pending events their numbers and hashes.
create function seal_ledger(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_pending record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 1));
  perform set_config('maina.seals', 'on', true);
  for v_pending in select * from ledger_pending p where p.company_id = p_company_id order by p.id loop
    perform chain_ledger(v_pending.company_id, v_pending.at, v_pending.kind, v_pending.actor_id, v_pending.user_id,
      v_pending.time_entry_id, v_pending.body);
    delete from ledger_pending p where p.company_id = v_pending.company_id and p.id = v_pending.id;
  end loop;
  perform set_config('maina.seals', '', true);
end $$;
