-- DropIndex
DROP INDEX "transcript_media_id_requested_lang_key";

-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "author" TEXT,
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "thumbnail_url" TEXT,
ADD COLUMN     "title" TEXT,
ADD COLUMN     "title_tokens" tsvector;

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "origin" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "transcript_media_id_requested_lang_origin_key" ON "transcript"("media_id", "requested_lang", "origin");

-- The words of an entry's own title are found with those of its text. Those of an entry that has a part only are its own.
CREATE OR REPLACE FUNCTION entry_take_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.transcript_id IS NULL OR NEW.covered_ms IS NOT NULL THEN
        DELETE FROM entry_text WHERE entry_id = NEW.id;
        RETURN NULL;
    END IF;
    INSERT INTO entry_text (entry_id, user_id, created_at, tokens)
    SELECT NEW.id, NEW.user_id, NEW.created_at, t.tokens || coalesce(NEW.title_tokens, ''::tsvector)
    FROM transcript t WHERE t.id = NEW.transcript_id AND t.tokens IS NOT NULL
    ON CONFLICT (entry_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE TRIGGER entry_take_title AFTER UPDATE OF title_tokens ON "entry" FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL AND NEW.covered_ms IS NULL AND OLD.title_tokens IS DISTINCT FROM NEW.title_tokens)
EXECUTE FUNCTION entry_take_words();

CREATE OR REPLACE FUNCTION transcript_give_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO entry_text (entry_id, user_id, created_at, tokens)
    SELECT e.id, e.user_id, e.created_at, NEW.tokens || coalesce(e.title_tokens, ''::tsvector)
    FROM entry e WHERE e.transcript_id = NEW.id AND e.covered_ms IS NULL
    ON CONFLICT (entry_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

-- Until now what any feed said of a recording was everybody's, and nobody knows any more which feed it was. Whoever has it
-- keeps it; nobody else is given it.
UPDATE "entry" e SET title = m.title, author = m.author, thumbnail_url = m.thumbnail_url, published_at = m.published_at
FROM "media" m WHERE m.id = e.media_id AND m.platform = 'podcast';

UPDATE "media" SET title = NULL, author = NULL, thumbnail_url = NULL, published_at = NULL WHERE platform = 'podcast';

-- No request asks for this origin: only the entries that lead to these texts do.
UPDATE "transcript" t SET origin = 'unproven'
FROM "media" m WHERE m.id = t.media_id AND m.platform = 'podcast' AND t.source <> 'speech_to_text';

-- The words of those titles go out of the words of the texts.
INSERT INTO "unindexed_text" (transcript_id)
SELECT t.id FROM "transcript" t JOIN "media" m ON m.id = t.media_id WHERE m.platform = 'podcast'
ON CONFLICT DO NOTHING;

-- A length that only a feed has told is not known yet.
UPDATE "job" j SET duration_ms = NULL FROM "media" m
WHERE m.id = j.media_id AND m.platform = 'podcast' AND j.finished_at IS NULL AND j.from_ms = 0
  AND NOT EXISTS (SELECT FROM "piece" p WHERE p.job_id = j.id);
