-- State and length of a library item follow its job. Setting job_id to itself runs library_item_derive.
CREATE OR REPLACE FUNCTION job_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE job_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER job_update_library_items AFTER UPDATE OF status, duration_ms ON job FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
EXECUTE FUNCTION job_update_library_items();
