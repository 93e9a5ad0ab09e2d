-- A person belongs to one company, which PostgreSQL does not know by itself: among 100 companies it expects a hundredth of the rows
-- that a person has, and takes an index that reads all of them. And a company that has no rows when a table is analysed is expected to
-- have none, until the table has grown by a tenth: by years of one company's data. This is for the tables that grow every day.
do $$
declare
  v_table text;
  v_is_used boolean;
begin
  foreach v_table in array array['entry_hours', 'ledger_record', 'planned_shift', 'scan', 'time_entry', 'work_break', 'work_report'] loop
    execute format('create statistics %I (dependencies) on company_id, user_id from %I', v_table || '_person', v_table);
    execute format('alter table %I set (autovacuum_analyze_scale_factor = 0.01)', v_table);
    execute format('select exists (select from %I)', v_table) into v_is_used;
    -- For a table that was empty when it was analysed PostgreSQL keeps plans that read all of it.
    if v_is_used then
      execute format('analyze %I', v_table);
    end if;
  end loop;
end $$;
