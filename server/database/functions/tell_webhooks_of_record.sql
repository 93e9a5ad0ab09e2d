-- Tells webhooks what the ledger records of time entries, months and schedules: never why, which may be private.
create function tell_webhooks_of_record() returns trigger language plpgsql as $$
declare
  v_body jsonb;
  v_why jsonb;
  v_type text;
  v_facts jsonb;
begin
  if new.user_id is null or new.kind = 'opening' or not exists (
    select from webhook w where w.company_id = new.company_id and w.is_on) then
    return null;
  end if;
  v_body := new.body;
  v_why := v_body -> 'why';
  if v_body ? 'after' or v_why ? 'break' then
    v_type := case
      when new.kind = 'scan' and jsonb_typeof(v_body -> 'before') = 'null' then 'time_entry.checked_in'
      when new.kind = 'scan' and jsonb_typeof(v_body #> '{after,checkOut}') = 'string' then 'time_entry.checked_out'
      else 'time_entry.changed' end;
    v_facts := jsonb_build_object('timeEntryId', new.time_entry_id, 'before', v_body -> 'before', 'after', v_body -> 'after',
      'break', (v_why -> 'break') || jsonb_build_object('isRemoved', v_why ? 'isRemoved'));
  elsif new.kind in ('month-approved', 'month-unlocked') then
    v_type := replace(new.kind::text, '-', '.');
    v_facts := jsonb_build_object('month', v_why -> 'month');
  elsif new.kind = 'schedule-announced' then
    v_type := 'schedule.published';
    v_facts := jsonb_build_object('startDate', v_why -> 'startDate', 'endDate', v_why -> 'endDate');
  else
    return null;
  end if;
  perform tell_webhooks(new.company_id, v_type, new.user_id, new.at,
    v_facts || jsonb_build_object('action', new.kind, 'actorId', new.actor_id));
  return null;
end $$;
create trigger ledger_pending_webhooks after insert on ledger_pending
  for each row execute function tell_webhooks_of_record();
