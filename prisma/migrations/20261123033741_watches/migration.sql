-- CreateEnum
CREATE TYPE "watch_pause" AS ENUM ('by_user', 'failing', 'not_a_list');

-- CreateEnum
CREATE TYPE "watch_item_state" AS ENUM ('seen', 'waiting', 'taken');

-- CreateEnum
CREATE TYPE "watch_mail" AS ENUM ('each', 'daily', 'never');

-- CreateTable
CREATE TABLE "watch" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source_url" TEXT NOT NULL,
    "source_key" TEXT NOT NULL,
    "lang" TEXT,
    "every_seconds" INTEGER NOT NULL,
    "backfill" INTEGER NOT NULL DEFAULT 0,
    "max_per_day" INTEGER,
    "platform" "platform",
    "feed_url" TEXT,
    "title" TEXT,
    "host" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "next_check_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "claims" INTEGER NOT NULL DEFAULT 0,
    "last_checked_at" TIMESTAMPTZ(3),
    "first_read_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "error" JSON,
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" "watch_pause",
    "feed_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "watch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "watch_item" (
    "watch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "keys" TEXT[],
    "state" "watch_item_state" NOT NULL,
    "source" JSON,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_at" TIMESTAMPTZ(3),
    "batch_id" UUID,
    "batch_position" INTEGER,

    CONSTRAINT "watch_item_pkey" PRIMARY KEY ("watch_id","position")
);

-- AlterEnum
ALTER TYPE "notice_subject" ADD VALUE 'watch';

-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "watch_id" UUID;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "watch_mail" "watch_mail" NOT NULL DEFAULT 'never',
ADD COLUMN     "watch_mail_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "watch_source_key_key" ON "watch"("source_key");

-- CreateIndex
CREATE INDEX "watch_user_id_id_idx" ON "watch"("user_id", "id");

-- CreateIndex
CREATE INDEX "watch_next_check_at_idx" ON "watch"("next_check_at");

-- CreateIndex
CREATE INDEX "watch_item_batch_id_idx" ON "watch_item"("batch_id");

-- CreateIndex
CREATE INDEX "watch_item_watch_id_state_taken_at_idx" ON "watch_item"("watch_id", "state", "taken_at");

-- CreateIndex
CREATE INDEX "import_batch_watch_id_created_at_idx" ON "import_batch"("watch_id", "created_at");

-- AddForeignKey
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_watch_id_fkey" FOREIGN KEY ("watch_id") REFERENCES "watch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch" ADD CONSTRAINT "watch_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_item" ADD CONSTRAINT "watch_item_watch_id_fkey" FOREIGN KEY ("watch_id") REFERENCES "watch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_item" ADD CONSTRAINT "watch_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;
