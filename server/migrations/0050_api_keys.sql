-- By it a program reads what is the company's. The key itself is never stored, nor who holds it.
create table api_key (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null,
  -- The first letters of the key, by which people tell their keys apart.
  prefix text not null,
  -- SHA-256.
  key_hash bytea not null unique,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id)
);
create index api_key_created_by_idx on api_key (company_id, created_by);
