-- Tells webhooks that a request was decided: which, and how; never its reason or the kind of an absence.
create function tell_webhooks_of_decision() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.company_id, 'request.decided', new.user_id, new.decided_at,
    jsonb_build_object('requestId', new.id, 'request', new.kind, 'decision', new.status, 'timeEntryId', new.time_entry_id,
      'action', 'decision', 'actorId', new.decided_by));
  return null;
end $$;
create trigger correction_request_webhooks after update on correction_request for each row
  when (old.status = 'pending' and new.status <> 'pending')
  execute function tell_webhooks_of_decision();
