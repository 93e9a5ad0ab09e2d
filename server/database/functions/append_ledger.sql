-- Notes an event for the ledger; seal_ledger gives it its number and hash. The body is canonical JSON, whose first key is
-- then actorIsNew, if it was the act of an account that the person concerned had made shortly before (actor_is_new).
create function append_ledger(
  p_company_id uuid, p_at timestamptz, p_kind ledger_kind, p_actor_id uuid, p_user_id uuid, p_time_entry_id uuid,
  p_body text
) returns void language plpgsql volatile as $$
begin
  if p_actor_id <> p_user_id and actor_is_new(p_company_id, p_actor_id, p_user_id, p_at) then
    p_body := '{"actorIsNew":true,' || substr(p_body, 2);
  end if;
  insert into ledger_pending (company_id, at, kind, actor_id, user_id, time_entry_id, body)
    values (p_company_id, date_trunc('milliseconds', p_at), p_kind, p_actor_id, p_user_id, p_time_entry_id, p_body);
end $$;
