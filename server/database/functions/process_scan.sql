-- Decides what a scan means and records it, in one round trip (decisions.md §2). p_scan is a RecordScan (time-tracking.queries.ts).
-- The location is that of code or, at a kiosk or for a crew, locationId. Neither is the check-out button: it ends the
-- open entry at any location. A rotatingCode must be valid at the instant of the scan.
-- A scan up to two hours after the longest shift ends the open entry, which then awaits approval as overlong. Later the
-- entry ends only with the person's own answer, previousEnd.leftAt, as an estimate that awaits approval; the scan is then a
-- check-in, unless the answer is the scan's own time, and the button only ends the entry.
-- isUncertain: the phone's clock cannot be right, as the phone knows. isStateUnknown: nobody was shown what the scan
-- would do, so an entry that it ends awaits approval (at a kiosk, where an earlier scan was refused).
-- With asksWithinS, a scan so soon after the last event at its location is for the person to confirm: scan_repeated.
-- Answers {answer: …} or {error: code}. now replaces the database's clock in tests.
-- Index pages count as nearly free: a plan made while a table was nearly empty would otherwise go on reading all of it.
create function process_scan(p_company_id uuid, p_scan jsonb) returns jsonb
  language plpgsql volatile set jit = off set random_page_cost = 0.01 as $$
