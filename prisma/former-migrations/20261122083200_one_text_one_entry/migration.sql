-- DropIndex
DROP INDEX "entry_user_id_media_id_requested_lang_key";

-- DropIndex
DROP INDEX "transcript_media_id_requested_lang_origin_key";

-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "also_requested" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "lang_told" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN     "lang_told" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "requested_lang" TEXT;

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "also_requested" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "edition" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lang_told" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "original" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "former_slug" (
    "slug" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "former_slug_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "former_entry" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,

    CONSTRAINT "former_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "former_slug_entry_id_idx" ON "former_slug"("entry_id");

-- CreateIndex
CREATE INDEX "former_slug_withdrawn_at_idx" ON "former_slug"("withdrawn_at");

-- CreateIndex
CREATE INDEX "former_entry_entry_id_idx" ON "former_entry"("entry_id");

-- CreateIndex
CREATE INDEX "entry_user_id_media_id_idx" ON "entry"("user_id", "media_id");

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_entry" ADD CONSTRAINT "former_entry_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was said of a text's language to who asked for one is said when it is read, to whoever asks.
UPDATE "transcript" SET
    "original" = "source" = 'speech_to_text' OR "warnings"::text LIKE '%the original %'
                 OR NOT "warnings"::text LIKE '%"language_fallback"%',
    "lang_told" = "source" = 'speech_to_text' AND "requested_lang" <> 'auto',
    "warnings" = (SELECT coalesce(json_agg(w), '[]'::json) FROM json_array_elements("warnings") w
                  WHERE w ->> 'code' <> 'language_fallback');

UPDATE "job" SET "lang_told" = "lang_hint" IS NOT NULL;

-- Texts of one recording that are the same become one, the oldest: en, en-GB and auto led to three copies of it.
CREATE TEMPORARY TABLE "text_merge" AS
SELECT id AS old_id, first_value(id) OVER same AS new_id, requested_lang
FROM (SELECT id, media_id, origin, requested_lang, lang, source, engine_name, complete, covered_ms, created_at,
             md5(segments::text) AS digest FROM "transcript") t
WINDOW same AS (PARTITION BY media_id, origin, source, lang, engine_name, complete, covered_ms, digest ORDER BY created_at, id);

DELETE FROM "text_merge" m WHERE m.old_id = m.new_id;
CREATE INDEX ON "text_merge" (old_id);

UPDATE "transcript" t SET "also_requested" = m.langs
FROM (SELECT new_id, array_agg(requested_lang ORDER BY requested_lang) AS langs FROM "text_merge" GROUP BY new_id) m
WHERE t.id = m.new_id;

-- A user's entries that lead to what is one text now become one, the oldest.
CREATE TEMPORARY TABLE "entry_merge" AS
SELECT e.id AS old_id, e.user_id, e.requested_lang, e.covered_ms, e.job_id,
       first_value(e.id) OVER same AS new_id, coalesce(m.new_id, e.transcript_id) AS transcript_id
FROM "entry" e LEFT JOIN "text_merge" m ON m.old_id = e.transcript_id
WHERE e.transcript_id IS NOT NULL
WINDOW same AS (PARTITION BY e.user_id, coalesce(m.new_id, e.transcript_id) ORDER BY e.created_at, e.id);

CREATE INDEX ON "entry_merge" (new_id);
DELETE FROM "entry_merge" m WHERE NOT EXISTS (SELECT FROM "entry_merge" o WHERE o.new_id = m.new_id AND o.old_id <> o.new_id);

-- One page stays, the oldest of them, or one that the operator has taken down; the addresses of the others lead to it.
CREATE TEMPORARY TABLE "page_merge" AS
SELECT p.slug, p.user_id, m.new_id AS entry_id, row_number() OVER (PARTITION BY m.new_id ORDER BY p.taken_down_at IS NULL, p.created_at, p.slug) AS place
FROM "publication" p JOIN "entry_merge" m ON m.old_id = p.entry_id;

DELETE FROM "publication" p USING "page_merge" m WHERE p.slug = m.slug AND m.place > 1;
UPDATE "publication" p SET "entry_id" = m.entry_id FROM "page_merge" m WHERE p.slug = m.slug AND m.place = 1;
INSERT INTO "former_slug" ("slug", "user_id", "entry_id") SELECT slug, user_id, entry_id FROM "page_merge" WHERE place > 1;

UPDATE "job_caller" c SET "entry_id" = m.new_id FROM "entry_merge" m WHERE c.entry_id = m.old_id AND m.old_id <> m.new_id;
UPDATE "import_item" i SET "entry_id" = m.new_id FROM "entry_merge" m WHERE i.entry_id = m.old_id AND m.old_id <> m.new_id;
INSERT INTO "former_entry" ("id", "user_id", "entry_id")
SELECT old_id, user_id, new_id FROM "entry_merge" WHERE old_id <> new_id;

DELETE FROM "entry" e USING "entry_merge" m WHERE e.id = m.old_id AND m.old_id <> m.new_id;

UPDATE "entry" e SET
    "transcript_id" = m.transcript_id,
    "covered_ms" = m.covered_ms,
    "job_id" = coalesce(e.job_id, m.job_id),
    "also_requested" = m.langs
FROM (SELECT new_id, (array_agg(transcript_id))[1] AS transcript_id,
             CASE WHEN bool_or(covered_ms IS NULL) THEN NULL ELSE max(covered_ms) END AS covered_ms,
             (array_agg(job_id) FILTER (WHERE job_id IS NOT NULL))[1] AS job_id,
             coalesce(array_agg(requested_lang ORDER BY requested_lang) FILTER (WHERE old_id <> new_id), '{}') AS langs
      FROM "entry_merge" GROUP BY new_id) m
WHERE e.id = m.new_id;

UPDATE "entry" e SET "transcript_id" = m.new_id FROM "text_merge" m WHERE e.transcript_id = m.old_id;
UPDATE "job" j SET "transcript_id" = m.new_id FROM "text_merge" m WHERE j.transcript_id = m.old_id;
DELETE FROM "transcript" t USING "text_merge" m WHERE t.id = m.old_id;

-- Texts of one kind that differ stay, each for those who have it.
UPDATE "transcript" t SET "edition" = n.place - 1
FROM (SELECT id, row_number() OVER (PARTITION BY media_id, origin, source, lang ORDER BY complete DESC, changed_at DESC, id) AS place
      FROM "transcript") n
WHERE n.id = t.id AND n.place > 1;

DROP TABLE "text_merge", "entry_merge", "page_merge";

-- CreateIndex
CREATE UNIQUE INDEX "entry_user_id_transcript_id_key" ON "entry"("user_id", "transcript_id");

-- CreateIndex
CREATE UNIQUE INDEX "transcript_media_id_origin_source_lang_edition_key" ON "transcript"("media_id", "origin", "source", "lang", "edition") NULLS NOT DISTINCT;

-- Whatever removes entries, what they led to may be nobody's then: for each of the languages that they were asked for in.
CREATE OR REPLACE FUNCTION entries_leave_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang)
    SELECT DISTINCT media_id, unnest(array_append(also_requested, requested_lang)) FROM gone;
    RETURN NULL;
END $$;
