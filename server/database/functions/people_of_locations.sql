-- The people of these locations: everyone with a time entry there that is open or ended since then (decisions.md §11 "Roles").
create function people_of_locations(p_company_id uuid, p_location_ids uuid[], p_since timestamptz) returns setof uuid
  language plpgsql stable as $$
begin
  return query
    select distinct e.user_id from time_entry e
      where e.company_id = p_company_id and e.location_id = any (p_location_ids)
        and (e.check_out is null or e.check_out >= p_since);
end $$;
