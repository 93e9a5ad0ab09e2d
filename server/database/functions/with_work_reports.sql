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
      select jsonb_build_object('workReports', coalesce(jsonb_agg(r.report order by r.created_at, r.id), '[]'),
          'workReportCount', coalesce(max(r.total), 0))
        into v_reports
        from (
          select w.created_at, w.id, count(*) over () as total, jsonb_build_object(
              'id', w.id, 'userId', w.user_id, 'timeEntryId', w.time_entry_id, 'units', w.units, 'quantity', w.quantity,
              'description', w.description, 'generalNotes', w.general_notes, 'createdAt', iso_instant(w.created_at),
              'correctedAt', iso_instant(w.corrected_at)) as report
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
