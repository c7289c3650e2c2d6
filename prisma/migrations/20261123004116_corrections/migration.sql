-- CreateEnum
CREATE TYPE "revision_kind" AS ENUM ('edit', 'speakers', 'replace', 'restore', 'retranscribe', 'combined');

-- CreateTable
CREATE TABLE "revision" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "library_item_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "revision_kind" NOT NULL,
    "summary" TEXT NOT NULL,
    "preview" JSON NOT NULL,
    "places" INTEGER NOT NULL,
    "changes" JSON NOT NULL,
    "bytes" INTEGER NOT NULL,
    "base" JSON,
    "unplaced" JSON NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vocabulary" (
    "user_id" UUID NOT NULL,
    "spellings" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vocabulary_pkey" PRIMARY KEY ("user_id")
);

-- AlterTable
ALTER TABLE "staged_text" ADD COLUMN     "base" JSON,
ADD COLUMN     "changes" JSON;

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "corrected_from_id" UUID,
ADD COLUMN     "corrected_from_version" TIMESTAMPTZ(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "revision_user_id_idx" ON "revision"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "revision_transcript_id_number_key" ON "revision"("transcript_id", "number");

-- CreateIndex
CREATE INDEX "transcript_corrected_from_id_idx" ON "transcript"("corrected_from_id");

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript_corrected_from_id_fkey" FOREIGN KEY ("corrected_from_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
