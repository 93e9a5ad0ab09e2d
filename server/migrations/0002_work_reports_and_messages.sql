alter table work_report add column corrected_at timestamptz;
create index work_report_user_idx on work_report (company_id, user_id, id desc);

-- What a work report said before a correction, who changed it and when.
create table work_report_correction (
  company_id uuid not null,
  id uuid not null,
  work_report_id uuid not null,
  author_id uuid not null,
  units text not null,
  quantity numeric(12, 2) not null,
  description text not null,
  general_notes text,
  corrected_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, work_report_id) references work_report (company_id, id),
  foreign key (company_id, author_id) references users (company_id, id)
);
create index work_report_correction_idx on work_report_correction (company_id, work_report_id);

create table message (
  company_id uuid not null references company (id),
  -- Version 7: the order of ids is the order of sending.
  id uuid not null,
  sender_id uuid not null,
  -- Both null: everyone in the company.
  recipient_id uuid,
  location_id uuid,
  subject text not null,
  content text not null,
  is_announcement boolean not null default false,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, sender_id) references users (company_id, id),
  foreign key (company_id, recipient_id) references users (company_id, id),
  foreign key (company_id, location_id) references location (company_id, id),
  check (recipient_id is null or location_id is null)
);
create index message_location_idx on message (company_id, location_id, created_at) where location_id is not null;

-- Whom a message reaches, and who has read it. Written when it is sent, so that counting what is unread costs no more
-- in a company with many messages.
create table message_recipient (
  company_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  -- False for an administrator who opened a message that was sent to others.
  is_addressed boolean not null default true,
  read_at timestamptz,
  primary key (company_id, user_id, message_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references message (company_id, id) on delete cascade
);
create index message_recipient_message_idx on message_recipient (company_id, message_id);
create index message_recipient_unread_idx on message_recipient (company_id, user_id)
  where read_at is null and is_addressed;

-- A message to a location reaches whoever has a time entry there from 30 days before it was sent onwards
-- (decisions.md §6): those at the time of sending are written by the sender, those who come later by this. Whoever was
-- here before has been given all that was sent until 30 days after that.
create function deliver_location_messages() returns trigger
  language plpgsql as $$
declare
  v_known_until timestamptz;
begin
  if not exists (select from message m where m.company_id = new.company_id and m.location_id = new.location_id) then
    return null;
  end if;
  select coalesce(e.check_out, 'infinity') + interval '30 days' into v_known_until from time_entry e
    where e.company_id = new.company_id and e.user_id = new.user_id and e.location_id = new.location_id
      and e.id <> new.id
    order by e.check_in desc limit 1;
  insert into message_recipient (company_id, user_id, message_id)
    select m.company_id, new.user_id, m.id from message m
      where m.company_id = new.company_id and m.location_id = new.location_id and m.sender_id <> new.user_id
        and m.created_at > coalesce(v_known_until, '-infinity')
        and m.created_at <= coalesce(new.check_out, 'infinity') + interval '30 days'
    on conflict do nothing;
  return null;
end $$;

create trigger time_entry_deliver_messages after insert on time_entry
  for each row execute function deliver_location_messages();
