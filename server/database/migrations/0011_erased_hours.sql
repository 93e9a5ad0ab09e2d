-- The working time of time entries that the retention had erased was left behind.
delete from entry_hours h
where not exists (select from time_entry e where e.company_id = h.company_id and e.id = h.time_entry_id);
