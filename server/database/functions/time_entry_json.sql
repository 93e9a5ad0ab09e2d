-- A time entry as the answer to a scan has it.
create function time_entry_json(
  p_company_id uuid, p_id uuid, p_now timestamptz, p_longest_shift_hours integer
) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'id', e.id, 'userId', e.user_id, 'locationId', e.location_id,
      'checkIn', iso_instant(e.check_in), 'checkOut', iso_instant(e.check_out),
      'status', case when e.check_out is null then 'working' else 'completed' end,
      'totalHours', e.total_hours, 'createdAt', iso_instant(e.created_at),
      'checkInSource', e.check_in_source, 'checkOutSource', e.check_out_source,
      'needsAttention', needs_attention(e.check_in, e.check_out, p_now, p_longest_shift_hours),
      'approval', e.approval, 'isCorrected', e.is_corrected,
      'isEstimated', coalesce(e.check_out_source = 'estimate', false),
      'location', jsonb_build_object('name', l.name),
      'user', jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name))
    from time_entry e
    join users u on u.company_id = e.company_id and u.id = e.user_id
    join location l on l.company_id = e.company_id and l.id = e.location_id
    where e.company_id = p_company_id and e.id = p_id);
end $$;
