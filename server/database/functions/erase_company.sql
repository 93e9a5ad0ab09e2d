-- Erases a company from every table that has a company_id, future ones included, and the company itself. Tables that
-- others still refer to wait for the next round, so that no order has to be kept by hand.
create function erase_company(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_tables text[];
  v_table text;
  v_blocked text[];
begin
  perform set_for_transaction('maina.erases', p_company_id::text);
  -- The mailbox of developers knows no company.
  delete from dev_mail where recipient in (select email from users where company_id = p_company_id);
  -- Those that fewest others refer to first.
  select array_agg(quote_ident(c.relname) order by
      (select count(*) from pg_constraint f where f.contype = 'f' and f.confrelid = c.oid)) into v_tables
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r';
  while cardinality(v_tables) > 0 loop
    v_blocked := '{}';
    foreach v_table in array v_tables loop
      begin
        execute format('delete from public.%s where company_id = $1', v_table) using p_company_id;
      exception when foreign_key_violation then
        v_blocked := v_blocked || v_table;
      end;
    end loop;
    if cardinality(v_blocked) = cardinality(v_tables) then
      raise exception 'company % cannot be erased: % hold each other', p_company_id, v_blocked;
    end if;
    v_tables := v_blocked;
  end loop;
  -- Triggers have noted what was deleted meanwhile.
  delete from unsettled_hours where company_id = p_company_id;
  delete from company where id = p_company_id;
  perform set_for_transaction('maina.erases', '');
end $$;
