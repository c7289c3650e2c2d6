-- AlterTable
ALTER TABLE "job" ADD COLUMN     "from_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "remote_id" TEXT,
ADD COLUMN     "until_ms" INTEGER;

-- AlterTable
ALTER TABLE "piece" ADD COLUMN     "overlap_ms" INTEGER NOT NULL DEFAULT 0;
