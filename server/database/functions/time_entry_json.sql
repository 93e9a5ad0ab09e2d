-- A time entry as the answer to a scan has it. Of values alone, so that PostgreSQL inlines it.
create function time_entry_json(
  p_id uuid, p_user_id uuid, p_location_id uuid, p_check_in timestamptz, p_check_out timestamptz,
  p_check_in_source event_source, p_check_out_source event_source, p_total_hours numeric, p_approval approval_status,
  p_is_corrected boolean, p_created_at timestamptz, p_needs_attention boolean, p_location_name text,
  p_first_name text, p_last_name text
) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_id, 'userId', p_user_id, 'locationId', p_location_id,
    'checkIn', iso_instant(p_check_in), 'checkOut', iso_instant(p_check_out),
    'status', case when p_check_out is null then 'working' else 'completed' end,
    'totalHours', p_total_hours, 'createdAt', iso_instant(p_created_at),
    'checkInSource', p_check_in_source, 'checkOutSource', p_check_out_source,
    'needsAttention', p_needs_attention, 'approval', p_approval, 'isCorrected', p_is_corrected,
    'isEstimated', coalesce(p_check_out_source = 'estimate', false),
    'location', jsonb_build_object('name', p_location_name),
    'user', jsonb_build_object('firstName', p_first_name, 'lastName', p_last_name))
$$;
