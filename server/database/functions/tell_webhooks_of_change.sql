-- Tells webhooks that a person or a location was added or changed. What it is then is read when that is sent.
create function tell_webhooks_of_change() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.company_id, tg_argv[0], new.id, clock_timestamp(), '{}');
  return null;
end $$;
create trigger users_added_webhooks after insert on users
  for each row execute function tell_webhooks_of_change('person.changed');
create trigger users_webhooks after update on users for each row
  when ((old.first_name, old.last_name, old.email, old.role, old.is_active, old.deleted_at, old.erased_at, old.payroll_no,
      old.position, old.employed_from, old.employed_to, old.work_terms, old.personal_number)
    is distinct from (new.first_name, new.last_name, new.email, new.role, new.is_active, new.deleted_at, new.erased_at,
      new.payroll_no, new.position, new.employed_from, new.employed_to, new.work_terms, new.personal_number))
  execute function tell_webhooks_of_change('person.changed');
create trigger location_added_webhooks after insert on location
  for each row execute function tell_webhooks_of_change('location.changed');
create trigger location_webhooks after update on location for each row
  when ((old.name, old.address, old.description, old.is_active, old.deleted_at)
    is distinct from (new.name, new.address, new.description, new.is_active, new.deleted_at))
  execute function tell_webhooks_of_change('location.changed');
