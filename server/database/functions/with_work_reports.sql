-- The answer to a scan with the work reports that its entries had when the scan was received: the newest three, the oldest
-- of them first, and how many there were. An entry that the scan began has none.
create function with_work_reports(p_company_id uuid, p_answer jsonb, p_received_at timestamptz)
returns jsonb language plpgsql stable as $$
declare
  v_name text;
  v_reports jsonb;
begin
  foreach v_name in array array['timeEntry', 'closedEntry'] loop
    continue when not p_answer ? v_name;
    v_reports := '{"workReports": [], "workReportCount": 0}';
    if v_name = 'closedEntry' or p_answer ->> 'action' = 'check-out' then
      select jsonb_build_object('workReportCount', coalesce(max(r.total), 0), 'workReports', coalesce(jsonb_agg(
          jsonb_build_object('id', r.id, 'userId', r.user_id, 'timeEntryId', r.time_entry_id, 'units', r.units,
            'quantity', r.quantity, 'description', r.description, 'generalNotes', r.general_notes,
            'createdAt', iso_instant(r.created_at), 'correctedAt', iso_instant(r.corrected_at))
          order by r.created_at, r.id), '[]'))
        into v_reports
        from (
          select w.*, count(*) over () as total
            from work_report w
            where w.company_id = p_company_id and w.time_entry_id = (p_answer -> v_name ->> 'id')::uuid
              and w.created_at <= p_received_at
            order by w.created_at desc, w.id desc limit 3
        ) r;
    end if;
    p_answer := jsonb_set(p_answer, array[v_name], (p_answer -> v_name) || v_reports);
  end loop;
  return p_answer;
end $$;
