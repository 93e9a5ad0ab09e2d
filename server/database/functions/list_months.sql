-- The months of everybody, or of one person, with their figures, the latest first; the parameters are those of
-- month_bounds. entry_hours must be up to date.
create function list_months(
  p_company_id uuid, p_user_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamptz[],
  p_ends timestamptz[], p_now timestamptz, p_longest_shift_hours integer
) returns table (
  "userId" uuid, "firstName" text, "lastName" text, "nameTag" text, "hasLeft" boolean, month text, "startsAt" timestamptz,
  "endsAt" timestamptz, ms numeric, entries bigint, "openEntries" bigint, estimates bigint, requests bigint,
  "approvedBy" uuid, "approvedAt" timestamptz, "actorIsNew" boolean, "approverFirstName" text, "approverLastName" text,
  "approverNameTag" text, answer month_answer_kind, text text, "answeredAt" timestamptz, "answerMs" bigint
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with m as materialized (
      select * from month_bounds(p_company_id, p_user_id, p_months, p_previous, p_next, p_starts, p_ends)
    ), sealed as materialized (
      select a.user_id, a.month, a.ms, a.entries from month_approval a
      where a.company_id = p_company_id and a.month = any (p_months) and (p_user_id is null or a.user_id = p_user_id)
        and a.unlocked_at is null and a.ms is not null
    ), counted as materialized (
      select * from m where not exists (select from sealed s where s.user_id = m.user_id and s.month = m.month)
    -- Once for each range, instead of once for each person: most people's months begin and end at the same instants.
    ), range as materialized (
      select distinct starts, ends from counted
    ), entry as (
      select range.starts, range.ends, found.*
      from range
      cross join lateral (
        select e.user_id,
          count(*) filter (where e.check_in >= range.starts) as entries,
          -- In a running month, being at work is not an open question.
          count(*) filter (where e.check_out is null and (p_now >= range.ends
            or needs_attention(e.check_in, e.check_out, p_now, p_longest_shift_hours))) as open_entries,
          count(*) filter (where e.approval = 'pending') as estimates
        from time_entry e
        where e.company_id = p_company_id and (p_user_id is null or e.user_id = p_user_id)
          and touches(e.check_in, e.check_out, range.starts, range.ends)
        group by e.user_id
      ) as found
    ), hours as (
      select given.month, found.user_id, found.ms
      from (
        select month, (month || '-01')::date as first, ((month || '-01')::date + interval '1 month')::date as next
        from (select distinct month from counted) months
      ) given
      cross join lateral (
        select h.user_id,
          sum(h.ms) + coalesce(sum(grown_ms(h.since, p_now)) filter (where h.since is not null), 0) as ms
        from entry_hours h
        where h.company_id = p_company_id and (p_user_id is null or h.user_id = p_user_id)
          and h.date >= given.first and h.date < given.next and h.valid_from <= p_now and h.valid_to > p_now
        group by h.user_id
      ) as found
    ), asked as materialized (
      select r.user_id, e.check_in, e.check_out, coalesce(r.check_in, e.check_in) as wanted_check_in,
        coalesce(r.check_out, e.check_out) as wanted_check_out
      from correction_request r
      left join time_entry e on e.company_id = r.company_id and e.id = r.time_entry_id
      where r.company_id = p_company_id and (p_user_id is null or r.user_id = p_user_id) and r.status = 'pending'
        and r.kind not in ('estimate', 'overlong', 'late')
    ), request as (
      select m.user_id, m.month, count(*) as requests
      from m
      join asked r on r.user_id = m.user_id
        and ((r.check_in < m.ends and coalesce(r.check_out, 'infinity') > m.starts)
          or (r.wanted_check_in < m.ends and coalesce(r.wanted_check_out, 'infinity') > m.starts))
      group by m.user_id, m.month
    ), answer as materialized (
      select w.user_id, w.month, w.answer, w.text, w.answered_at, w.ms from month_answer w
      where w.company_id = p_company_id and w.month = any (p_months) and (p_user_id is null or w.user_id = p_user_id)
    ), person as materialized (
      select u.id, u.first_name, u.last_name, n.tag, u.deleted_at is not null or not u.is_active as has_left
      from users u
      left join namesakes(p_company_id) n on n.id = u.id
      where u.company_id = p_company_id
    )
    select m.user_id, u.first_name, u.last_name, u.tag, u.has_left, m.month, m.starts, m.ends,
      coalesce(sealed.ms, hours.ms, 0), coalesce(sealed.entries, entry.entries, 0), coalesce(entry.open_entries, 0),
      coalesce(entry.estimates, 0), coalesce(request.requests, 0), m.approved_by, m.approved_at, m.actor_is_new,
      d.first_name, d.last_name, d.tag, w.answer, w.text, w.answered_at, w.ms
    from m
    join person u on u.id = m.user_id
    left join entry on entry.starts = m.starts and entry.ends = m.ends and entry.user_id = m.user_id
    left join sealed on sealed.user_id = m.user_id and sealed.month = m.month
    left join hours on hours.user_id = m.user_id and hours.month = m.month
    left join request on request.user_id = m.user_id and request.month = m.month
    left join person d on d.id = m.approved_by
    left join answer w on w.user_id = m.user_id and w.month = m.month
    order by m.month desc, m.user_id;
end $$;
