-- A caller who leaves a job no longer waits for it: their library item says so.
CREATE OR REPLACE FUNCTION job_caller_update_library_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE id = NEW.library_item_id AND job_id = NEW.job_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER job_caller_update_library_item AFTER UPDATE OF left_at ON job_caller FOR EACH ROW
WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at)
EXECUTE FUNCTION job_caller_update_library_item();
