-- Keeps what is told on the screens of a person without an e-mail address: the last change of how the account is opened.
create function tell_person(p_company_id uuid, p_user_id uuid, p_change text, p_at timestamptz) returns void
  language sql volatile as $$
  update users set notice = p_change, noticed_at = p_at where company_id = p_company_id and id = p_user_id;
$$;
