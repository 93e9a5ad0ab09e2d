-- Addresses of other programs that are told what happens in the company (docs/decisions/0073-webhooks.md).
create table webhook (
  company_id uuid not null references company (id),
  id uuid not null,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  -- Why the product turned it off: its retries have ended, or the receiver answered 410. Null: on, or turned off by somebody.
  off_reason text check (off_reason in ('failing', 'gone')),
  -- Encrypted with the key of the installation, which is not in the database, and bound to the row.
  secret bytea not null,
  -- The secret before it was rotated, which signs too until the instant.
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  -- Times in a row that nothing was accepted.
  failures integer not null default 0,
  -- Until then a job is at work on it, or it rests after a failure.
  rests_until timestamptz not null,
  primary key (company_id, id),
  check ((old_secret is null) = (old_secret_until is null)),
  check (off_reason is null or not is_on)
);

-- What a webhook is told. Triggers write it in the transaction of the change (tell_webhooks), so that nothing is lost and nothing
-- is told that did not happen. No foreign key: a change must not wait for, or fail by, the deletion of a webhook.
create table webhook_delivery (
  company_id uuid not null,
  -- The message's id for the receiver, the same for each try.
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  -- The order in which things happened to a person.
  seq bigint generated always as identity,
  type text not null,
  -- The person or location; of a test, the webhook.
  about_id uuid not null,
  at timestamptz not null,
  facts jsonb not null,
  -- When it is tried next; null: it was accepted, or is a test.
  due_at timestamptz default '-infinity',
  tries smallint not null default 0,
  -- The last answer: an HTTP status with the beginning of the body, or why there was none.
  tried_at timestamptz,
  status smallint,
  fault text,
  answer text,
  primary key (company_id, id)
);
create index webhook_delivery_seq_idx on webhook_delivery (company_id, webhook_id, seq desc);
create index webhook_delivery_tried_idx on webhook_delivery (company_id, webhook_id, tried_at desc) where tried_at is not null;
create index webhook_delivery_waiting_idx on webhook_delivery (company_id, webhook_id, about_id, seq) where due_at is not null;
