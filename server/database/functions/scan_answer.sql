-- What a recorded scan was answered with, without work reports: its entries as the ledger says that the scan left them. So a
-- retry gets the first answer, whatever has become of the entries since; only names are those of now. An entry of which
-- the ledger has no such record, because the scan is older than the ledger, is answered as it is now. Null if it is deleted.
create function scan_answer(p_company_id uuid, p_user_id uuid, p_scan_id uuid)
returns jsonb language plpgsql stable as $$
declare
  v_scan scan;
  v_ids uuid[];
  v_entries jsonb;
begin
  select * into v_scan from scan s where s.company_id = p_company_id and s.user_id = p_user_id and s.id = p_scan_id;
  v_ids := array[v_scan.time_entry_id, v_scan.closed_entry_id];
  if v_scan.time_entry_id is null then
    select array_agg(l.time_entry_id) into v_ids from (
      select r.time_entry_id, r.at from ledger_record r where r.company_id = p_company_id and r.user_id = p_user_id
      union all
      select p.time_entry_id, p.at from ledger_pending p where p.company_id = p_company_id and p.user_id = p_user_id
    ) l where l.at = v_scan.received_at and l.time_entry_id is not null;
  end if;
  select jsonb_object_agg(case when v.id = v_scan.closed_entry_id then 'closedEntry' else 'timeEntry' end,
      time_entry_json(v.id, p_user_id, a."locationId", a."checkIn", a."checkOut", a."checkInSource", a."checkOutSource",
        extract(epoch from (a."checkOut" - a."checkIn")) / 3600, a.approval, a."isCorrected",
        coalesce(e.created_at, recorded.first_at),
        needs_attention(a."checkIn", a."checkOut", v_scan.received_at, c.longest_shift_hours),
        l.name, u.first_name, u.last_name))
    into v_entries
    from unnest(v_ids) v (id)
    cross join lateral (
      select min(r.at), (array_agg(r.after) filter (where r.at = v_scan.received_at and r.scan_id = p_scan_id::text))[1]
        from ledger_of_entry(p_company_id, v.id) r
    ) recorded (first_at, after)
    left join time_entry e on e.company_id = p_company_id and e.id = v.id
    cross join lateral jsonb_to_record(coalesce(recorded.after, nullif(time_entry_state(e.check_in, e.check_in_source,
      e.check_out, e.check_out_source, e.location_id, e.approval, e.is_corrected), 'null')::jsonb)) a ("locationId" uuid,
      "checkIn" timestamptz, "checkOut" timestamptz, "checkInSource" event_source, "checkOutSource" event_source,
      approval approval_status, "isCorrected" boolean)
    join location l on l.company_id = p_company_id and l.id = a."locationId"
    join users u on u.company_id = p_company_id and u.id = p_user_id
    join company c on c.id = p_company_id;
  return case when v_entries ? 'timeEntry' then jsonb_build_object('action', v_scan.action, 'location',
    jsonb_build_object('id', v_entries #> '{timeEntry,locationId}', 'name', v_entries #> '{timeEntry,location,name}'))
    || v_entries end;
end $$;
