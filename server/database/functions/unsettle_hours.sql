-- Notes whose working time has to be computed anew, when what it is made of changes: entries, breaks, months unlocked or erased, and
-- for everybody the rules, the time zone and the longest shift. Rows are only added, so that no writer waits for another.
create function unsettle_hours() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'time_entry' then
    insert into unsettled_hours (company_id, user_id, since)
      values (coalesce(new.company_id, old.company_id), coalesce(old.user_id, new.user_id), least(old.check_in, new.check_in));
  elsif tg_table_name = 'work_break' then
    insert into unsettled_hours (company_id, user_id, since)
      values (coalesce(new.company_id, old.company_id), coalesce(old.user_id, new.user_id), least(old.started_at, new.started_at));
  elsif tg_table_name = 'month_approval' then
    -- Its dates may be those of another time zone again, and so those of the time just before it.
    insert into unsettled_hours (company_id, user_id, since)
      values (old.company_id, old.user_id, old.starts_at - interval '2 days');
  elsif tg_table_name = 'company' then
    insert into unsettled_hours (company_id, since) values (new.id, '-infinity');
  -- Rules that are merely kept say what the preset said before, and holidays change no working time.
  elsif new.changed_at is not null and (tg_op = 'INSERT' or old.content -> 'choices' <> new.content -> 'choices') then
    insert into unsettled_hours (company_id, since) values (new.company_id, '-infinity');
  end if;
  return null;
end $$;
create trigger time_entry_hours after insert or delete or update of location_id, check_in, check_out on time_entry
  for each row execute function unsettle_hours();
create trigger work_break_hours after insert or update or delete on work_break
  for each row execute function unsettle_hours();
create trigger month_approval_hours after delete or update of unlocked_at on month_approval
  for each row execute function unsettle_hours();
create trigger company_hours after update of timezone, longest_shift_hours on company
  for each row
  when (old.timezone <> new.timezone or old.longest_shift_hours <> new.longest_shift_hours)
  execute function unsettle_hours();
create trigger work_rules_hours after insert or update of content on work_rules
  for each row execute function unsettle_hours();
