-- By them the daily job finds what has expired, in a table with a row for each device of each person.
create index session_expires_at_idx on session (expires_at);
create index password_reset_token_expires_at_idx on password_reset_token (expires_at);
