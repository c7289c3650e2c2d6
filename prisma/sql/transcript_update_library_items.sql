-- The lengths of a library item follow its transcript. Setting transcript_id to itself runs library_item_derive.
CREATE OR REPLACE FUNCTION transcript_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET transcript_id = transcript_id WHERE transcript_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transcript_update_library_items AFTER UPDATE OF covered_ms, total_ms ON transcript FOR EACH ROW
WHEN (OLD.covered_ms IS DISTINCT FROM NEW.covered_ms OR OLD.total_ms IS DISTINCT FROM NEW.total_ms)
EXECUTE FUNCTION transcript_update_library_items();
