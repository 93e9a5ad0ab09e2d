-- The instant that counts of something that a phone sent at p_now: p_scanned_at, when it was made by the server's clock as
-- the phone knew it, or, where that contradicts the phone's own clock and is the less likely of the two, what the phone's
-- clock says, corrected by how wrong it is now. Null p_scanned_at: now. Never before p_last_event.
-- Either at or error is set. is_uncertain: the phone's clock was set, so nobody can tell when it was made. Where the phone
-- says so itself (p_is_uncertain), p_scanned_at is the earliest that it can have been; the later of both times counts.
create function scan_instant(
  p_scanned_at timestamptz, p_device_at timestamptz, p_device_now timestamptz, p_now timestamptz,
  p_last_event timestamptz, p_is_uncertain boolean, out at timestamptz, out is_uncertain boolean, out error text
) language plpgsql stable as $$
declare
  v_clock_tolerance constant interval := interval '2 minutes';
  v_oldest constant timestamptz := p_now - interval '72 hours';
  v_by_device timestamptz;
begin
  is_uncertain := p_scanned_at is not null and p_is_uncertain is true;
  if p_scanned_at is null then
    -- A clock that was set back must not make an entry end before it began.
    at := greatest(p_now, p_last_event);
    return;
  end if;
  at := date_trunc('milliseconds', p_scanned_at);
  -- The scan's time by the phone's clock, as wrong as that clock is now.
  v_by_device := date_trunc('milliseconds', p_device_at + (p_now - p_device_now));
  if is_uncertain then
    if v_by_device between greatest(at, p_last_event, v_oldest) and p_now + v_clock_tolerance then
      at := v_by_device;
    end if;
  elsif v_by_device not between at - v_clock_tolerance and at + v_clock_tolerance then
    if v_by_device between greatest(p_last_event, v_oldest) and p_now + v_clock_tolerance
      and (p_device_at between p_scanned_at - v_clock_tolerance and p_scanned_at + v_clock_tolerance
        or at not between greatest(p_last_event, v_oldest) and p_now + v_clock_tolerance) then
      at := v_by_device;
    else
      is_uncertain := true;
    end if;
  end if;
  error := case
    when at < v_oldest then 'scan_too_old'
    when at > p_now + v_clock_tolerance then 'scan_in_future'
    when at < p_last_event then 'scan_out_of_order'
  end;
  at := greatest(least(at, p_now), p_last_event);
end $$;
