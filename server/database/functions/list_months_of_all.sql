-- list_months of everybody, with a plan that the connection keeps: planning takes PostgreSQL longer than adding up a month
-- of 200 people. Without sequential scans: a plan made while a table was nearly empty would go on reading all of it.
create function list_months_of_all(
  p_company_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamptz[], p_ends timestamptz[],
  p_now timestamptz, p_longest_shift_hours integer
) returns table (
  user_id uuid, first_name text, last_name text, name_tag text, has_left boolean, month text, starts_at timestamptz,
  ends_at timestamptz, ms numeric, entries bigint, open_entries bigint, estimates bigint, requests bigint, approved_by uuid,
  approved_at timestamptz, actor_is_new boolean, approver_first_name text, approver_last_name text,
  approver_name_tag text, answer month_answer_kind, text text, answered_at timestamptz, answer_ms bigint
) language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select * from list_months(
    p_company_id, null, p_months, p_previous, p_next, p_starts, p_ends, p_now, p_longest_shift_hours);
end $$;
