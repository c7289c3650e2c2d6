-- A removed library item may have been the last with its texts: a durable function checks.
CREATE OR REPLACE FUNCTION library_item_record_left_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang)
    SELECT DISTINCT media_id, unnest(array_append(also_requested, requested_lang)) FROM gone;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_record_left_texts AFTER DELETE ON library_item REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION library_item_record_left_texts();
