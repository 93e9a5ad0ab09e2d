-- POST requests that were sent with an `Idempotency-Key`, for 24 hours (docs/decisions/0077-requests-sent-again.md).
create table idempotent_request (
  company_id uuid not null references company (id),
  -- Keyed hashes: of the caller and the key, and of what was asked.
  key text not null,
  request text not null,
  -- Encrypted with the key of the installation. Null: it is being handled, or its outcome is not known.
  answer bytea,
  expires_at timestamptz not null,
  primary key (company_id, key)
);
create index idempotent_request_expires_idx on idempotent_request (expires_at);
