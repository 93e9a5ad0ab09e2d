-- list_months of everybody, with a plan that the connection keeps: planning takes PostgreSQL longer than adding up a month
-- of 200 people. Index pages count as nearly free: a plan made while a table was nearly empty would otherwise go on reading
-- all of it.
create function list_months_of_all(
  p_company_id uuid, p_months text[], p_previous text[], p_next text[], p_starts timestamptz[], p_ends timestamptz[],
  p_now timestamptz, p_longest_shift_hours integer
) returns table (
  "userId" uuid, "firstName" text, "lastName" text, "nameTag" text, "hasLeft" boolean, month text, "startsAt" timestamptz,
  "endsAt" timestamptz, ms numeric, entries bigint, "openEntries" bigint, estimates bigint, requests bigint,
  "approvedBy" uuid, "approvedAt" timestamptz, "actorIsNew" boolean, "approverFirstName" text, "approverLastName" text,
  "approverNameTag" text, answer month_answer_kind, text text, "answeredAt" timestamptz, "answerMs" bigint
) language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off set random_page_cost = 0.01 as $$
begin
  return query select * from list_months(
    p_company_id, null, p_months, p_previous, p_next, p_starts, p_ends, p_now, p_longest_shift_hours);
end $$;
