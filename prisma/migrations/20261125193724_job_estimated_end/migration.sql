-- AlterTable
ALTER TABLE "job" ADD COLUMN     "estimated_end" TIMESTAMPTZ(3);
