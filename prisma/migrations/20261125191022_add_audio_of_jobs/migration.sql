-- AlterTable
ALTER TABLE "job" ADD COLUMN     "audio_chosen" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "audio_lang" TEXT,
ADD COLUMN     "stated_ms" INTEGER;
