alter table company
  add column cancel_at_period_end boolean not null default false,
  -- When the provider was last asked; the reconciliation asks those again that were not asked for a day.
  add column billing_checked_at timestamptz,
  -- Set when an administrator deleted the company: from then on everything of it may be erased.
  add column deletion_due_at timestamptz,
  add column deletion_token_hash bytea unique,
  -- The deletion cancelled a running subscription, so undoing it resumes that.
  add column resume_on_restore boolean not null default false;
create unique index company_stripe_customer_key on company (stripe_customer_id);
create index company_deletion_due_idx on company (deletion_due_at) where deletion_due_at is not null;

-- What the payment provider told us, each event once. It is a hint to ask the provider, never the truth itself.
create table billing_event (
  id text primary key,
  company_id uuid not null references company (id),
  type text not null,
  received_at timestamptz not null
);
create index billing_event_company_idx on billing_event (company_id);

-- Without it, erasing a company looks through all of its scans for each of its entries: minutes for 20,000.
create index scan_entry_idx on scan (company_id, time_entry_id);

create table trial_reminder (
  company_id uuid not null references company (id),
  -- Calendar days before the day on which the trial ends.
  days_before integer not null,
  sent_at timestamptz not null,
  primary key (company_id, days_before)
);

-- The memory of the sandbox, which plays the payment provider where no money may move.
create type sandbox_status as enum ('incomplete', 'active', 'past_due', 'ended');
create table sandbox_subscription (
  company_id uuid primary key references company (id),
  id text not null,
  plan plan_id not null,
  -- Wanted, but not paid yet.
  pending_plan plan_id,
  status sandbox_status not null,
  client_secret text unique,
  -- False for a card that pays once and is refused from then on.
  card_pays boolean not null default true,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false
);
create table sandbox_invoice (
  company_id uuid not null references company (id),
  id uuid not null,
  plan plan_id not null,
  amount_cents integer not null,
  paid boolean not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);

create or replace function find_viewer(p_token_hash bytea, p_now timestamptz) returns jsonb
  language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('expiresAt', iso_instant(s.expires_at), 'viewer', jsonb_build_object(
      'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'email', u.email,
      'firstName', u.first_name, 'lastName', u.last_name, 'mustChangePassword', u.must_change_password,
      'language', coalesce(u.language, c.language),
      'companyName', c.name, 'companyLanguage', c.language, 'timeZone', c.timezone,
      'subscription', jsonb_build_object(
        'plan', c.subscription_plan, 'status', c.subscription_status,
        'trialEndsAt', iso_instant(c.trial_ends_at), 'currentPeriodEnd', iso_instant(c.current_period_end),
        'cancelAtPeriodEnd', c.cancel_at_period_end)))
    from session s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join company c on c.id = s.company_id
    where s.token_hash = p_token_hash and s.expires_at > p_now and u.is_active and u.deleted_at is null
      and c.deletion_due_at is null);
end $$;

-- Erases a company from every table that has a company_id, those to come included, and the company itself.
-- Tables that others still refer to wait for the next round, so that no order has to be kept by hand.
create function erase_company(p_company_id uuid) returns void language plpgsql volatile as $$
declare
  v_tables text[];
  v_table text;
  v_blocked text[];
begin
  -- The mailbox of developers knows no company.
  delete from dev_mail where recipient in (select email from users where company_id = p_company_id);
  select array_agg(quote_ident(t.table_name)) into v_tables
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'company_id';
  while cardinality(v_tables) > 0 loop
    v_blocked := '{}';
    foreach v_table in array v_tables loop
      begin
        execute format('delete from public.%s where company_id = $1', v_table) using p_company_id;
      exception when foreign_key_violation then
        v_blocked := v_blocked || v_table;
      end;
    end loop;
    if cardinality(v_blocked) = cardinality(v_tables) then
      raise exception 'company % cannot be erased: % hold each other', p_company_id, v_blocked;
    end if;
    v_tables := v_blocked;
  end loop;
  delete from company where id = p_company_id;
end $$;