declare
  v_user_id constant uuid := p_scan ->> 'userId';
  v_scan_id constant uuid := p_scan ->> 'scanId';
  v_source constant event_source := p_scan ->> 'source';
  v_code constant text := p_scan ->> 'code';
  v_code_form constant code_form := p_scan ->> 'codeForm';
  v_rotating_code constant text := p_scan ->> 'rotatingCode';
  v_location_id constant uuid := p_scan ->> 'locationId';
  v_kiosk_id constant uuid := p_scan ->> 'kioskId';
  v_made_by constant uuid := p_scan ->> 'madeBy';
  v_scanned_at constant timestamptz := p_scan ->> 'scannedAt';
  v_device_at constant timestamptz := p_scan ->> 'deviceAt';
  v_device_now constant timestamptz := p_scan ->> 'deviceNow';
  v_left_entry_id constant uuid := p_scan #>> '{previousEnd,timeEntryId}';
  v_expected_action constant scan_action := p_scan ->> 'expectedAction';
  v_is_state_unknown constant boolean := p_scan ->> 'isStateUnknown';
  v_may_check_in constant boolean := p_scan ->> 'mayCheckIn';
  v_asks_within_s constant integer := p_scan ->> 'asksWithinS';
  v_user users;
  v_location location;
  v_last time_entry;
  v_last_location location;
  v_entry time_entry;
  v_closed time_entry;
  v_answer jsonb;
  v_now timestamptz;
  v_at timestamptz;
  v_action scan_action;
  v_last_event timestamptz;
  v_is_open boolean;
  v_is_overlong boolean;
  v_is_missing boolean := false;
  v_is_leaving boolean := false;
  v_left_at constant timestamptz := date_trunc('milliseconds', (p_scan #>> '{previousEnd,leftAt}')::timestamptz);
  v_longest_shift_hours integer;
  v_late_scan_hours integer;
  v_retired retired_location_code;
  v_late_after constant interval := interval '15 minutes';
  -- What somebody else recorded for the person may be this late: they may not have been there.
  v_crew_late_hours constant integer := 2;
  v_unheard_limit constant interval := interval '4 hours';
  v_is_uncertain boolean;
  v_error text;
  v_is_button boolean := v_code is null and v_location_id is null;
  v_is_very_late boolean;
  v_is_unheard boolean := false;
  v_awaits_approval boolean;
  v_act jsonb;
begin
  perform lock_time_entries_of(p_company_id, v_user_id);

  -- In the order of the primary key, which no other index has: a plan made after the empty table was analysed would
  -- otherwise read all scans of the company.
  select s.received_at into v_now from (
    select o.id, o.received_at from scan o
    where o.company_id = p_company_id and o.user_id = v_user_id and o.id >= v_scan_id order by o.id limit 1) s
    where s.id = v_scan_id;
  if found then
    v_answer := with_work_reports(p_company_id, scan_answer(p_company_id, v_user_id, v_scan_id), v_now);
    return case when v_answer is null then '{"error": "scan_too_old"}' else jsonb_build_object('answer', v_answer) end;
  end if;

  -- Deactivated or deleted between the session check and here.
  select * into v_user from users u
    where u.company_id = p_company_id and u.id = v_user_id and u.is_active and u.deleted_at is null;
  if not found then
    return jsonb_build_object('error', 'unauthenticated');
  end if;

  select c.longest_shift_hours, c.late_scan_hours into v_longest_shift_hours, v_late_scan_hours
    from company c where c.id = p_company_id;

  if v_location_id is not null then
    select * into v_location from location l
      where l.company_id = p_company_id and l.id = v_location_id and l.deleted_at is null for share;
    if not found then
      return jsonb_build_object('error', 'not_found');
    end if;
  elsif v_code is not null then
    -- Held against deactivation and deletion, which must not happen between this check and the entry.
    select * into v_location from location l
      where l.company_id = p_company_id and l.qr_code = v_code and l.deleted_at is null for share;
    if not found then
      select * into v_retired from retired_location_code r where r.company_id = p_company_id and r.qr_code = v_code;
      select * into v_location from location l
        where l.company_id = p_company_id and l.id = v_retired.location_id and l.deleted_at is null for share;
      if not found then
        return jsonb_build_object('error', 'location_code_unknown');
      end if;
    end if;
  end if;
  if not v_location.is_active then
    return jsonb_build_object('error', 'location_inactive');
  end if;

  -- Entries never overlap, so the one that began last is the open one, if any is.
  select * into v_last from time_entry e
    where e.company_id = p_company_id and e.user_id = v_user_id
    order by e.check_in desc, e.check_out desc nulls first limit 1;
  v_is_open := v_last.id is not null and v_last.check_out is null;
  v_last_event := coalesce(v_last.check_out, v_last.check_in, '-infinity');

  v_now := date_trunc('milliseconds', coalesce((p_scan ->> 'now')::timestamptz, clock_timestamp()));
  select i.at, i.is_uncertain, i.error into v_at, v_is_uncertain, v_error
    from scan_instant(v_scanned_at, v_device_at, v_device_now, v_now, v_last_event, (p_scan ->> 'isUncertain')::boolean) i;
  if v_error is not null then
    return jsonb_build_object('error', v_error);
  end if;

  if v_at >= v_retired.retired_at then
    return jsonb_build_object('error', 'location_code_retired');
  end if;
  if v_rotating_code is not null then
    -- A phone whose clock was wrong when it read the code has sent by how much, so that instant counts as well.
    if not is_rotating_code_valid(v_location.rotating_secret, v_rotating_code, v_at)
      and not (not v_is_uncertain and is_rotating_code_valid(v_location.rotating_secret, v_rotating_code,
        coalesce(v_device_at + (v_now - v_device_now), v_at))) then
      return jsonb_build_object('error', 'rotating_code_expired');
    end if;
  elsif v_code is not null and v_at >= v_location.rotating_code_required_at then
    return jsonb_build_object('error', 'rotating_code_required');
  end if;
  if v_scanned_at is not null and (v_at < v_user.created_at or v_at < v_location.created_at) then
    return jsonb_build_object('error', 'scan_too_old');
  end if;

  v_is_overlong := v_is_open and needs_attention(v_last.check_in, null, v_at, v_longest_shift_hours);
  if v_is_overlong and v_left_entry_id = v_last.id then
    if v_left_at <= v_last.check_in then
      return jsonb_build_object('error', 'left_before_check_in');
    end if;
    -- As MAX_STATED_HOURS of domain/shifts.ts.
    if v_left_at > v_last.check_in + interval '24 hours' then
      return jsonb_build_object('error', 'left_beyond_longest_shift');
    end if;
    if v_left_at > v_at then
      return jsonb_build_object('error', 'left_in_future');
    end if;
    -- Nobody leaves and checks in again at once: who says that they left just now is leaving by this scan.
    v_is_leaving := not v_is_button and v_left_at >= v_at - interval '2 minutes';
    v_is_missing := not v_is_leaving;
  -- As LEAVING_GRACE_HOURS of domain/shifts.ts.
  elsif v_is_overlong and needs_attention(v_last.check_in, null, v_at, v_longest_shift_hours + 2) then
    return jsonb_build_object('error', 'check_out_missing');
  elsif v_left_entry_id is not null and (v_is_button or (v_is_open and v_left_entry_id = v_last.id)) then
    return jsonb_build_object('error', 'check_out_not_missing');
  end if;
  if v_last.location_id = v_location.id and v_at < v_last_event + make_interval(secs => v_asks_within_s) then
    return jsonb_build_object('error', 'scan_repeated');
  end if;

  v_action := case
    when v_is_missing and not v_is_button then 'check-in'
    when v_is_open and (v_is_button or v_is_leaving or v_last.location_id = v_location.id) then 'check-out'
    when v_is_open then 'location-switch'
    else 'check-in'
  end;
  -- Who says that they leave by this very scan had been shown a check-in before they said so.
  if v_expected_action <> v_action and not v_is_leaving then
    return jsonb_build_object('error', 'scan_contradicts');
  end if;
  if v_action = 'check-in' and v_is_button then
    return jsonb_build_object('error', 'not_checked_in');
  end if;
  if v_action <> 'check-out' and v_may_check_in is not true then
    return jsonb_build_object('error', 'subscription_required');
  end if;
  -- As MAX_ENTRIES_A_DAY of domain/shifts.ts. A check-out begins no entry and is never refused for it.
  if v_action <> 'check-out' and v_last.check_in >= v_at - interval '24 hours'
    and (select count(*) from (select from time_entry e
      where e.company_id = p_company_id and e.user_id = v_user_id and e.check_in >= v_at - interval '24 hours'
      limit 200) d) = 200 then
    return jsonb_build_object('error', 'entry_limit');
  end if;

  -- Only a scan with a time of its own can be late.
  v_is_very_late := v_at < v_now - make_interval(
    hours => case when v_made_by is null then v_late_scan_hours else least(v_late_scan_hours, v_crew_late_hours) end);
  -- A kiosk often knows nobody's state: there it matters only after an earlier scan of the person was refused.
  v_awaits_approval := v_is_very_late or v_is_uncertain or (v_is_state_unknown and (v_kiosk_id is null or exists (
      select from refused_scan r where r.company_id = p_company_id and r.user_id = v_user_id and r.settled_at is null
        and r.scanned_at < v_at and r.scanned_at > v_at - interval '18 hours')))
    or (v_at < v_now - v_late_after and v_last.check_in_source = 'offline'
    and v_last.check_in < v_last.created_at - v_late_after);

  v_act := jsonb_build_object('at', v_now, 'actorId', coalesce(v_made_by, v_user_id), 'kind', 'scan', 'why',
    '{"deviceAt":' || coalesce('"' || iso_instant(v_device_at) || '"', 'null')
    || ',"deviceNow":' || coalesce('"' || iso_instant(v_device_now) || '"', 'null')
    || coalesce(',"kioskId":"' || v_kiosk_id || '"', '') || ',"scanId":"' || v_scan_id
    || '","scannedAt":' || coalesce('"' || iso_instant(v_scanned_at) || '"', 'null') || '}');
  if v_is_open then
    perform set_for_transaction('maina.act',
      (case when v_is_missing then v_act || '{"kind": "estimated-end"}' else v_act end)::text);
    if v_is_missing then
      update time_entry e set check_out = v_left_at, check_out_source = 'estimate', approval = 'pending'
        where e.company_id = p_company_id and e.id = v_last.id
        returning * into v_closed;
      -- It may await approval already, since its check-in came late.
      delete from correction_request r
        where r.company_id = p_company_id and r.time_entry_id = v_last.id and r.status = 'pending' and r.kind = 'late';
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_out, created_at)
        values (p_company_id, gen_random_uuid(), v_user_id, 'estimate', v_last.id, v_left_at, v_now);
    else
      update time_entry e set check_out = v_at, check_out_source = v_source,
          approval = case when v_is_overlong or v_awaits_approval then 'pending' else e.approval end
        where e.company_id = p_company_id and e.id = v_last.id
        returning * into v_closed;
      -- One request is enough: it may await approval already, since its check-in came late.
      if v_closed.approval = 'pending' and v_last.approval is distinct from 'pending' then
        insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_out, created_at)
          values (p_company_id, gen_random_uuid(), v_user_id,
            case when v_is_overlong then 'overlong' else 'late' end::correction_kind, v_last.id,
            case when v_is_overlong then v_at end, v_now);
      end if;
    end if;
    select * into v_last_location from location l
      where l.company_id = p_company_id and l.id = v_last.location_id;
  end if;
  if v_action = 'check-out' then
    v_entry := v_closed;
    v_location := v_last_location;
  else
    -- Hours that a late check-in claims were over before anybody heard of them, whenever the check-out arrives. Several
    -- such check-ins of one day are one claim; the next day's are another, also if they are a little earlier. A kiosk's and a manager's phone are not the person's own.
    if v_at < v_now - v_late_after and v_kiosk_id is null and v_made_by is null then
      select v_now - v_at + coalesce(sum(least(e.created_at, e.check_out) - e.check_in), interval '0') > v_unheard_limit
        into v_is_unheard from time_entry e
        where e.company_id = p_company_id and e.user_id = v_user_id and e.check_in > v_at - interval '18 hours'
          and e.check_in_source = 'offline' and e.approval is null;
    end if;
    perform set_for_transaction('maina.act', v_act::text);
    insert into time_entry (company_id, id, user_id, location_id, check_in, check_in_source, approval, created_at)
      values (p_company_id, (p_scan ->> 'entryId')::uuid, v_user_id, v_location.id, v_at, v_source,
        case when v_is_very_late or v_is_unheard or v_is_uncertain then 'pending'::approval_status end, v_now)
      returning * into v_entry;
    if v_entry.approval = 'pending' then
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, created_at)
        values (p_company_id, gen_random_uuid(), v_user_id, 'late', v_entry.id, v_now);
    end if;
  end if;

  v_answer := jsonb_build_object(
    'action', v_action,
    'location', jsonb_build_object('id', v_location.id, 'name', v_location.name),
    'timeEntry', time_entry_json(v_entry.id, v_entry.user_id, v_entry.location_id, v_entry.check_in, v_entry.check_out,
      v_entry.check_in_source, v_entry.check_out_source, v_entry.total_hours, v_entry.approval, v_entry.is_corrected,
      v_entry.created_at, needs_attention(v_entry.check_in, v_entry.check_out, v_now, v_longest_shift_hours),
      v_location.name, v_user.first_name, v_user.last_name));
  if v_is_open and v_action <> 'check-out' then
    v_answer := v_answer || jsonb_build_object('closedEntry',
      time_entry_json(v_closed.id, v_closed.user_id, v_closed.location_id, v_closed.check_in, v_closed.check_out,
        v_closed.check_in_source, v_closed.check_out_source, v_closed.total_hours, v_closed.approval, v_closed.is_corrected,
        v_closed.created_at, needs_attention(v_closed.check_in, v_closed.check_out, v_now, v_longest_shift_hours),
        v_last_location.name, v_user.first_name, v_user.last_name));
  end if;

  insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, scanned_at,
                    device_at, device_now, is_uncertain, received_at, closed_entry_id, kiosk_id, made_by, device_id,
                    code_form)
    values (p_company_id, v_user_id, v_scan_id, v_location.id, v_entry.id, v_action, v_source, v_at,
            v_scanned_at, v_device_at, v_device_now, v_is_uncertain, v_now,
            case when v_action <> 'check-out' then v_closed.id end, v_kiosk_id, v_made_by,
            decode(p_scan ->> 'deviceId', 'hex'), v_code_form);
  -- It may have been refused before, and what was wrong has been put right.
  delete from refused_scan r where r.company_id = p_company_id and r.user_id = v_user_id and r.scan_id = v_scan_id;
  return jsonb_build_object('answer', with_work_reports(p_company_id, v_answer, v_now));
end $$;
