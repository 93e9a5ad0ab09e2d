-- A time entry as the ledger keeps it, as canonical JSON; 'null' for none.
create function time_entry_state(
  p_check_in timestamptz, p_check_in_source event_source, p_check_out timestamptz, p_check_out_source event_source,
  p_location_id uuid, p_approval approval_status, p_is_corrected boolean, p_is_additional boolean default false
) returns text language sql stable as $$
  select coalesce('{"approval":' || coalesce('"' || p_approval || '"', 'null')
    || ',"checkIn":"' || iso_instant(p_check_in)
    || '","checkInSource":"' || p_check_in_source
    || '","checkOut":' || coalesce('"' || iso_instant(p_check_out) || '"', 'null')
    || ',"checkOutSource":' || coalesce('"' || p_check_out_source || '"', 'null')
    || case when p_is_additional then ',"isAdditional":true' else '' end
    || ',"isCorrected":' || p_is_corrected::text
    || ',"locationId":"' || p_location_id || '"}', 'null')
$$;
