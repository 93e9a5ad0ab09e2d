-- The code of a location for the 30 seconds numbered p_step (unix seconds / 30): the first 50 bits of
-- HMAC-SHA-256(secret, step as text) in Crockford's base 32. Without an extension for HMAC: RFC 2104, for keys of up to 64 bytes.
create function rotating_code(p_secret bytea, p_step bigint) returns text language sql immutable strict as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((bits >> (51 - 5 * i)) & 31)::integer, 1), '' order by i)
  from (
    select ('x' || encode(substr(sha256(outer_key || sha256(inner_key || convert_to(p_step::text, 'UTF8'))), 1, 7), 'hex'))
      ::bit(56)::bigint as bits
    from (
      select string_agg(set_byte('\x00', 0, get_byte(block, i) # 54), ''::bytea order by i) as inner_key,
        string_agg(set_byte('\x00', 0, get_byte(block, i) # 92), ''::bytea order by i) as outer_key
      from (select p_secret || decode(repeat('00', 64 - length(p_secret)), 'hex') as block) padded, generate_series(0, 63) i
    ) keys
  ) mac, generate_series(0, 9) i
$$;
