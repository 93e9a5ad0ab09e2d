-- Writes every break, and its end, into the ledger as part of its time entry. Who and when stand in the transaction's
-- setting maina.act, as for time entries.
create function record_break() returns trigger language plpgsql as $$
declare
  v_act jsonb := nullif(current_setting('maina.act', true), '');
begin
  if not is_being_erased(new.company_id) then
    perform append_ledger(new.company_id, coalesce((v_act ->> 'at')::timestamptz, clock_timestamp()),
      case when v_act is null then 'outside' else 'break' end::ledger_kind, (v_act ->> 'actorId')::uuid, new.user_id,
      new.time_entry_id,
      '{"why":{"break":{"endedAt":' || coalesce('"' || iso_instant(new.ended_at) || '"', 'null')
      || ',"isPaid":' || new.is_paid::text || ',"startedAt":"' || iso_instant(new.started_at) || '"}}}');
  end if;
  return null;
end $$;
create trigger work_break_ledger after insert or update on work_break
  for each row execute function record_break();
