-- One word for one thing: what a user has is a library item, and a job's audio is cut into chunks. Nothing but names changes.
ALTER TABLE "entry" RENAME TO "library_item";
ALTER TABLE "entry_text" RENAME TO "library_item_text";
ALTER TABLE "entry_tally" RENAME TO "library_item_tally";
ALTER TABLE "entry_tally_change" RENAME TO "library_item_tally_change";
ALTER TABLE "former_entry" RENAME TO "former_library_item";
ALTER TABLE "piece" RENAME TO "chunk";

ALTER TABLE "library_item_text" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "library_item_tally" RENAME COLUMN "entries" TO "items";
ALTER TABLE "former_library_item" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "former_slug" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "publication" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "job_caller" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "job_caller" RENAME COLUMN "lang_told" TO "lang_specified";
ALTER TABLE "import_item" RENAME COLUMN "entry_id" TO "library_item_id";
ALTER TABLE "job" RENAME COLUMN "lang_told" TO "lang_specified";
ALTER TABLE "transcript" RENAME COLUMN "lang_told" TO "lang_specified";
ALTER TABLE "media" RENAME COLUMN "met_at" TO "last_requested_at";
ALTER SEQUENCE "entry_tally_change_id_seq" RENAME TO "library_item_tally_change_id_seq";

ALTER TRIGGER "entries_leave_texts" ON "library_item" RENAME TO "library_item_record_left_texts";
ALTER TRIGGER "entry_count" ON "library_item" RENAME TO "library_item_count";
ALTER TRIGGER "entry_count_updated" ON "library_item" RENAME TO "library_item_count_updated";
ALTER TRIGGER "entry_settle" ON "library_item" RENAME TO "library_item_derive";
ALTER TRIGGER "entry_take_title" ON "library_item" RENAME TO "library_item_copy_title_tokens";
ALTER TRIGGER "entry_take_words_inserted" ON "library_item" RENAME TO "library_item_copy_tokens_inserted";
ALTER TRIGGER "entry_take_words_updated" ON "library_item" RENAME TO "library_item_copy_tokens_updated";
ALTER TRIGGER "job_settle_entries" ON "job" RENAME TO "job_update_library_items";
ALTER TRIGGER "job_caller_settle_entry" ON "job_caller" RENAME TO "job_caller_update_library_item";
ALTER TRIGGER "publication_tell" ON "publication" RENAME TO "publication_notify_deleted";
ALTER TRIGGER "transcript_give_words" ON "transcript" RENAME TO "transcript_copy_tokens";
ALTER TRIGGER "transcript_settle_entries" ON "transcript" RENAME TO "transcript_update_library_items";

ALTER FUNCTION entries_leave_texts() RENAME TO library_item_record_left_texts;
ALTER FUNCTION entry_count() RENAME TO library_item_count;
ALTER FUNCTION entry_settle() RENAME TO library_item_derive;
ALTER FUNCTION entry_take_words() RENAME TO library_item_copy_tokens;
ALTER FUNCTION job_caller_settle_entry() RENAME TO job_caller_update_library_item;
ALTER FUNCTION job_settle_entries() RENAME TO job_update_library_items;
ALTER FUNCTION publication_tell() RENAME TO publication_notify_deleted;
ALTER FUNCTION transcript_give_words() RENAME TO transcript_copy_tokens;
ALTER FUNCTION transcript_settle_entries() RENAME TO transcript_update_library_items;

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

