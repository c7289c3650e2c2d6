-- When the words of a transcript change, so do those of every library item that has the whole of it.
CREATE OR REPLACE FUNCTION transcript_copy_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO library_item_text (library_item_id, user_id, created_at, tokens)
    SELECT e.id, e.user_id, e.created_at, NEW.tokens || coalesce(e.title_tokens, ''::tsvector)
    FROM library_item e WHERE e.transcript_id = NEW.id AND e.covered_ms IS NULL
    ON CONFLICT (library_item_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transcript_copy_tokens AFTER UPDATE OF tokens ON transcript FOR EACH ROW
WHEN (NEW.tokens IS NOT NULL AND OLD.tokens IS DISTINCT FROM NEW.tokens)
EXECUTE FUNCTION transcript_copy_tokens();
