-- A message to a location reaches whoever has a time entry there from 30 days before it was sent onwards
-- (decisions.md §6): the sender writes the recipients of that moment, this adds the later ones. Anyone who was here before
-- has got everything sent until 30 days after that. Deactivated people get nothing.
create function deliver_location_messages() returns trigger language plpgsql as $$
declare
  v_known_until timestamptz;
  v_message_id uuid;
begin
  if not exists (select from message m where m.company_id = new.company_id and m.location_id = new.location_id)
    or not exists (select from users u where u.company_id = new.company_id and u.id = new.user_id
      and u.is_active and u.deleted_at is null) then
    return null;
  end if;
  select coalesce(e.check_out, 'infinity') + interval '30 days' into v_known_until from time_entry e
    where e.company_id = new.company_id and e.user_id = new.user_id and e.location_id = new.location_id
      and e.id <> new.id
    order by e.check_in desc limit 1;
  -- One by one: the function of a scan may insert into one company only, which Citus does not see in `insert … select`.
  for v_message_id in
    select m.id from message m
      where m.company_id = new.company_id and m.location_id = new.location_id and m.sender_id <> new.user_id
        and m.created_at > coalesce(v_known_until, '-infinity')
        and m.created_at <= coalesce(new.check_out, 'infinity') + interval '30 days'
  loop
    insert into message_recipient (company_id, user_id, message_id) values (new.company_id, new.user_id, v_message_id)
      on conflict do nothing;
  end loop;
  return null;
end $$;
create trigger time_entry_deliver_messages after insert on time_entry
  for each row execute function deliver_location_messages();
-- An entry that a correction moves to another location brings that location's messages.
create trigger time_entry_deliver_messages_moved after update of location_id on time_entry
  for each row when (old.location_id <> new.location_id) execute function deliver_location_messages();