CREATE OR REPLACE FUNCTION job_caller_update_library_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE id = NEW.library_item_id AND job_id = NEW.job_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION job_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE job_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION transcript_copy_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO library_item_text (library_item_id, user_id, created_at, tokens)
    SELECT e.id, e.user_id, e.created_at, NEW.tokens || coalesce(e.title_tokens, ''::tsvector)
    FROM library_item e WHERE e.transcript_id = NEW.id AND e.covered_ms IS NULL
    ON CONFLICT (library_item_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION transcript_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET transcript_id = transcript_id WHERE transcript_id = NEW.id;
    RETURN NULL;
END $$;

-- AlterTable
ALTER TABLE "chunk" RENAME CONSTRAINT "piece_pkey" TO "chunk_pkey";

-- AlterTable
ALTER TABLE "former_library_item" RENAME CONSTRAINT "former_entry_pkey" TO "former_library_item_pkey";

-- AlterTable
ALTER TABLE "library_item" RENAME CONSTRAINT "entry_pkey" TO "library_item_pkey";

-- AlterTable
ALTER TABLE "library_item_tally" RENAME CONSTRAINT "entry_tally_pkey" TO "library_item_tally_pkey";

-- AlterTable
ALTER TABLE "library_item_tally_change" RENAME CONSTRAINT "entry_tally_change_pkey" TO "library_item_tally_change_pkey";

-- AlterTable
ALTER TABLE "library_item_text" RENAME CONSTRAINT "entry_text_pkey" TO "library_item_text_pkey";

-- RenameForeignKey
ALTER TABLE "chunk" RENAME CONSTRAINT "piece_job_id_fkey" TO "chunk_job_id_fkey";

-- RenameForeignKey
ALTER TABLE "former_library_item" RENAME CONSTRAINT "former_entry_entry_id_fkey" TO "former_library_item_library_item_id_fkey";

-- RenameForeignKey
ALTER TABLE "former_slug" RENAME CONSTRAINT "former_slug_entry_id_fkey" TO "former_slug_library_item_id_fkey";

-- RenameForeignKey
ALTER TABLE "import_item" RENAME CONSTRAINT "import_item_entry_id_fkey" TO "import_item_library_item_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item" RENAME CONSTRAINT "entry_job_id_fkey" TO "library_item_job_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item" RENAME CONSTRAINT "entry_media_id_fkey" TO "library_item_media_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item" RENAME CONSTRAINT "entry_transcript_id_fkey" TO "library_item_transcript_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item" RENAME CONSTRAINT "entry_user_id_fkey" TO "library_item_user_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item_tally" RENAME CONSTRAINT "entry_tally_user_id_fkey" TO "library_item_tally_user_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item_tally_change" RENAME CONSTRAINT "entry_tally_change_user_id_fkey" TO "library_item_tally_change_user_id_fkey";

-- RenameForeignKey
ALTER TABLE "library_item_text" RENAME CONSTRAINT "entry_text_entry_id_fkey" TO "library_item_text_library_item_id_fkey";

-- RenameForeignKey
ALTER TABLE "publication" RENAME CONSTRAINT "publication_entry_id_fkey" TO "publication_library_item_id_fkey";

-- RenameIndex
ALTER INDEX "former_entry_entry_id_idx" RENAME TO "former_library_item_library_item_id_idx";

-- RenameIndex
ALTER INDEX "former_slug_entry_id_idx" RENAME TO "former_slug_library_item_id_idx";

-- RenameIndex
ALTER INDEX "import_item_entry_id_idx" RENAME TO "import_item_library_item_id_idx";

-- RenameIndex
ALTER INDEX "job_caller_entry_id_idx" RENAME TO "job_caller_library_item_id_idx";

-- RenameIndex
ALTER INDEX "entry_job_id_idx" RENAME TO "library_item_job_id_idx";

-- RenameIndex
ALTER INDEX "entry_media_id_requested_lang_idx" RENAME TO "library_item_media_id_requested_lang_idx";

-- RenameIndex
ALTER INDEX "entry_transcript_id_idx" RENAME TO "library_item_transcript_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_created_at_id_folded_id_idx" RENAME TO "library_item_user_id_created_at_id_folded_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_duration_seconds_id_folded_id_idx" RENAME TO "library_item_user_id_duration_seconds_id_folded_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_media_id_idx" RENAME TO "library_item_user_id_media_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_platform_state_created_at_id_folded_id_idx" RENAME TO "library_item_user_id_platform_state_created_at_id_folded_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_platform_state_duration_seconds_id_folded_id_idx" RENAME TO "library_item_user_id_platform_state_duration_seconds_id_fol_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_platform_state_total_seconds_id_folded_id_idx" RENAME TO "library_item_user_id_platform_state_total_seconds_id_folded_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_total_seconds_id_folded_id_idx" RENAME TO "library_item_user_id_total_seconds_id_folded_id_idx";

-- RenameIndex
ALTER INDEX "entry_user_id_transcript_id_key" RENAME TO "library_item_user_id_transcript_id_key";

-- RenameIndex
ALTER INDEX "entry_user_id_video_id_idx" RENAME TO "library_item_user_id_video_id_idx";

-- RenameIndex
ALTER INDEX "entry_tally_change_user_id_idx" RENAME TO "library_item_tally_change_user_id_idx";

-- RenameIndex
ALTER INDEX "entry_text_user_id_created_at_entry_id_idx" RENAME TO "library_item_text_user_id_created_at_library_item_id_idx";

-- RenameIndex
ALTER INDEX "entry_text_user_id_tokens_idx" RENAME TO "library_item_text_user_id_tokens_idx";

-- RenameIndex
ALTER INDEX "publication_entry_id_key" RENAME TO "publication_library_item_id_key";
