-- Writes every break, its end, and its removal into the ledger as part of its time entry. Who, when and the reason stand in
-- the transaction's setting maina.act, as for time entries.
create function record_break() returns trigger language plpgsql as $$
declare
  v_act jsonb := nullif(current_setting('maina.act', true), '');
  v_break work_break := new;
  v_reason text := ((v_act ->> 'why')::jsonb -> 'reason')::text;
begin
  if tg_op = 'DELETE' then
    v_break := old;
  end if;
  if not is_being_erased(v_break.company_id) then
    perform append_ledger(v_break.company_id, coalesce((v_act ->> 'at')::timestamptz, clock_timestamp()),
      case when v_act is null then 'outside' else 'break' end::ledger_kind, (v_act ->> 'actorId')::uuid, v_break.user_id,
      v_break.time_entry_id,
      '{"why":{"break":{"endedAt":' || coalesce('"' || iso_instant(v_break.ended_at) || '"', 'null')
      || ',"isPaid":' || v_break.is_paid::text || ',"startedAt":"' || iso_instant(v_break.started_at) || '"}'
      || case when tg_op = 'DELETE' then ',"isRemoved":true' else '' end
      || coalesce(',"reason":' || v_reason, '') || '}}');
  end if;
  return null;
end $$;
create trigger work_break_ledger after insert or update or delete on work_break
  for each row execute function record_break();
