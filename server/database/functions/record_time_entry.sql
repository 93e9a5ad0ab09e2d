-- Writes every change of a time entry into the ledger, whoever makes it. Who, when and why stand in the transaction's
-- setting maina.act: {at, kind, actorId, why}, the last as canonical JSON.
create function record_time_entry() returns trigger language plpgsql as $$
declare
  v_act jsonb := nullif(current_setting('maina.act', true), '');
  v_company_id uuid := coalesce(new.company_id, old.company_id);
  v_before text := time_entry_state(old.check_in, old.check_in_source, old.check_out, old.check_out_source,
    old.location_id, old.approval, old.is_corrected, old.is_additional);
  v_after text := time_entry_state(new.check_in, new.check_in_source, new.check_out, new.check_out_source,
    new.location_id, new.approval, new.is_corrected, new.is_additional);
begin
  if v_before <> v_after and not is_being_erased(v_company_id) then
    perform append_ledger(v_company_id, coalesce((v_act ->> 'at')::timestamptz, clock_timestamp()),
      coalesce(v_act ->> 'kind', 'outside')::ledger_kind, (v_act ->> 'actorId')::uuid,
      coalesce(new.user_id, old.user_id), coalesce(new.id, old.id),
      '{"after":' || v_after || ',"before":' || v_before || coalesce(',"why":' || (v_act ->> 'why'), '') || '}');
  end if;
  return null;
end $$;
create trigger time_entry_ledger
  after insert or delete or update of user_id, location_id, check_in, check_out, check_in_source, check_out_source,
    approval, is_corrected, is_additional on time_entry
  for each row execute function record_time_entry();
