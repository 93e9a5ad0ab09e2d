alter table company
  -- Whether managers are mailed who has not come to a planned shift.
  add column sends_not_here boolean not null default true;
alter table schedule_day
  -- When managers were mailed that the person had not come on this date.
  add column not_here_mailed_at timestamptz;
