-- The company's people who share their name with somebody else there, and what tells them apart: the e-mail address, or
-- a number for accounts that have none.
create function namesakes(p_company_id uuid) returns table (id uuid, tag text) language sql stable as $$
  select named.id, named.tag from (
    select person.id, count(*) over (partition by name) as bearers,
      coalesce(case when deleted_at is null then email end, '#' || row_number() over (partition by name order by person.id)) as tag
    from (
      select u.id, email, deleted_at, lower(normalize(first_name || ' ' || last_name)) as name
      from users u where u.company_id = p_company_id and erased_at is null
    ) as person
  ) as named where bearers > 1
$$;
