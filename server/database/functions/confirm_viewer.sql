-- Throws viewer_changed unless the rows behind a viewer are still those that find_viewer has read: the session, the account
-- and the company. Sent with the first statements of a request (server/platform/database/guard.ts).
create function confirm_viewer(p_company_id uuid, p_token_hash bytea, p_stamp text) returns void
  language plpgsql stable set jit = off set random_page_cost = 0.01 as $$
begin
  perform from session s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join company c on c.id = s.company_id
    where s.company_id = p_company_id and s.token_hash = p_token_hash
      and s.xmin::text || ' ' || u.xmin::text || ' ' || c.xmin::text = p_stamp;
  if not found then
    raise exception 'the viewer has changed' using constraint = 'viewer_changed';
  end if;
end $$;
