-- AlterTable
ALTER TABLE "job" ADD COLUMN     "diarize" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "speaker_turns" JSON;
