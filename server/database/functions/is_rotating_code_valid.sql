-- Whether the rotating code is that of the instant, or of the 30 seconds before or after.
create function is_rotating_code_valid(p_secret bytea, p_code text, p_at timestamptz) returns boolean
  language sql immutable strict as $$
  select p_code in (select rotating_code(p_secret, floor(extract(epoch from p_at) / 30)::bigint + d) from generate_series(-1, 1) d)
$$;
