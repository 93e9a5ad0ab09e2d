-- What an approved month says: its figures, its days and the facts that are printed with them (work-rules.md §7). Kept when
-- the month is unlocked.
create table month_seal (
  company_id uuid not null,
  -- Of the approval.
  id uuid not null,
  content jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, id) references month_approval (company_id, id) on delete cascade
);
