-- Only while erase_company or the retention runs, in its transaction.
create function is_being_erased(p_company_id uuid) returns boolean language sql stable as $$
  select coalesce(current_setting('maina.erases', true) = p_company_id::text, false)
$$;
