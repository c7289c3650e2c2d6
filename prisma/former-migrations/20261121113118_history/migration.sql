-- Found by a part of an id, and together with its owner. Both come with PostgreSQL, and any owner of a database may add them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- DropIndex
DROP INDEX "entry_user_id_created_at_idx";

-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "duration_seconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "platform" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'in_progress',
ADD COLUMN     "total_seconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "video_id" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "tokens" tsvector;

-- CreateTable
CREATE TABLE "entry_text" (
    "entry_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tokens" tsvector NOT NULL,

    CONSTRAINT "entry_text_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "entry_tally" (
    "user_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "entry_tally_pkey" PRIMARY KEY ("user_id","platform","state")
);

-- CreateTable
CREATE TABLE "entry_tally_change" (
    "id" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "entry_tally_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "entry_text_user_id_created_at_entry_id_idx" ON "entry_text"("user_id", "created_at", "entry_id");

-- CreateIndex
CREATE INDEX "entry_text_user_id_tokens_idx" ON "entry_text" USING GIN ("user_id" uuid_ops, "tokens" tsvector_ops);

-- CreateIndex
CREATE INDEX "entry_tally_change_user_id_idx" ON "entry_tally_change"("user_id");

-- CreateIndex
CREATE INDEX "entry_user_id_created_at_id_idx" ON "entry"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_duration_seconds_id_idx" ON "entry"("user_id", "duration_seconds", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_total_seconds_id_idx" ON "entry"("user_id", "total_seconds", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_created_at_id_idx" ON "entry"("user_id", "platform", "state", "created_at", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_duration_seconds_id_idx" ON "entry"("user_id", "platform", "state", "duration_seconds", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_total_seconds_id_idx" ON "entry"("user_id", "platform", "state", "total_seconds", "id");

-- CreateIndex
CREATE INDEX "entry_user_id_video_id_idx" ON "entry" USING GIN ("user_id" uuid_ops, "video_id" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "entry_transcript_id_idx" ON "entry"("transcript_id");

-- AddForeignKey
ALTER TABLE "entry_text" ADD CONSTRAINT "entry_text_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_tally" ADD CONSTRAINT "entry_tally_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_tally_change" ADD CONSTRAINT "entry_tally_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- How often words are used has to be known well: by it the planner chooses between reading the newest texts and the index.
ALTER TABLE "entry_text" ALTER COLUMN "tokens" SET STATISTICS 1000;

-- What an entry is filtered and sorted by follows from its recording, job and transcript.
CREATE FUNCTION entry_settle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    running boolean;
    job_ms integer;
    covered_ms integer;
    whole_ms integer;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT m.platform, m.video_id INTO NEW.platform, NEW.video_id FROM media m WHERE m.id = NEW.media_id;
    END IF;
    SELECT j.status IN ('queued', 'in_progress') AND c.left_at IS NULL, j.duration_ms INTO running, job_ms
    FROM job j LEFT JOIN job_caller c ON c.job_id = j.id AND c.user_id = NEW.user_id
    WHERE j.id = NEW.job_id;
    SELECT least(NEW.covered_ms, t.covered_ms), t.total_ms INTO covered_ms, whole_ms
    FROM transcript t WHERE t.id = NEW.transcript_id;
    running := coalesce(running, false);
    NEW.state := CASE WHEN running THEN 'in_progress' WHEN whole_ms IS NULL THEN 'error' ELSE 'done' END;
    NEW.total_seconds := ceil(coalesce(whole_ms, job_ms, 0) / 1000.0);
    NEW.duration_seconds := ceil(coalesce(covered_ms, 0) / 1000.0);
    IF running AND TG_OP = 'UPDATE' AND OLD.state = 'in_progress' THEN
        NEW.duration_seconds := greatest(OLD.duration_seconds, NEW.duration_seconds);
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER entry_settle BEFORE INSERT OR UPDATE OF job_id, transcript_id, covered_ms ON "entry"
FOR EACH ROW EXECUTE FUNCTION entry_settle();

CREATE FUNCTION job_settle_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE entry SET job_id = job_id WHERE job_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER job_settle_entries AFTER UPDATE OF status, duration_ms ON "job" FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
EXECUTE FUNCTION job_settle_entries();

CREATE FUNCTION job_caller_settle_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE entry SET job_id = job_id WHERE id = NEW.entry_id AND job_id = NEW.job_id;
    RETURN NULL;
END $$;

CREATE TRIGGER job_caller_settle_entry AFTER UPDATE OF left_at ON "job_caller" FOR EACH ROW
WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at)
EXECUTE FUNCTION job_caller_settle_entry();

CREATE FUNCTION transcript_settle_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE entry SET transcript_id = transcript_id WHERE transcript_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER transcript_settle_entries AFTER UPDATE OF covered_ms, total_ms ON "transcript" FOR EACH ROW
WHEN (OLD.covered_ms IS DISTINCT FROM NEW.covered_ms OR OLD.total_ms IS DISTINCT FROM NEW.total_ms)
EXECUTE FUNCTION transcript_settle_entries();

-- The words of a text stand with each entry that leads to it. Those of an entry that has a part only are its own.
CREATE FUNCTION entry_take_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.transcript_id IS NULL OR NEW.covered_ms IS NOT NULL THEN
        DELETE FROM entry_text WHERE entry_id = NEW.id;
        RETURN NULL;
    END IF;
    INSERT INTO entry_text (entry_id, user_id, created_at, tokens)
    SELECT NEW.id, NEW.user_id, NEW.created_at, t.tokens
    FROM transcript t WHERE t.id = NEW.transcript_id AND t.tokens IS NOT NULL
    ON CONFLICT (entry_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE TRIGGER entry_take_words_inserted AFTER INSERT ON "entry" FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL)
EXECUTE FUNCTION entry_take_words();

CREATE TRIGGER entry_take_words_updated AFTER UPDATE OF transcript_id, covered_ms ON "entry" FOR EACH ROW
WHEN (OLD.transcript_id IS DISTINCT FROM NEW.transcript_id OR OLD.covered_ms IS DISTINCT FROM NEW.covered_ms)
EXECUTE FUNCTION entry_take_words();

CREATE FUNCTION transcript_give_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO entry_text (entry_id, user_id, created_at, tokens)
    SELECT e.id, e.user_id, e.created_at, NEW.tokens
    FROM entry e WHERE e.transcript_id = NEW.id AND e.covered_ms IS NULL
    ON CONFLICT (entry_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE TRIGGER transcript_give_words AFTER UPDATE OF tokens ON "transcript" FOR EACH ROW
WHEN (NEW.tokens IS NOT NULL AND OLD.tokens IS DISTINCT FROM NEW.tokens)
EXECUTE FUNCTION transcript_give_words();

-- What there is already.
UPDATE "entry" e SET platform = m.platform, video_id = m.video_id, job_id = e.job_id FROM "media" m WHERE m.id = e.media_id;

INSERT INTO "entry_tally" (user_id, platform, state, entries)
SELECT user_id, platform, state, count(*) FROM "entry" GROUP BY user_id, platform, state;

-- How many entries there are is counted as they come and go. Of a user who is being deleted nothing is.
CREATE FUNCTION entry_count() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER entry_count AFTER INSERT OR DELETE ON "entry" FOR EACH ROW EXECUTE FUNCTION entry_count();

CREATE TRIGGER entry_count_updated AFTER UPDATE ON "entry" FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION entry_count();
