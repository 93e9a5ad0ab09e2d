-- The company's people who share their name with somebody else there, and what tells them apart: the e-mail address, or
-- a number for accounts that have none. Most names are nobody else's: counting them first is faster than sorting all.
create function namesakes(p_company_id uuid) returns table (id uuid, tag text) language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    with person as materialized (
      select u.id, case when u.deleted_at is null then u.email end as email,
        lower(normalize(u.first_name || ' ' || u.last_name)) as name
      from users u where u.company_id = p_company_id and u.erased_at is null
    )
    select person.id, coalesce(person.email, '#' || row_number() over (partition by person.name order by person.id))
    from (select name from person group by name having count(*) > 1) as shared
    join person on person.name = shared.name;
end $$;
