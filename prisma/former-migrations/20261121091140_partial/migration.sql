-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "covered_ms" INTEGER;

-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN     "allow_partial" BOOLEAN NOT NULL DEFAULT false;
