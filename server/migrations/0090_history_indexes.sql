-- Lists of one month, of one person or of the latest requests, in companies with years of history.
create index month_approval_month_idx on month_approval (company_id, month) where unlocked_at is null;
create index month_approval_user_idx on month_approval (company_id, user_id, approved_at desc);
create index month_answer_month_idx on month_answer (company_id, month);
create index correction_request_created_idx on correction_request (company_id, created_at desc, id desc);
-- What people did to others' records: few, since scans and other acts about oneself are not among them.
create index ledger_record_acts_idx on ledger_record (company_id, actor_id) where user_id is distinct from actor_id;
-- Finds a reader's row of a message without reading those of all its other readers.
drop index message_recipient_message_idx;
create index message_recipient_message_idx on message_recipient (company_id, message_id, user_id);
