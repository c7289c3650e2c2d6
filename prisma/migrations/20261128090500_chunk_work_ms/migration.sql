-- AlterTable
ALTER TABLE "chunk" ADD COLUMN "work_ms" INTEGER;
