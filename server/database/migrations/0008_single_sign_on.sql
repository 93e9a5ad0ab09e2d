-- The OpenID Connect provider with which a company's people sign in (docs/decisions/0075-single-sign-on.md).
create table single_sign_on (
  company_id uuid not null references company (id),
  -- Another one after each change of provider or client: what was begun or opened with it ends then.
  id uuid not null,
  provider text not null check (provider in ('google', 'microsoft', 'other')),
  issuer text not null,
  client_id text not null,
  -- Encrypted with the key of the installation, which is not in the database, and bound to the row's id.
  client_secret bytea not null,
  set_by uuid not null,
  primary key (company_id),
  unique (company_id, id),
  foreign key (company_id, set_by) references users (company_id, id)
);

-- The session began with a sign-in at this provider, and ends with its row.
alter table session
  add column sso_id uuid,
  add foreign key (company_id, sso_id) references single_sign_on (company_id, id) on delete cascade;
create index session_sso_idx on session (company_id, sso_id) where sso_id is not null;
