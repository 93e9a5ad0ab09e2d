-- Whether the actor's account was created, activated or given other credentials by this person within the 24 hours before
-- the instant, directly or through other such accounts: then the person may be deciding on their own hours.
create function actor_is_new(p_company_id uuid, p_actor_id uuid, p_user_id uuid, p_at timestamptz) returns boolean
  language plpgsql stable as $$
begin
  return p_actor_id is distinct from p_user_id and p_user_id in (
    with recursive giver as (
      select a.given_by as id from account_access a
        where a.company_id = p_company_id and a.user_id = p_actor_id and a.given_at > p_at - interval '24 hours'
      union
      select a.given_by from giver g
        join account_access a on a.company_id = p_company_id and a.user_id = g.id
          and a.given_at > p_at - interval '24 hours'
    )
    select id from giver);
end $$;
