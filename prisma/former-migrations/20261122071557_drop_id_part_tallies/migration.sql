-- Ids are read and looked up by a part of them; how many have which part is not counted beforehand any more.
DROP TABLE "id_part";

DROP TABLE "id_part_tally";

-- A change does not need its entry's id any more.
CREATE OR REPLACE FUNCTION entry_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO entry_tally_change (user_id, platform, state, change)
        SELECT OLD.user_id, OLD.platform, OLD.state, -1 WHERE EXISTS (SELECT FROM users WHERE id = OLD.user_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO entry_tally_change (user_id, platform, state, change)
        VALUES (NEW.user_id, NEW.platform, NEW.state, 1);
    END IF;
    RETURN NULL;
END $$;

ALTER TABLE "entry_tally_change" DROP COLUMN "folded_id";
