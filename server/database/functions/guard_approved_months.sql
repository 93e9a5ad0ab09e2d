-- No entry with a part in an approved month changes.
create function guard_approved_months() returns trigger language plpgsql as $$
begin
  if is_being_erased(coalesce(new.company_id, old.company_id)) then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    perform refuse_approved_month(old.company_id, old.user_id, old.check_in, old.check_out);
  end if;
  if tg_op <> 'DELETE' then
    perform refuse_approved_month(new.company_id, new.user_id, new.check_in, new.check_out);
  end if;
  return coalesce(new, old);
end $$;
create trigger time_entry_month_lock
  before insert or delete or update of user_id, location_id, check_in, check_out, check_in_source, check_out_source,
    approval, is_corrected, is_additional on time_entry
  for each row execute function guard_approved_months();
