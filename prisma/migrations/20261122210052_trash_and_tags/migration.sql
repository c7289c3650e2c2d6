-- CreateTable
CREATE TABLE "trashed_item" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "also_requested" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "job_id" UUID,
    "covered_ms" INTEGER,
    "transcript_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT,
    "author" TEXT,
    "thumbnail_url" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "custom_title" TEXT,
    "duration_seconds" INTEGER NOT NULL,
    "total_seconds" INTEGER NOT NULL,
    "slug" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "links" JSON NOT NULL,
    "trashed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trashed_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "folded_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "library_item_tag" (
    "library_item_id" UUID NOT NULL,
    "tag_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "library_item_tag_pkey" PRIMARY KEY ("library_item_id","tag_id")
);

-- CreateIndex
CREATE INDEX "trashed_item_user_id_trashed_at_id_idx" ON "trashed_item"("user_id", "trashed_at", "id");

-- CreateIndex
CREATE INDEX "trashed_item_trashed_at_idx" ON "trashed_item"("trashed_at");

-- CreateIndex
CREATE INDEX "trashed_item_media_id_requested_lang_idx" ON "trashed_item"("media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "trashed_item_transcript_id_idx" ON "trashed_item"("transcript_id");

-- CreateIndex
CREATE INDEX "trashed_item_job_id_idx" ON "trashed_item"("job_id");

-- CreateIndex
CREATE INDEX "trashed_item_slug_idx" ON "trashed_item"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tag_user_id_folded_name_key" ON "tag"("user_id", "folded_name");

-- CreateIndex
CREATE INDEX "library_item_tag_tag_id_library_item_id_idx" ON "library_item_tag"("tag_id", "library_item_id");

-- CreateIndex
CREATE INDEX "library_item_tag_user_id_idx" ON "library_item_tag"("user_id");

-- AddForeignKey
ALTER TABLE "trashed_item" ADD CONSTRAINT "trashed_item_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trashed_item" ADD CONSTRAINT "trashed_item_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trashed_item" ADD CONSTRAINT "trashed_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trashed_item" ADD CONSTRAINT "trashed_item_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_tag" ADD CONSTRAINT "library_item_tag_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_tag" ADD CONSTRAINT "library_item_tag_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_tag" ADD CONSTRAINT "library_item_tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same for library items that leave the trash: unless they are restored, nobody may have their texts any more.
CREATE OR REPLACE FUNCTION trashed_item_record_left_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang)
    SELECT DISTINCT media_id, unnest(array_append(also_requested, requested_lang)) FROM gone;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER trashed_item_record_left_texts AFTER DELETE ON trashed_item REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION trashed_item_record_left_texts();
