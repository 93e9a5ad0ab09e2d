-- Notes an event for each webhook of the company that wants it.
create function tell_webhooks(p_company_id uuid, p_type text, p_about_id uuid, p_at timestamptz, p_facts jsonb)
returns void language sql volatile as $$
  insert into webhook_delivery (company_id, webhook_id, type, about_id, at, facts)
    select w.company_id, w.id, p_type, p_about_id, p_at, p_facts from webhook w
    where w.company_id = p_company_id and w.is_on and p_type = any (w.events)
$$;
