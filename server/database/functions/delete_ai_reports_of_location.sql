-- A location is deleted by marking it, so that reports keep its name; the AI reports about its days go.
create function delete_ai_reports_of_location() returns trigger language plpgsql as $$
begin
  delete from ai_report r where r.company_id = new.company_id and r.location_id = new.id;
  return null;
end $$;
create trigger location_delete_ai_reports after update of deleted_at on location
  for each row when (new.deleted_at is not null) execute function delete_ai_reports_of_location();
