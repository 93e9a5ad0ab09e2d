-- Returns the viewer of a session that has not ended, {viewer: …, expiresAt}, else null. A function keeps its plan,
-- and planning these joins anew took as long as recording a scan. Index pages count as nearly free: a plan made while a table
-- was nearly empty would otherwise go on reading all of it.
create function find_viewer(p_company_id uuid, p_token_hash bytea, p_now timestamptz) returns jsonb
  language plpgsql stable set jit = off set random_page_cost = 0.01 as $$
begin
  return (
    select jsonb_build_object('expiresAt', iso_instant(s.expires_at), 'isFromSso', s.sso_id is not null, 'viewer', jsonb_build_object(
      'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'isOwner', u.is_owner, 'email', u.email,
      'locationIds', case when u.role = 'manager' then (
        select coalesce(jsonb_agg(m.location_id), '[]') from user_location m
        join location l on l.company_id = m.company_id and l.id = m.location_id
        where m.company_id = u.company_id and m.user_id = u.id and l.deleted_at is null) else '[]' end,
      'firstName', u.first_name, 'lastName', u.last_name, -- Single sign-on does not know the password that has to be changed.
      'mustChangePassword', u.must_change_password and s.sso_id is null,
      'hasPassword', u.password_hash is not null, 'hasPin', u.pin_hash is not null, 'isFromPin', s.from_pin,
      -- Told for 30 days in each session, until it is put away there.
      'notice', case when u.noticed_at > greatest(s.notice_seen_at, p_now - interval '30 days')
        then jsonb_build_object('change', u.notice, 'at', iso_instant(u.noticed_at)) end, 'personalNumber', u.personal_number,
      'language', coalesce(u.language, c.language),
      'companyName', c.name, 'companyCode', c.code, 'companyIsConfirmed', c.confirmed_at is not null, 'companyLanguage', c.language, 'timeZone', c.timezone,
      'longestShiftHours', c.longest_shift_hours,
      'subscription', jsonb_build_object(
        'plan', c.subscription_plan, 'status', c.subscription_status,
        'trialEndsAt', iso_instant(c.trial_ends_at), 'currentPeriodEnd', iso_instant(c.current_period_end),
        'cancelAtPeriodEnd', c.cancel_at_period_end)))
    from session s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join company c on c.id = s.company_id
    where s.company_id = p_company_id and s.token_hash = p_token_hash and s.expires_at > p_now
      and u.is_active and u.deleted_at is null and c.deletion_due_at is null);
end $$;
