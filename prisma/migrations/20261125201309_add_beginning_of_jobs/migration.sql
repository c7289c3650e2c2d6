-- AlterTable
ALTER TABLE "job" ADD COLUMN     "unplanned_ms" INTEGER;
