-- Gives pending events their numbers and hashes, in the order in which they were written. On Citus the upper 16 bits of an id
-- are its node's: what another node has written is from before the company was moved here.
create function seal_ledger(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_pending record;
  v_node bigint := nextval(pg_get_serial_sequence('ledger_pending', 'id')) >> 48;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_company_id::text, 1)) from company c
    where c.id = p_company_id for key share;
  perform set_for_transaction('maina.seals', 'on');
  for v_pending in select * from ledger_pending p where p.company_id = p_company_id
    order by p.id >> 48 = v_node, p.id loop
    perform chain_ledger(v_pending.company_id, v_pending.at, v_pending.kind, v_pending.actor_id, v_pending.user_id,
      v_pending.time_entry_id, v_pending.body);
    delete from ledger_pending p where p.company_id = v_pending.company_id and p.id = v_pending.id;
  end loop;
  perform set_for_transaction('maina.seals', '');
end $$;
