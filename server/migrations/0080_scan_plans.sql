-- Each connection keeps the plans that it made for these functions. Made while a table was nearly empty, they read it from
-- end to end, and went on doing so while it grew by thousands of rows, until the next analyze.
alter function record_scan(
  uuid, uuid, uuid, uuid, text, timestamptz, event_source, boolean, timestamptz, timestamptz, uuid, timestamptz
) set enable_seqscan = off;
alter function find_viewer(bytea, timestamptz) set enable_seqscan = off;
