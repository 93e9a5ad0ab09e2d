-- Finds the scans behind the check-ins and check-outs that were made without a signal. Over those only: it costs the
-- others nothing.
create index scan_offline_idx on scan (company_id, user_id, effective_at) where source = 'offline';
