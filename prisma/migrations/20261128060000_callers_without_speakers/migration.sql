-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN "without_speakers" BOOLEAN NOT NULL DEFAULT false;
