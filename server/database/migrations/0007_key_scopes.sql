-- What an API key may do (contract/policy.ts).
alter table api_key add column scopes text[] not null default '{read}'
  check (scopes <@ array['read', 'people', 'time-entries', 'schedules'] and cardinality(scopes) > 0);
