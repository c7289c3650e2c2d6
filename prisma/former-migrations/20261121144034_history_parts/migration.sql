-- What has not been counted in yet is, so that no change is left that does not know its entry's id.
WITH gone AS (DELETE FROM "entry_tally_change" RETURNING user_id, platform, state, change)
INSERT INTO "entry_tally" (user_id, platform, state, entries)
SELECT user_id, platform, state, sum(change)::int FROM gone GROUP BY user_id, platform, state
ON CONFLICT (user_id, platform, state) DO UPDATE SET entries = entry_tally.entries + excluded.entries;

-- DropIndex
DROP INDEX "entry_user_id_created_at_id_idx";

-- DropIndex
DROP INDEX "entry_user_id_duration_seconds_id_idx";

-- DropIndex
DROP INDEX "entry_user_id_platform_state_created_at_id_idx";

-- DropIndex
DROP INDEX "entry_user_id_platform_state_duration_seconds_id_idx";

-- DropIndex
DROP INDEX "entry_user_id_platform_state_total_seconds_id_idx";

-- DropIndex
DROP INDEX "entry_user_id_total_seconds_id_idx";

-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "folded_id" TEXT NOT NULL DEFAULT '';

-- Before there are indexes of it.
UPDATE "entry" SET folded_id = lower(video_id);

-- AlterTable
ALTER TABLE "entry_tally_change" ADD COLUMN     "folded_id" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "media" ADD COLUMN     "met_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN     "for_import" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "id_part" (
    "user_id" UUID NOT NULL,
    "part" TEXT NOT NULL,

    CONSTRAINT "id_part_pkey" PRIMARY KEY ("user_id","part")
);

-- CreateTable
CREATE TABLE "id_part_tally" (
    "user_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "id_part_tally_pkey" PRIMARY KEY ("user_id","part","platform","state")
);

-- CreateTable
CREATE TABLE "unindexed_text" (
    "transcript_id" UUID NOT NULL,

    CONSTRAINT "unindexed_text_pkey" PRIMARY KEY ("transcript_id")
);

-- CreateTable
CREATE TABLE "left_text" (
    "id" BIGSERIAL NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "left_text_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "left_text_media_id_idx" ON "left_text"("media_id");

-- CreateIndex
CREATE INDEX "entry_user_id_created_at_id_folded_id_idx" ON "entry"("user_id", "created_at", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_user_id_duration_seconds_id_folded_id_idx" ON "entry"("user_id", "duration_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_user_id_total_seconds_id_folded_id_idx" ON "entry"("user_id", "total_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_created_at_id_folded_id_idx" ON "entry"("user_id", "platform", "state", "created_at", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_duration_seconds_id_folded_id_idx" ON "entry"("user_id", "platform", "state", "duration_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_user_id_platform_state_total_seconds_id_folded_id_idx" ON "entry"("user_id", "platform", "state", "total_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "entry_media_id_requested_lang_idx" ON "entry"("media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "job_media_id_requested_lang_idx" ON "job"("media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "job_transcript_id_idx" ON "job"("transcript_id");

-- CreateIndex
CREATE INDEX "job_caller_entry_id_idx" ON "job_caller"("entry_id");

-- CreateIndex
CREATE INDEX "usage_charge_media_id_idx" ON "usage_charge"("media_id");

-- AddForeignKey
ALTER TABLE "id_part" ADD CONSTRAINT "id_part_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "id_part_tally" ADD CONSTRAINT "id_part_tally_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unindexed_text" ADD CONSTRAINT "unindexed_text_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- As before, but for the id in lower case.
CREATE OR REPLACE FUNCTION entry_settle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    running boolean;
    job_ms integer;
    covered_ms integer;
    whole_ms integer;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT m.platform, m.video_id, lower(m.video_id) INTO NEW.platform, NEW.video_id, NEW.folded_id
        FROM media m WHERE m.id = NEW.media_id;
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

CREATE OR REPLACE FUNCTION entry_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO entry_tally_change (user_id, platform, state, folded_id, change)
        SELECT OLD.user_id, OLD.platform, OLD.state, OLD.folded_id, -1
        WHERE EXISTS (SELECT FROM users WHERE id = OLD.user_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO entry_tally_change (user_id, platform, state, folded_id, change)
        VALUES (NEW.user_id, NEW.platform, NEW.state, NEW.folded_id, 1);
    END IF;
    RETURN NULL;
END $$;

-- Whatever removes entries, what they led to may be nobody's then.
CREATE FUNCTION entries_leave_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang) SELECT DISTINCT media_id, requested_lang FROM gone;
    RETURN NULL;
END $$;

CREATE TRIGGER entries_leave_texts AFTER DELETE ON "entry" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION entries_leave_texts();

-- What was left before there was a trace of it, and what was stored before its words were written down.
INSERT INTO "left_text" (media_id, requested_lang)
SELECT t.media_id, t.requested_lang FROM "transcript" t
WHERE NOT EXISTS (SELECT FROM "entry" e WHERE e.media_id = t.media_id AND e.requested_lang = t.requested_lang);

INSERT INTO "unindexed_text" (transcript_id)
SELECT t.id FROM "transcript" t
WHERE t.tokens IS NULL
   OR EXISTS (SELECT FROM "entry" e LEFT JOIN "entry_text" x ON x.entry_id = e.id
              WHERE e.transcript_id = t.id AND e.covered_ms IS NOT NULL AND x.entry_id IS NULL);
