-- A break ends with its time entry, and goes on when the check-out that ended both is undone. One of a deleted entry has
-- no length.
create function end_breaks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_break b set ended_at = b.started_at
      where b.company_id = old.company_id and b.time_entry_id = old.id and b.ended_at is null;
  elsif old.check_out is null and new.check_out is not null then
    update work_break b set ended_at = greatest(b.started_at, new.check_out)
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.ended_at is null;
  elsif old.check_out is not null and new.check_out is null then
    update work_break b set ended_at = null
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.ended_at = old.check_out and b.end_id is null;
  end if;
  return null;
end $$;
create trigger time_entry_breaks after delete or update of check_out on time_entry
  for each row execute function end_breaks();
