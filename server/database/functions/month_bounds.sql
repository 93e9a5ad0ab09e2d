-- Where the months of everybody, or of one person, begin and end, and their approvals. An approved month stays as it was
-- approved, also when the company moves to another time zone; the months beside it begin and end where it does, so that
-- months neither overlap nor leave a gap (work-rules.md). The arrays hold each month, the one before and the one after it,
-- and where it begins and ends in the company's present time zone.
create function month_bounds(
  p_company_id uuid, p_user_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamptz[],
  p_ends timestamptz[]
) returns table (
  user_id uuid, month text, starts timestamptz, ends timestamptz, approved_by uuid, approved_at timestamptz,
  actor_is_new boolean
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with approval as materialized (
      select * from month_approval a
      where a.company_id = p_company_id and a.month = any (p_months || p_previous || p_next) and a.unlocked_at is null
        and (p_user_id is null or a.user_id = p_user_id)
        -- The months beside the given ones matter where they begin or end at other instants, after a move to another time zone.
        and (a.month = any (p_months) or (a.month = any (p_previous) and a.ends_at <> all (p_starts))
          or (a.month = any (p_next) and a.starts_at <> all (p_ends)))
    )
    select u.id, given.month, coalesce(a.starts_at, before.ends_at, given.starts), coalesce(a.ends_at, after.starts_at, given.ends),
      a.approved_by, a.approved_at, a.actor_is_new
    from unnest(p_months, p_previous, p_next, p_starts, p_ends) as given (month, previous, next, starts, ends)
    cross join users u
    left join approval a on a.user_id = u.id and a.month = given.month
    left join approval before on before.user_id = u.id and before.month = given.previous
    left join approval after on after.user_id = u.id and after.month = given.next
    where u.company_id = p_company_id and (p_user_id is null or u.id = p_user_id);
end $$;
