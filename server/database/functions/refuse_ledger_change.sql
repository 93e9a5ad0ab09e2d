-- The ledger is append-only; only erase_company, seal_ledger and erase_ledger may do more. On a node of Citus a number follows
-- the table's name.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_erased(old.company_id)
      or (starts_with(tg_table_name, 'ledger_pending') and current_setting('maina.seals', true) = 'on') then
      return old;
    end if;
  elsif tg_op = 'UPDATE' and starts_with(tg_table_name, 'ledger_record') then
    -- Only within erase_ledger. The table's check says what must be gone then.
    if current_setting('maina.redacts', true) = old.company_id::text
      and old.erased_by is null and new.erased_by is not null
      and (new.company_id, new.seq, new.prev_hash, new.hash) = (old.company_id, old.seq, old.prev_hash, old.hash) then
      return new;
    end if;
  end if;
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_record_fixed before update or delete on ledger_record
  for each row execute function refuse_ledger_change();
create trigger ledger_record_kept before truncate on ledger_record
  for each statement execute function refuse_ledger_change();
create trigger ledger_pending_fixed before update or delete on ledger_pending
  for each row execute function refuse_ledger_change();
create trigger ledger_pending_kept before truncate on ledger_pending
  for each statement execute function refuse_ledger_change();
