-- The server's key pair of Web Push (RFC 8292), made at the first start; the private key is encrypted.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key bytea not null
);

-- A browser that shows notifications to whoever is signed in there: it goes with their session.
create table push_subscription (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_hash bytea not null,
  -- The address at the browser's push service, and the browser's keys.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, session_hash) references session (company_id, token_hash) on delete cascade
);
create unique index push_subscription_endpoint_key on push_subscription (company_id, endpoint);
create unique index push_subscription_session_key on push_subscription (company_id, session_hash);
create index push_subscription_user_idx on push_subscription (company_id, user_id);

-- What a person wants to be told; without a row, as for anybody new.
create table push_choice (
  company_id uuid not null,
  user_id uuid not null,
  -- Kinds that are switched off (contract/push.ts).
  off_kinds text[] not null,
  when_off_duty boolean not null,
  shows_details boolean not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- What a person was told, so that it is told once.
create table push_told (
  company_id uuid not null,
  user_id uuid not null,
  key text not null,
  told_at timestamptz not null,
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index push_told_at_idx on push_told (company_id, told_at);

-- Quiet hours, by the company's clock: nobody who is not at work is told anything.
alter table company
  add column quiet_from text not null default '21:00' check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column quiet_to text not null default '06:00' check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
