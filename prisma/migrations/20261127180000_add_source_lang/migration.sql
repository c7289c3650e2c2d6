-- AlterTable
ALTER TABLE "job" ADD COLUMN     "source_lang" TEXT;
