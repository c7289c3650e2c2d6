-- A library item that leaves the trash without being restored may have been the last with its texts.
CREATE OR REPLACE FUNCTION trashed_item_record_left_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang)
    SELECT DISTINCT media_id, unnest(array_append(also_requested, requested_lang)) FROM gone;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER trashed_item_record_left_texts AFTER DELETE ON trashed_item REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION trashed_item_record_left_texts();
