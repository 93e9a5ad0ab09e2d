-- Its owner ends a session by the id; the token's hash stays with the server. The device as words: "Firefox, Windows".
alter table session add column id uuid not null default gen_random_uuid(), add column device text;

create table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  -- Encrypted with the key of the installation, which is not in the database.
  secret bytea not null,
  -- Of the last code that was taken (RFC 6238 §5.2): none works twice.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

create table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used boolean not null default false,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

create table passkey (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index passkey_user_idx on passkey (company_id, user_id);

-- What a passkey has to sign, once and soon. Whoever adds one is known; who signs in is not.
create table passkey_challenge (
  challenge text primary key,
  company_id uuid,
  user_id uuid,
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index passkey_challenge_expires_at_idx on passkey_challenge (expires_at);
create index passkey_challenge_user_idx on passkey_challenge (company_id, user_id);
