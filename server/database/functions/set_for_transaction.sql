-- Sets a setting of ours until the transaction ends. By a statement, which Citus, told so, sends to the nodes that take part
-- in the transaction, where triggers read it.
create function set_for_transaction(p_name text, p_value text) returns void language plpgsql volatile as $$
begin
  perform set_config('citus.propagate_set_commands', 'local', true);
  execute format('set local %s = %L', p_name, p_value);
end $$;
