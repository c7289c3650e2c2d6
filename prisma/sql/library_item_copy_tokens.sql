-- The words of a transcript, and of the library item's own title, are kept with each library item that leads to it. A library
-- item with only a part of the transcript keeps the words of that part, which are not written here.
CREATE OR REPLACE FUNCTION library_item_copy_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.transcript_id IS NULL OR NEW.covered_ms IS NOT NULL THEN
        DELETE FROM library_item_text WHERE library_item_id = NEW.id;
        RETURN NULL;
    END IF;
    INSERT INTO library_item_text (library_item_id, user_id, created_at, tokens)
    SELECT NEW.id, NEW.user_id, NEW.created_at, t.tokens || coalesce(NEW.title_tokens, ''::tsvector)
    FROM transcript t WHERE t.id = NEW.transcript_id AND t.tokens IS NOT NULL
    ON CONFLICT (library_item_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_copy_tokens_inserted AFTER INSERT ON library_item FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL)
EXECUTE FUNCTION library_item_copy_tokens();

CREATE OR REPLACE TRIGGER library_item_copy_tokens_updated AFTER UPDATE OF transcript_id, covered_ms ON library_item
FOR EACH ROW
WHEN (OLD.transcript_id IS DISTINCT FROM NEW.transcript_id OR OLD.covered_ms IS DISTINCT FROM NEW.covered_ms)
EXECUTE FUNCTION library_item_copy_tokens();

CREATE OR REPLACE TRIGGER library_item_copy_title_tokens AFTER UPDATE OF title_tokens ON library_item FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL AND NEW.covered_ms IS NULL AND OLD.title_tokens IS DISTINCT FROM NEW.title_tokens)
EXECUTE FUNCTION library_item_copy_tokens();
