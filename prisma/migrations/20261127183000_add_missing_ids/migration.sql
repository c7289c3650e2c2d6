-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "missing_ids" INTEGER NOT NULL DEFAULT 0;
