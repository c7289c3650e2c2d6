-- DropIndex
DROP INDEX "media_platform_video_id_key";

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "captionless" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "strict_lang" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "trace" JSON;

-- AlterTable
ALTER TABLE "media" ADD COLUMN     "access_key" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "source_memory" (
    "key" TEXT NOT NULL,
    "value" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_memory_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "feed_cache" (
    "url" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "content_type" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feed_cache_pkey" PRIMARY KEY ("url")
);

-- CreateIndex
CREATE INDEX "source_memory_expires_at_idx" ON "source_memory"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_platform_video_id_access_key_key" ON "media"("platform", "video_id", "access_key");
