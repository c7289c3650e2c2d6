-- Library items are counted by user, platform and state. Each change is a separate row, so that no transaction waits for another
-- one to count; a durable function adds them up.
CREATE OR REPLACE FUNCTION library_item_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO library_item_tally_change (user_id, platform, state, change)
        SELECT OLD.user_id, OLD.platform, OLD.state, -1 WHERE EXISTS (SELECT FROM users WHERE id = OLD.user_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO library_item_tally_change (user_id, platform, state, change)
        VALUES (NEW.user_id, NEW.platform, NEW.state, 1);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_count AFTER INSERT OR DELETE ON library_item FOR EACH ROW
EXECUTE FUNCTION library_item_count();

CREATE OR REPLACE TRIGGER library_item_count_updated AFTER UPDATE ON library_item FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION library_item_count();
