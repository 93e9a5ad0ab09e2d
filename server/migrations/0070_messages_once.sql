-- What the sender's device named the message: sent again after an answer that got lost, it is still one message.
alter table message add column client_message_id uuid;
create unique index message_client_key on message (company_id, sender_id, client_message_id);
