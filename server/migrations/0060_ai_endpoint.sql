-- A company's own language model, asked in place of the operator's.
create table ai_endpoint (
  company_id uuid primary key references company (id) on delete cascade,
  is_on boolean not null,
  base_url text not null,
  model text not null,
  -- Encrypted with the key of the installation, which is not in the database, and bound to base_url; null: it takes none.
  api_key bytea
);
