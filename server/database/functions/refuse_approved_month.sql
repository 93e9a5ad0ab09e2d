-- Throws time_entry_month_locked, with the month as its detail, when the times have a part in an approved month of the person.
create function refuse_approved_month(
  p_company_id uuid, p_user_id uuid, p_check_in timestamptz, p_check_out timestamptz
) returns void language plpgsql volatile as $$
declare
  approved text := (
    select min(m.month) from month_approval m
    where m.company_id = p_company_id and m.user_id = p_user_id and m.unlocked_at is null
      and p_check_in < m.ends_at
      and (p_check_in >= m.starts_at or coalesce(p_check_out, 'infinity') > m.starts_at)
  );
begin
  if approved is not null then
    raise exception 'the month of this time entry is approved: constraint "time_entry_month_locked"'
      using constraint = 'time_entry_month_locked', detail = approved;
  end if;
end $$;
